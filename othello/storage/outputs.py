"""Writes files as a whole. A file is either complete and on disk or not written at all.

New content is first written to a working file next to the output. A killed run may leave working files, which
the next run with the same output reuses. However, another program's file may have the same name. That file
must not be overwritten. To recognize its own working files, this program sets their sticky bit, which has no
other meaning for files. Windows and some file systems have no sticky bit. There, working files from killed
runs are also refused.
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
"""Suffix of a working file that will become the output. It is added to the output's full name."""
ASIDE: Final = ".othello-old"
"""Suffix of an old file that is kept while the other files of its set are being replaced."""
MARK: Final = stat.S_ISVTX
"""The mode bit that marks files with these suffixes as this program's own."""
FOREIGN: Final = "a working file needs this name, but another program may own the file: rename or remove it"


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for writing. It replaces an existing file once it is complete. Raises FormatError.

    `streams.STANDARD` means standard output, which raises OutputError. Devices and pipes are written
    directly.
    """
    with replacing_all([path]) as (file,):
        yield file


@contextlib.contextmanager
def replacing_all(paths: Sequence[str | Path]) -> Iterator[list[IO[bytes]]]:
    """Open several files for writing, like `replacing`, and replace existing files together.

    Either all files or none are replaced. If the process is killed between the first and the last
    replacement, the first of *paths* is missing until the next run, so a mixture of new and old files cannot
    be mistaken for a complete set. Raises FormatError.
    """
    for path in paths:
        check_name(path)
    # Symbolic links stay links. In Python 3.11 and 3.12, Path.resolve would raise RuntimeError for a link
    # loop.
    first, targets = Path(paths[0]), [Path(os.path.realpath(path)) for path in paths]
    with usable(first), contextlib.ExitStack() as stack:
        is_standard, is_device = first == streams.STANDARD, first.exists() and not first.is_file()
        if len(paths) > 1 and (is_standard or is_device):
            reason = f"the output consists of {len(paths)} files, so it needs the name of a regular file"
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
            if os.name == "nt":  # Windows cannot rename an open file
                file.close()
        _rename(targets)
        for target in targets:
            _unmark(target)
        sync_folder(targets[0].parent)


def check_working_files(path: Path) -> None:
    """Raise FormatError if another program's file has the name of *path*'s working file."""
    target = Path(os.path.realpath(path))
    _check_own(_beside(target, UNFINISHED), _beside(target, ASIDE))


def working_file(path: Path) -> IO[bytes] | None:
    """Open an empty working file and lock it until it is closed. Return None if another process holds it.

    If a killed run has left a working file, it is reused. Raises OSError, and FormatError for another
    program's file.
    """
    file = locked(path)
    if file is None:
        return None
    with contextlib.ExitStack() as stack:
        stack.enter_context(file)
        _check_own(path)
        with contextlib.suppress(OSError):  # the file system does not support modes
            _mark(file, stat.S_IMODE(os.fstat(file.fileno()).st_mode))
        file.truncate()
        stack.pop_all()
    return file


def _check_own(*paths: Path) -> None:
    """Raise FormatError for a file that may belong to another program.

    Our files are either empty or marked, and they have no second hard link.
    """
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            status = path.lstat()
            if status.st_nlink > 1 or (status.st_size and not status.st_mode & MARK):
                raise FormatError(path, None, FOREIGN)


def _mark(file: IO[bytes], mode: int) -> None:
    """Set the mode of an open file and, if the file system supports it, the mark. Raises OSError."""
    name = file.fileno() if os.chmod in os.supports_fd else file.name
    try:
        os.chmod(name, mode | MARK)
    except OSError:
        os.chmod(name, mode)


def _unmark(path: Path) -> None:
    """Remove the mark from a file that now has its final name."""
    with contextlib.suppress(OSError):
        path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~MARK)


@contextlib.contextmanager
def _unfinished(target: Path) -> Iterator[IO[bytes]]:
    """Open the working file for *target*. Only one process can open it. After an error, it is removed."""
    path = _beside(target, UNFINISHED)
    file = working_file(path)
    if file is None:
        raise FormatError(target, None, "another process is writing to this file")
    with file:
        try:
            yield file
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            raise


def _restore(targets: Sequence[Path]) -> None:
    """Put back the files of a set if a killed run has set them aside."""
    for target in targets if not targets[0].exists() else ():
        with contextlib.suppress(FileNotFoundError):
            _put_back(target)


def _put_back(target: Path) -> None:
    _beside(target, ASIDE).replace(target)
    _unmark(target)


def _rename(targets: Sequence[Path]) -> None:
    """Give all working files their final names. If a file cannot be renamed, undo the earlier changes."""
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
    """Wait until the names of all files in a folder are on disk. Raises OSError."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # this file system cannot synchronize folders
            raise
    finally:
        os.close(descriptor)


def _beside(target: Path, suffix: str) -> Path:
    return target.with_name(f"{target.name}{suffix}")
