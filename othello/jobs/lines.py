"""Text files that are only appended to, such as JSON lines with the results of jobs.

A run can be killed at any time: an incomplete last line is ignored, and cut off when the next line is
appended. A caller that reads the lines first never changes a file that is not its own. Files of several
runs can be joined with `cat`.
"""

import contextlib
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from othello import outputs
from othello.errors import FormatError, usable
from othello.kernels.lock import try_lock

BLOCK: Final = 1 << 16
"""Bytes read at a time in search of the last line end."""


class AppendedFile:
    """A file of lines, open for one process."""

    def __init__(self, path: Path, *, sync: float = 1.0) -> None:
        """Open or create a file; raise FormatError if that fails, or if another process has opened it.

        Lines are on the disk, where they survive a failure of the computer, at most *sync* seconds after the
        next line is appended; 0 means at once. The death of this process loses no line.
        """
        self.path, self._sync = path, sync
        self._synced = time.monotonic()
        with usable(path):
            # Without a buffer, so that a line that cannot be written fails once, and not again at the end.
            self._file = open(path, "ab", buffering=0)  # noqa: SIM115 - `close` closes it
            try:
                self._lock()
                outputs.sync_folder(path.absolute().parent)
                self._end = self._end_of_lines()
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> "AppendedFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, without their ends; raises FormatError if it is not a text file."""
        return read_lines(self.path, self._end)

    def append(self, *lines: str) -> None:
        """Write lines; raise FormatError if that fails, or if the file was removed."""
        rest = "".join(f"{line}\n" for line in lines).encode()
        with usable(self.path):
            if self._end < self._size():
                os.truncate(self.path, self._end)
            while rest:
                written = self._file.write(rest)
                rest = rest[written:]
                self._end += written
            if time.monotonic() - self._synced >= self._sync:
                self._synced = time.monotonic()
                self._synchronize()
            if not os.fstat(self._file.fileno()).st_nlink:
                raise FormatError(self.path, None, "the file was removed during the run that writes to it")

    def close(self) -> None:
        """Close the file; raise FormatError if its lines cannot be brought to the disk."""
        if not self._file.closed:
            try:
                with usable(self.path):
                    self._synchronize()
            finally:
                self._file.close()

    def _synchronize(self) -> None:
        """Wait until the lines are on the disk; a device or a pipe has none."""
        if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            os.fsync(self._file.fileno())

    def _lock(self) -> None:
        with contextlib.suppress(OSError):  # a file system without locks
            if not try_lock(self._file):
                raise FormatError(self.path, None, "another process is writing this file")

    def _size(self) -> int:
        """Return the size of the file; 0 if it is a device or a pipe."""
        return self.path.stat().st_size if self.path.is_file() else 0

    def _end_of_lines(self) -> int:
        """Return the size of the file without a last line that a killed run has not completed."""
        end = self._size()
        if end == 0:
            return 0
        with open(self.path, "rb") as file:
            while end > 0:
                begin = max(0, end - BLOCK)
                file.seek(begin)
                found = file.read(end - begin).rfind(b"\n")
                if found >= 0:
                    return begin + found + 1
                end = begin
        return end


def read_lines(path: Path, end: int | None = None) -> Iterator[str]:
    """Yield the lines of a text file, without their ends, up to the byte *end*; raises FormatError."""
    with usable(path), open(path, "rb") as file:
        read = 0
        for number, line in enumerate(file, 1):
            read += len(line)
            if end is not None and read > end:
                return
            try:
                yield line.decode().rstrip("\r\n")
            except UnicodeDecodeError:
                raise FormatError(path, number, "this is not a text file: choose another name") from None
