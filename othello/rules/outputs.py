"""Files that are written as a whole: complete and on the disk, or not at all.

Everything is first written to files beside the named ones. The last run that was killed may have left
these; the next run that writes to the same name takes them over.
"""

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from othello import streams
from othello.errors import FormatError, check_name, usable
from othello.kernels.lock import locked

UNFINISHED: Final = ".othello-tmp"
"""Suffix of a file that is being written, after the whole name of the file that it will be."""
ASIDE: Final = ".othello-old"
"""Suffix of a file of a set whose other files are being replaced."""


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file to write; raises FormatError. A file with that name stays until everything is written.

    `streams.STANDARD` is standard output, which raises OutputError. Devices and pipes are written at once.
    """
    with replacing_all([path]) as (file,):
        yield file


@contextlib.contextmanager
def replacing_all(paths: Sequence[str | Path]) -> Iterator[list[IO[bytes]]]:
    """Open files to write that belong together, as `replacing` opens one; raises FormatError.

    Either all files are replaced or none. If the process is killed between the first replacement and the
    last, the first of *paths* is missing until the next run, so the others are not taken for its own.
    """
    for path in paths:
        check_name(path)
    # A link stays a link. Path.resolve raises RuntimeError for a loop of links in Python 3.11 and 3.12.
    first, targets = Path(paths[0]), [Path(os.path.realpath(path)) for path in paths]
    with usable(first), contextlib.ExitStack() as stack:
        is_standard, is_device = first == streams.STANDARD, first.exists() and not first.is_file()
        if len(paths) > 1 and (is_standard or is_device):
            reason = f"{len(paths)} files belong together: they need names of regular files"
            raise FormatError(first, None, reason)
        if is_standard:
            yield [stack.enter_context(streams.standard_output())]
            return
        if is_device:
            yield [stack.enter_context(open(first, "wb"))]
            return
        _restore(targets)
        files = [stack.enter_context(_unfinished(target)) for target in targets]
        yield files
        for file in files:
            file.flush()
            os.fsync(file.fileno())
            if os.name == "nt":  # where a file in use cannot be renamed
                file.close()
        _rename(targets)
        sync_folder(targets[0].parent)


@contextlib.contextmanager
def _unfinished(target: Path) -> Iterator[IO[bytes]]:
    """Open the file that becomes *target*, for one process; it is removed unless it was renamed."""
    path = _beside(target, UNFINISHED)
    file = locked(path)
    if file is None:
        raise FormatError(target, None, "another process is writing this file")
    with file:
        try:
            file.truncate()
            yield file
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            raise


def _restore(targets: Sequence[Path]) -> None:
    """Put back the files of a set that a killed run has set aside."""
    for target in targets if not targets[0].exists() else ():
        with contextlib.suppress(FileNotFoundError):
            _beside(target, ASIDE).replace(target)


def _rename(targets: Sequence[Path]) -> None:
    """Give the unfinished files their names, all or none."""
    for target in targets:
        if target.exists():
            shutil.copymode(target, _beside(target, UNFINISHED))
    if len(targets) == 1:
        _beside(targets[0], UNFINISHED).replace(targets[0])
        return
    with contextlib.ExitStack() as undo:
        for target in targets:
            if target.exists():
                target.replace(_beside(target, ASIDE))
                undo.callback(_beside(target, ASIDE).replace, target)
        for target in reversed(targets):
            _beside(target, UNFINISHED).replace(target)
            undo.callback(target.unlink)
        undo.pop_all()
    for target in targets:
        _beside(target, ASIDE).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the names of a folder's files are on the disk; raises OSError."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system that does not synchronize folders
            raise
    finally:
        os.close(descriptor)


def _beside(target: Path, suffix: str) -> Path:
    return target.with_name(f"{target.name}{suffix}")
