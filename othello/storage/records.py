"""Reads, writes and appends to files of equally sized rows.

The first line is a JSON object that describes the rows and their origin. The rows follow in little-endian
order, each with its CRC-32. If a file ends in the middle of a row, only that row is lost.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, usable
from othello.storage import outputs
from othello.storage.append import MAX_LINE_BYTES, NOT_OURS, Appended, check_heading

AT_ONCE: Final = 1 << 16
"""Number of rows read at a time."""
PURPOSES: Final = ("fit", "test")
"""The purposes that rows can serve, indexed by *is_test*."""


def first_line(heading: Mapping[str, object]) -> bytes:
    """Return the first line of a file with this heading."""
    return json.dumps(heading).encode() + b"\n"


@dataclass(frozen=True, eq=False)
class RecordFormat:
    """A kind of row and how files store it."""

    name: str
    """The kind's name, which is also the suffix of its files."""
    version: int
    row: Any
    """The NumPy dtype of a row. Its field `game` is the number of the game."""
    faults: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Maps messages about faults to tests. A test returns, for each row, whether it has the fault."""

    @property
    def suffix(self) -> str:
        """The suffix of the files, including the dot."""
        return f".{self.name}"

    @property
    def stored(self) -> Any:
        """The NumPy dtype of a row and its checksum, as stored in files."""
        return np.dtype([("row", self.row), ("check", "<u4")])

    def heading(self, *, is_test: bool) -> dict[str, object]:
        """Return the object for the first line of a file whose rows are for tests or for training."""
        return {"format": f"othello {self.name} {self.version}", "purpose": PURPOSES[is_test]}

    def read(self, path: Path) -> tuple[Any, bool]:
        """Return the rows of a file and whether they are for tests. Raises FormatError for other files."""
        with usable(path):
            data = memoryview(path.read_bytes())
        for is_test in (False, True):
            line = first_line(self.heading(is_test=is_test))
            if data[: len(line)] == line:
                whole = (len(data) - len(line)) // self.stored.itemsize * self.stored.itemsize
                return self.unpacked(path, data[len(line) :][:whole]), is_test
        raise FormatError(
            path, None, f"this is not a file of {self.name} in this version: repeat the command that wrote it"
        )

    def replace(self, path: Path, rows: Any, *, is_test: bool) -> None:
        """Write a file. If this fails, raise FormatError and keep the existing file, if any."""
        with usable(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with outputs.replacing(path) as file:
                file.write(first_line(self.heading(is_test=is_test)))
                file.write(self.packed(rows))

    def packed(self, rows: Any) -> bytes:
        """Return rows and their checksums as bytes for a file."""
        stored = np.empty(len(rows), self.stored)
        stored["row"] = rows
        stored["check"] = self._checksums(stored)
        return stored.tobytes()

    def unpacked(self, path: Path, data: bytes | memoryview, first: int = 0) -> Any:
        """Return the rows in bytes that `packed` has returned. Raises FormatError if a row is damaged.

        *first* is the number of rows that precede these bytes in the file.
        """
        stored = np.frombuffer(data, self.stored)
        is_damaged = self._checksums(stored) != stored["check"]
        self._check(path, "the checksum is wrong", is_damaged, first)
        rows = stored["row"].copy()
        for fault, is_bad in self.faults.items():
            self._check(path, fault, is_bad(rows), first)
        return rows

    def _checksums(self, stored: Any) -> Any:
        data, size = memoryview(stored.view(np.uint8)), int(self.row.itemsize)
        checksums = (zlib.crc32(data[at : at + size]) for at in range(0, len(data), stored.itemsize))
        return np.fromiter(checksums, np.uint32, len(stored))

    def _check(self, path: Path, fault: str, is_bad: Any, first: int) -> None:
        """Raise FormatError if any row has this fault. The message names the first such row."""
        if len(bad := np.flatnonzero(is_bad)):
            raise FormatError(path, None, f"row {first + int(bad[0]) + 1} of {self.name}: {fault}")


class RecordFile(Appended):
    """A file of rows that a later run can resume. Only this process appends to it."""

    def __init__(self, path: Path, format: RecordFormat, heading: Mapping[str, object]) -> None:
        """Open or create a file. Raises FormatError, leaving the file unchanged, if its heading differs."""
        self._format, self._heading, self._line = format, heading, first_line(heading)
        self._row_size = int(format.stored.itemsize)
        super().__init__(path)

    @property
    def count(self) -> int:
        """The number of whole rows in the file."""
        return (self._end - len(self._line)) // self._row_size

    def append(self, rows: Any) -> None:
        """Append rows. Raises FormatError if this fails."""
        self.append_bytes(self._format.packed(rows))

    def keep(self, count: int) -> None:
        """Keep only the first *count* rows. Further rows are ignored, and the next append removes them."""
        self._end = len(self._line) + count * self._row_size

    def blocks(self) -> Iterator[Any]:
        """Yield the rows in blocks of up to AT_ONCE rows. Raises FormatError if a row is damaged."""
        with usable(self.path), open(self.path, "rb") as file:
            file.seek(len(self._line))
            for first in range(0, self.count, AT_ONCE):
                size = min(self.count - first, AT_ONCE) * self._row_size
                yield self._format.unpacked(self.path, file.read(size), first)

    def _begin(self) -> None:
        if not self._end:
            self.append_bytes(self._line)

    def _whole(self) -> int:
        size = self._size()
        with open(self.path, "rb") as file:
            line = file.readline(MAX_LINE_BYTES)
        if line == self._line:
            return size - (size - len(line)) % self._row_size
        if self._line.startswith(line):
            return 0
        if line.endswith(b"\n"):
            check_heading(self.path, line, self._heading)
        raise FormatError(self.path, 1, NOT_OURS)
