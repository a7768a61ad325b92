"""Files that a command writes: options for them, and checks before any work begins.

There is one rule for existing files. A run continues a file whose first line shows that it belongs to the
same run. A command replaces any other file only with --force.
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
CONTINUED: Final = "The same command continues an existing file."
"""The last words of the help of options for files to write."""

REVIEWS: Final = "reviews.jsonl"
"""The file of the reviews in a folder of pages."""
SAMPLES: Final = (".games", ".samples")
"""When a command is given a folder, it reads the files with these suffixes.

Only commands that write single files need them."""


class Output(click.Path):
    """The name of files that a command writes. No other parameter may name one of these files."""

    def __init__(self, *suffixes: str, is_replaced: bool = True) -> None:
        """Accept the name of one file, or of a file for each of the *suffixes*, which the name gets.

        If the file is replaced, all suffixes after the first are for working files, which a run continues.
        """
        super().__init__(path_type=Path, dir_okay=bool(suffixes) and "" not in suffixes)
        self.suffixes, self.is_replaced = suffixes or ("",), is_replaced

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, or fail: "-" is standard output for an argument, and no option writes there."""
        if str(value) == str(STANDARD) and isinstance(param, click.Option):
            self.fail("'-', standard output, cannot be used here: name a file.", param, ctx)
        return super().convert(value, param, ctx)

    def files(self, path: Path) -> list[Path]:
        """Return the files that a command writes."""
        return [] if path == STANDARD else [Path(f"{path}{suffix}") for suffix in self.suffixes]


class PagesOutput(Output):
    """The name of a page, or of a folder for the pages of several games."""

    def __init__(self) -> None:
        super().__init__()
        self.dir_okay = True

    def files(self, path: Path) -> list[Path]:
        """Return the page, or for a folder the index and the reviews."""
        return [path / INDEX, path / REVIEWS] if is_folder(path) else super().files(path)


def is_folder(path: Path) -> bool:
    """Return whether the name for pages means a folder: an existing folder, or a new name without .html."""
    return path.is_dir() or not (path.exists() or path.suffix.lower() in (".html", ".htm"))


def output_option(words: str, help: str, kind: Output | None = None, **others: Any) -> Decorator:
    """Return a decorator that adds an option for an output, with the checks of `check_outputs`.

    *words* and *others* are as in `option`. The command also gets --force if the file may be replaced.
    """
    kind = kind or Output()
    text = f"{help} {REPLACED if kind.is_replaced else CONTINUED}"

    def decorator(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def checked(*args: Any, **given: Any) -> None:
            check_outputs()
            command(*args, **given)

        # Several outputs of a command share one --force.
        has_force = any(parameter.name == "force" for parameter in getattr(command, "__click_params__", ()))
        needs_force = kind.is_replaced and not has_force
        return option(words, kind, text, **others)(force_option(checked) if needs_force else checked)

    return decorator


def force_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option --force, see `check_outputs`."""

    @functools.wraps(command)
    def without(*args: Any, force: bool, **given: Any) -> None:
        command(*args, **given)

    return flag("--force", "Replace an existing file.")(without)


def check_outputs(*companions: Path) -> None:
    """Raise BadInput unless the running command can write its outputs, and reads none of them.

    If the command has the option --force and it is not given, no output may exist, unless a working file
    shows that an interrupted run continues. *companions* are further files that the command writes. Call this
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
        raise BadInput(f"{written[0]}: two outputs have this name: give one of them another name")
    read = [
        status
        for name, value in values.items()
        if not isinstance(kinds.get(name), Output)
        for status in _files_of(value)
    ]
    for path in written:
        if path.is_file() and any(os.path.samestat(path.stat(), status) for status in read):
            raise BadInput(f"{path}: this is a file to read: give another name for the output")
    if context.params.get("force", True) or any(path.exists() for path in working):
        return
    for path in replaced:
        if path.is_file():
            raise BadInput(f"{path}: the file exists: give another name, or use --force to replace it")


def _check_writable(path: Path) -> None:
    """Raise BadInput if a file cannot be written, or is to be replaced in a folder that is not writable."""
    if path == STANDARD:
        return
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadInput(f"{path}: there is no folder {folder}")
    is_special = path.exists() and not path.is_file()  # such as a device, which is not replaced
    if path.is_dir() or not os.access(path if is_special else folder, os.W_OK):
        raise BadInput(f"{path}: the file cannot be written")


def _files_of(value: object) -> Iterator[os.stat_result]:
    """Yield the files that the value of a parameter may name, such as "FILE", "NAME=FILE" or "FILE@1-9"."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _files_of(item)
    elif isinstance(value, str | Path):
        text = str(value)
        for name in {text, text.partition("=")[2], text.rpartition("@")[0]} - {""}:
            with contextlib.suppress(OSError):
                yield from _statuses(Path(name))


def _statuses(path: Path) -> Iterator[os.stat_result]:
    """Yield the status of each file to read: the file with its companions, or the files in a folder."""
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
