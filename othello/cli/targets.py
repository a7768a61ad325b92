"""Defines the options that name output files, and checks these files before any work begins.

All commands follow the same rule for existing files. If a file's first line shows that it belongs to the same
run, the run resumes from the file. Any other file is replaced only with --force.
"""

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from othello.cli.errors import BadInput
from othello.cli.options import Decorator, flag, option
from othello.formats.wthor_files import COMPANIONS, companion_of
from othello.review.collection import INDEX
from othello.storage.outputs import check_working_files
from othello.storage.streams import INPUT, STANDARD

REPLACED: Final = "An existing file is replaced only with --force."
CONTINUED: Final = "To continue an existing file, run the same command again."
"""REPLACED or CONTINUED ends the help of each output option."""

REVIEWS: Final = "reviews.jsonl"
"""The name of the file with the reviews in a folder of pages."""
SAMPLES: Final = (".games", ".samples")
"""Suffixes of the files that commands read from a folder.

Only commands that write single files need them for their checks.
"""


class Output(click.Path):
    """The type of all options and arguments that name output files."""

    def __init__(self, *suffixes: str, is_replaced: bool = True) -> None:
        """Accept the name of a file. If there are *suffixes*, each is added to the name.

        If *is_replaced* is set, the first suffix belongs to the result, and the other suffixes belong to
        working files from which an interrupted run continues.
        """
        super().__init__(path_type=Path, dir_okay=bool(suffixes) and "" not in suffixes)
        self.suffixes, self.is_replaced = suffixes or ("",), is_replaced

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. For arguments, but not for options, "-" means standard output."""
        if str(value) == str(STANDARD) and isinstance(param, click.Option):
            self.fail("'-' (standard output) cannot be used here: name a file.", param, ctx)
        return super().convert(value, param, ctx)

    def files(self, path: Path) -> list[Path]:
        """Return the files that a command writes if *path* is given."""
        return [] if path == STANDARD else [Path(f"{path}{suffix}") for suffix in self.suffixes]


class PagesOutput(Output):
    """The type of an option that names a page, or a folder for pages of several games."""

    def __init__(self) -> None:
        super().__init__()
        self.dir_okay = True

    def files(self, path: Path) -> list[Path]:
        """Return the files that a command writes: a page or, for a folder, the index and the reviews."""
        return [path / INDEX, path / REVIEWS] if is_folder(path) else super().files(path)


def is_folder(path: Path) -> bool:
    """Return whether *path* is a folder for pages: an existing folder, or a new name without .html."""
    return path.is_dir() or not (path.exists() or path.suffix.lower() in (".html", ".htm"))


def output_option(words: str, help: str, kind: Output | None = None, **others: Any) -> Decorator:
    """Return a decorator that adds an option for an output file and the checks of `check_outputs`.

    `option` explains *words* and *others*. If the file may be replaced, --force is added, too.
    """
    kind = kind or Output()
    text = f"{help} {REPLACED if kind.is_replaced else CONTINUED}"

    def decorator(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def checked(*args: Any, **given: Any) -> None:
            check_outputs()
            command(*args, **given)

        # All outputs of a command share the same --force.
        has_force = any(parameter.name == "force" for parameter in getattr(command, "__click_params__", ()))
        needs_force = kind.is_replaced and not has_force
        return option(words, kind, text, **others)(force_option(checked) if needs_force else checked)

    return decorator


def force_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option --force, which `check_outputs` reads."""

    @functools.wraps(command)
    def without(*args: Any, force: bool, **given: Any) -> None:
        command(*args, **given)

    return flag("--force", "Replace an existing file.")(without)


def check_outputs(*companions: Path) -> None:
    """Raise BadInput if the running command cannot write its outputs or if it reads one of them.

    *companions* are further files that the command writes. If the command takes --force but it is not given,
    the outputs must not exist yet, unless a working file shows that an interrupted run continues. Call this
    function before long work.
    """
    context = click.get_current_context()
    kinds = {parameter.name: parameter.type for parameter in context.command.params}
    values = {name: value for name, value in context.params.items() if value is not None}
    written, replaced, working = list(companions), list(companions), list[Path]()
    for name, value in values.items():
        kind = kinds.get(name)
        if isinstance(kind, Output):
            written += kind.files(value)
            if kind.is_replaced:
                _check_writable(value / INDEX if isinstance(kind, PagesOutput) and value.is_dir() else value)
                for path in kind.files(value):
                    check_working_files(path)
                replaced += kind.files(value)[:1]
                working += kind.files(value)[1:]  # see `Output`
    if len({os.path.realpath(path) for path in written}) < len(written):
        raise BadInput(f"{written[0]}: two outputs have this name: give them different names")
    read = [
        status
        for name, value in values.items()
        if not isinstance(kinds.get(name), Output)
        for status in _files_of(value)
    ]
    for path in written:
        if path.is_file() and any(os.path.samestat(path.stat(), status) for status in read):
            raise BadInput(f"{path}: the command reads this file: choose another name for the output")
    if context.params.get("force", True) or any(path.exists() for path in working):
        return
    for path in replaced:
        if path.is_file():
            raise BadInput(f"{path}: the file exists: choose another name, or use --force to replace it")


def _check_writable(path: Path) -> None:
    """Raise BadInput if the file or its folder is not writable."""
    if path == STANDARD:
        return
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadInput(f"{path}: the folder {folder} does not exist")
    is_special = path.exists() and not path.is_file()  # for example a device
    if path.is_dir() or not os.access(path if is_special else folder, os.W_OK):
        raise BadInput(f"{path}: the file cannot be written")


def _files_of(value: object) -> Iterator[os.stat_result]:
    """Yield the status of each file that may be named by "FILE", "NAME=FILE" or "FILE@1-9"."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _files_of(item)
    elif isinstance(value, str | Path):
        text = str(value)
        for name in {text, text.partition("=")[2], text.rpartition("@")[0]} - {""}:
            with contextlib.suppress(OSError):
                yield from _statuses(Path(name))


def _statuses(path: Path) -> Iterator[os.stat_result]:
    """Yield the status of each input file. These are a file and its companions, or the files in a folder."""
    if path == STANDARD:
        yield os.fstat(INPUT)
    elif path.exists():
        files = (file for file in path.iterdir() if file.suffix in SAMPLES) if path.is_dir() else [path]
        yield from map(os.stat, files)
        if path.suffix.lower() == ".wtb":
            for suffix in COMPANIONS:
                companion = companion_of(path, suffix)
                if companion is not None:
                    yield companion.stat()
