"""Files that are written as a whole: complete and on the disk, or not at all.

Everything is first written to working files next to the outputs. A killed run may leave its working files,
and the next run that writes to the same output takes them over. If the file belongs to another program, it is
refused. To recognize its own working files, this program gives them the sticky bit, which has no meaning for
files. On Windows and on file systems without the sticky bit, files of killed runs are refused, too.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from othello.errors import FormatError, check_name, usable
from othello.storage import streams
from othello.storage.lock import locked

UNFINISHED: Final = ".othello-tmp"
"""Suffix of a file that is being written, after the whole name of the output."""
ASIDE: Final = ".othello-old"
"""Suffix of a file of a set whose other files are being replaced."""
MARK: Final = stat.S_ISVTX
"""The bit in the mode of working files, whose names end in these suffixes."""
FOREIGN: Final = "a working file needs this name, and the file may be of another program: rename or remove it"


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file to write. An existing file stays until everything is written. Raises FormatError.

    `streams.STANDARD` is standard output, which raises OutputError. Devices and pipes are written directly.
    """
    with replacing_all([path]) as (file,):
        yield file


@contextlib.contextmanager
def replacing_all(paths: Sequence[str | Path]) -> Iterator[list[IO[bytes]]]:
    """Open files that belong together, to write as in `replacing`. Raises FormatError.

    Either all files are replaced, or no file is. If the process is killed between the first and the last
    replacement, the first of *paths* is missing until the next run, so that nobody takes new and old files
    for one set.
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
        if len(targets) > 1:
            _check_own(*(_beside(target, ASIDE) for target in targets))
        _restore(targets)
        files = [stack.enter_context(_unfinished(target)) for target in targets]
        yield files
        for file, target in zip(files, targets, strict=True):
            file.flush()
            if target.exists():
                _mark(file, stat.S_IMODE(target.stat().st_mode))
            os.fsync(file.fileno())
            if os.name == "nt":  # where a file in use cannot be renamed
                file.close()
        _rename(targets)
        for target in targets:
            _unmark(target)
        sync_folder(targets[0].parent)


def check_working_files(path: Path) -> None:
    """Raise FormatError if another program may have written a file with the name of *path*'s working file."""
    target = Path(os.path.realpath(path))
    _check_own(_beside(target, UNFINISHED), _beside(target, ASIDE))


def working_file(path: Path) -> IO[bytes] | None:
    """Open an empty working file, and lock it until it is closed. Return None if another process has it.

    If a killed run has left the file, it is used again. Raises OSError, and FormatError for a file of another
    program.
    """
    file = locked(path)
    if file is None:
        return None
    with contextlib.ExitStack() as stack:
        stack.enter_context(file)
        _check_own(path)
        with contextlib.suppress(OSError):  # a file system without modes
            _mark(file, stat.S_IMODE(os.fstat(file.fileno()).st_mode))
        file.truncate()
        stack.pop_all()
    return file


def _check_own(*paths: Path) -> None:
    """Raise FormatError for a file that is neither empty nor marked, or that has a second hard link."""
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            status = path.lstat()
            if status.st_nlink > 1 or (status.st_size and not status.st_mode & MARK):
                raise FormatError(path, None, FOREIGN)


def _mark(file: IO[bytes], mode: int) -> None:
    """Give an open file a mode, and the mark if the file system supports it. Raises OSError."""
    name = file.fileno() if os.chmod in os.supports_fd else file.name
    try:
        os.chmod(name, mode | MARK)
    except OSError:
        os.chmod(name, mode)


def _unmark(path: Path) -> None:
    """Remove the mark of a file that has its final name."""
    with contextlib.suppress(OSError):
        path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~MARK)


@contextlib.contextmanager
def _unfinished(target: Path) -> Iterator[IO[bytes]]:
    """Open the file that becomes *target*, for one process. After an error it is removed."""
    path = _beside(target, UNFINISHED)
    file = working_file(path)
    if file is None:
        raise FormatError(target, None, "another process is writing this file")
    with file:
        try:
            yield file
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            raise


def _restore(targets: Sequence[Path]) -> None:
    """Put back the files of a set that a killed run has set aside."""
    for target in targets if not targets[0].exists() else ():
        with contextlib.suppress(FileNotFoundError):
            _put_back(target)


def _put_back(target: Path) -> None:
    _beside(target, ASIDE).replace(target)
    _unmark(target)


def _rename(targets: Sequence[Path]) -> None:
    """Give all unfinished files their final names, or none of them."""
    if len(targets) == 1:
        _beside(targets[0], UNFINISHED).replace(targets[0])
        return
    with contextlib.ExitStack() as undo:
        for target in targets:
            if target.exists():
                with contextlib.suppress(OSError):
                    target.chmod(stat.S_IMODE(target.stat().st_mode) | MARK)
                target.replace(_beside(target, ASIDE))
                undo.callback(_put_back, target)
        for target in reversed(targets):
            _beside(target, UNFINISHED).replace(target)
            undo.callback(target.unlink)
        undo.pop_all()
    for target in targets:
        _beside(target, ASIDE).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the names of a folder's files are on the disk. Raises OSError."""
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
