"""Appends rows to files, for example JSON lines with the results of jobs.

A run can be killed at any time. An incomplete last line is ignored, and the next append cuts it off. Callers
read the lines first, so they notice another program's file before they change it. You can join the files of
several runs with `cat`.
"""

import contextlib
import json
import os
import stat
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from othello.errors import FormatError, OthelloError, quoted, usable
from othello.storage import outputs
from othello.storage.fields import Fields
from othello.storage.lock import try_lock

NOT_OURS: Final = "this program did not write this file: choose another name"
UNSEALED: Final = (
    "the row has no checksum: it was changed, or an old version of this program wrote it; choose another name"
)
CHECK: Final = ', "check": "'
"""The beginning of a row's last field. The field's value is the CRC-32 of all text before it."""
T = TypeVar("T")
MAX_LINE_BYTES: Final = 1 << 26
"""Maximum number of bytes in a line. Without a limit, reading from a device might never end."""
BLOCK: Final = 1 << 16
"""Number of bytes read at a time to find the last line ending."""


class Appended:
    """A file to which only this process appends."""

    def __init__(self, path: Path, *, sync: float = 1.0) -> None:
        """Open or create a file. Raises FormatError if this fails or another process has opened it.

        Every *sync* seconds, an append also waits until all data are on disk, where they survive a system
        crash. If *sync* is 0, every append waits. In any case, nothing is lost if only this process dies.
        """
        self.path, self._sync = path, sync
        self._synced = time.monotonic()
        with usable(path):
            # The file has no buffer, because a buffered file would retry a failed write when it is closed.
            self._file = open(path, "ab", buffering=0)  # noqa: SIM115 - `close` closes it
            try:
                # The file is locked before its size is read. Otherwise another process could complete a line
                # that `_whole` did not count.
                self._lock()
                outputs.sync_folder(path.absolute().parent)
                self._end = self._whole()
                self._begin()
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append_bytes(self, rest: bytes) -> None:
        """Append bytes after the last whole row. Raises FormatError if this fails or the file was removed."""
        with usable(self.path):
            if self._end < self._size():  # the new row must not continue an unfinished row
                self._file.truncate(self._end)
            while rest:
                written = self._file.write(rest)
                rest = rest[written:]
                self._end += written
            if time.monotonic() - self._synced >= self._sync:
                self._synced = time.monotonic()
                self._synchronize()
            if not os.fstat(self._file.fileno()).st_nlink:
                raise FormatError(self.path, None, "the file was removed while this run was writing to it")

    def close(self) -> None:
        """Close the file. Raises FormatError if its data cannot be written to disk."""
        if not self._file.closed:
            try:
                with usable(self.path):
                    self._synchronize()
            finally:
                self._file.close()

    def _synchronize(self) -> None:
        """Wait until all data are on disk. For a device or a pipe, do nothing."""
        if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            os.fsync(self._file.fileno())

    def _lock(self) -> None:
        with contextlib.suppress(OSError):  # a file system without locks
            if not try_lock(self._file):
                raise FormatError(self.path, None, "another process is writing to this file")

    def _whole(self) -> int:
        """Return the size of the file up to its last whole row. Raises FormatError."""
        return self._size()

    def _begin(self) -> None:
        """Write the beginning of a new file, or check the beginning of an old file. Raises FormatError."""

    def _size(self) -> int:
        """Return the size of the file. A device or a pipe has size 0."""
        status = os.fstat(self._file.fileno())
        return status.st_size if stat.S_ISREG(status.st_mode) else 0


class AppendedFile(Appended):
    """A file to which only this process appends lines."""

    def __init__(self, path: Path, *, begins: str = "", sync: float = 1.0) -> None:
        """Open or create a file, as `Appended` does.

        If the file contains only an unfinished line, the line must begin with *begins*, because a killed run
        of this kind leaves no other line. If it does not, FormatError is raised.
        """
        self._begins = begins.encode()
        super().__init__(path, sync=sync)

    def lines(self) -> Iterator[str]:
        """Yield the file's lines without their line endings. Raises FormatError if it is not a text file.

        Yields nothing for a device or a pipe, because reading from it could block or take lines from another
        reader.
        """
        return read_lines(self.path, self._end) if self._size() else iter(())

    def append(self, *lines: str) -> None:
        """Append lines. Raises FormatError if this fails or the file was removed."""
        self.append_bytes("".join(f"{line}\n" for line in lines).encode())

    def _whole(self) -> int:
        end = self._end_of_lines()
        if not end:
            self._check_begin(self._begins)
        return end

    def _check_begin(self, begins: bytes) -> None:
        """Raise FormatError if the file consists of an unfinished line that does not begin with *begins*."""
        if self._size():
            with open(self.path, "rb") as file:
                if not begins.startswith(file.read(len(begins))):
                    raise FormatError(self.path, 1, NOT_OURS)

    def _end_of_lines(self) -> int:
        """Return the size of the file up to the end of its last whole line."""
        end = self._size()
        if end == 0:
            return 0
        with open(self.path, "rb") as file:
            while end > 0:
                begin = max(0, end - BLOCK)
                file.seek(begin)
                offset = file.read(end - begin).rfind(b"\n")
                if offset >= 0:
                    return begin + offset + 1
                end = begin
        return end


class ContinuedFile(AppendedFile):
    """A JSON Lines file that a later run can resume.

    Its first line identifies the run (see `search.identity.heading`).
    """

    def __init__(self, path: Path, heading: Mapping[str, object], *, sync: float = 1.0) -> None:
        """Open or create a file. Raises FormatError, leaving the file unchanged, if its heading differs."""
        self._heading, own = heading, json.dumps(heading)
        super().__init__(path, begins=own[: own.index(":") + 2], sync=sync)

    def _begin(self) -> None:
        first = next(self.lines(), None)
        if first is None:
            self.append(json.dumps(self._heading))
        else:
            check_heading(self.path, first, self._heading)

    def rows(self, parse: Callable[[Fields], T]) -> Iterator[T]:
        """Yield the result of *parse* for each line after the first. Raises FormatError, like `rows`."""
        return rows(self.path, islice(enumerate(self.lines(), 1), 1, None), parse)


def check_heading(path: Path, line: str | bytes, heading: Mapping[str, object]) -> None:
    """Raise FormatError if a run with *heading* cannot resume the file whose first line is *line*."""
    other: object = None
    with contextlib.suppress(ValueError, RecursionError):
        other = json.loads(line)
    if reason := refusal(other, heading):
        raise FormatError(path, 1, reason)


def refusal(file_heading: object, heading: Mapping[str, object]) -> str | None:
    """Return why a run with *heading* cannot resume a file with *file_heading*, or None if it can.

    The headings must be equal, including the order of an option's values.
    """
    if not isinstance(file_heading, dict) or file_heading.get("format") != heading["format"]:
        return f"this file is not in the format '{heading['format']}': choose another name"
    shown = (
        (name, _shown(file_heading.get(name)), _shown(own))
        for name, own in heading.items()
        if json.dumps(file_heading.get(name)) != json.dumps(own)
    )
    # Long values are shortened when they are quoted, so different values may look the same.
    other = [f"{name} {was} instead of {now}" if was != now else f"other {name}" for name, was, now in shown]
    if not other:
        return None
    run = f"the file belongs to a run with {' and '.join(other)}"
    return f"{run}: repeat that command, choose another name, or remove this file"


def _shown(value: object) -> str:
    """Return an option's value in quotes, or "none" if it was not given."""
    return "none" if value is None else quoted(str(value))


def read_lines(path: Path, end: int | None = None) -> Iterator[str]:
    """Yield the lines of a text file up to byte *end*, without their line endings. Raises FormatError."""
    with usable(path), open(path, "rb") as file:
        read = number = 0
        while line := file.readline(MAX_LINE_BYTES):
            read += len(line)
            number += 1
            if end is not None and read > end:
                return
            try:
                if len(line) == MAX_LINE_BYTES:
                    raise ValueError
                yield line.decode().rstrip("\r\n")
            except ValueError:
                raise FormatError(path, number, "this is not a text file: choose another name") from None


def sealed(row: Mapping[str, object]) -> str:
    """Format an object as a JSON line whose last field, "check", is a checksum."""
    text = json.dumps(row)[:-1]  # the closing brace is omitted here, because it follows the checksum
    return f"{text}{CHECK}{_end_of_row(text)}"


def rows(
    path: Path, lines: Iterable[tuple[int, str]], parse: Callable[[Fields], T], *, is_sealed: bool = True
) -> Iterator[T]:
    """Parse the JSON object in each line, call *parse* with the object, and yield the results.

    lines     -- the lines with their numbers. Blank lines are skipped.
    parse     -- raises OthelloError for an object that is not a row
    is_sealed -- whether each line must have the checksum that `sealed` adds

    Raises FormatError with the line number.
    """
    for number, line in lines:
        if line.strip():
            try:
                if is_sealed:
                    check_seal(line)
                yield parse(Fields.parse(line, "the row"))
            except OthelloError as error:
                raise FormatError(path, number, str(error)) from None


def check_seal(line: str) -> None:
    """Raise OthelloError if the checksum that `sealed` adds is missing or wrong."""
    text, mark, checksum = line.rpartition(CHECK)
    if not mark:
        Fields.parse(line, "the row")  # if the line is not a JSON object at all, this error is more precise
        raise OthelloError(UNSEALED)
    if checksum != _end_of_row(text):
        raise OthelloError("the checksum is wrong: the row was changed")


def _end_of_row(text: str) -> str:
    """Return the end of a row: the checksum of *text*, which precedes the end, and the closing brace."""
    return f'{zlib.crc32(text.encode()):08x}"}}'
