"""Files of rows of one size, which can be appended to.

A file is a first line of LINE bytes and then rows, little-endian, each with its CRC-32. The line names what
the rows are, the version of their layout, and whether they are for training or for tests. Every row has the
number of its game, and the rows of a game lie together. A file that ends in the middle of a row loses only
that row.
"""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, usable
from othello.storage import outputs
from othello.storage.append import Appended

LINE: Final = 24
PURPOSES: Final = ("fit", "test")
"""What rows are for, by whether they are for tests."""


@dataclass(frozen=True, eq=False)
class RecordFormat:
    """A kind of file."""

    name: str
    """The kind of the rows, which is also the suffix of their files."""
    version: int
    row: Any
    """The dtype of a row; its field `game` has the number of the game."""
    faults: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """What can be wrong with rows: functions from rows to whether each is, by the words for messages."""

    @property
    def suffix(self) -> str:
        """The suffix of files, with its dot."""
        return f".{self.name}"

    @property
    def stored(self) -> Any:
        """The dtype of a row with its checksum, as files have it."""
        return np.dtype([("row", self.row), ("check", "<u4")])

    def first_line(self, *, is_test: bool) -> bytes:
        """Return the first line of a file."""
        return f"othello-{self.name} {self.version} {PURPOSES[is_test]}".encode().ljust(LINE - 1) + b"\n"

    def read(self, path: Path) -> tuple[Any, bool]:
        """Return the rows of a file and whether they are for tests; raises FormatError for another file."""
        with usable(path):
            data = path.read_bytes()
        line = data[:LINE]
        for is_test in (False, True):
            if line == self.first_line(is_test=is_test):
                whole = (len(data) - LINE) // self.stored.itemsize * self.stored.itemsize
                return self.unpacked(path, memoryview(data)[LINE : LINE + whole]), is_test
        expected = self.first_line(is_test=False).decode().rsplit(maxsplit=1)[0]
        raise FormatError(path, None, f"not a file of {self.name}: it does not begin with {expected!r}")

    def replace(self, path: Path, rows: Any, *, is_test: bool) -> None:
        """Write a file whole, or leave what was there; raises FormatError."""
        with usable(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with outputs.replacing(path) as file:
                file.write(self.first_line(is_test=is_test))
                file.write(self.packed(rows))

    def packed(self, rows: Any) -> bytes:
        """Return rows with their checksums, as files have them."""
        found = np.empty(len(rows), self.stored)
        found["row"] = rows
        found["check"] = self._checksums(found)
        return found.tobytes()

    def unpacked(self, path: Path, data: bytes | memoryview) -> Any:
        """Return the rows that `packed` has made bytes of; raises FormatError for a damaged one."""
        stored = np.frombuffer(data, self.stored)
        self._check(path, "the checksum is wrong", self._checksums(stored) != stored["check"])
        rows = stored["row"].copy()
        for fault, is_bad in self.faults.items():
            self._check(path, fault, is_bad(rows))
        return rows

    def _checksums(self, stored: Any) -> Any:
        data, size = memoryview(stored.view(np.uint8)), int(self.row.itemsize)
        checksums = (zlib.crc32(data[at : at + size]) for at in range(0, len(data), stored.itemsize))
        return np.fromiter(checksums, np.uint32, len(stored))

    def _check(self, path: Path, fault: str, is_bad: Any) -> None:
        """Raise FormatError for the first row that has this fault."""
        if len(bad := np.flatnonzero(is_bad)):
            raise FormatError(path, None, f"row {int(bad[0]) + 1} of {self.name}: {fault}")


class RecordFile(Appended):
    """A file of rows that one process appends to, and later runs continue."""

    def __init__(self, path: Path, format: RecordFormat, *, is_test: bool) -> None:
        """Open or create a file; raises FormatError, also for a file of other rows or another purpose."""
        self._format, self._is_test = format, is_test
        self.games: Any = np.zeros(0, np.uint32)
        """Numbers of the games in the file; the last one was left out, because it may be incomplete."""
        super().__init__(path)

    def _begin(self) -> None:
        if not self._end:
            self.append_bytes(self._format.first_line(is_test=self._is_test))

    def append(self, rows: Any) -> None:
        """Append the rows of a game; raises FormatError."""
        self.append_bytes(self._format.packed(rows))

    def _whole(self) -> int:
        size = self._size()
        if size < LINE and self._format.first_line(is_test=self._is_test).startswith(self.path.read_bytes()):
            return 0
        rows, is_test = self._format.read(self.path)
        if is_test != self._is_test:
            reason = f"these rows are for {PURPOSES[is_test]}: choose another folder"
            raise FormatError(self.path, None, reason)
        kept = int(np.argmax(rows["game"] == rows["game"][-1])) if len(rows) else 0
        self.games = np.unique(rows["game"][:kept])
        return LINE + kept * int(self._format.stored.itemsize)
