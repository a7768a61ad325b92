"""Files of rows of one size, which can be appended to.

A file is a first line of LINE bytes and then rows, little-endian. The line names what the rows are, the
version of their layout, and whether they are for training or for tests. Every row has the number of its
game, and the rows of a game lie together. A file that ends in the middle of a row loses only
that row.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello import outputs
from othello.errors import FormatError, usable

LINE: Final = 24
PURPOSES: Final = ("fit", "test")
"""What rows are for, by whether they are for tests."""


@dataclass(frozen=True, eq=False)
class RecordFormat:
    """A kind of file."""

    name: str
    """What the rows are, and the suffix of files."""
    version: int
    row: Any
    """The dtype of a row; its field `game` has the number of the game."""

    @property
    def suffix(self) -> str:
        """The suffix of files, with its dot."""
        return f".{self.name}"

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
                whole = (len(data) - LINE) // self.row.itemsize
                return np.frombuffer(data, self.row, whole, LINE), is_test
        expected = self.first_line(is_test=False).decode().rsplit(maxsplit=1)[0]
        raise FormatError(path, None, f"not a file of {self.name}: it does not begin with {expected!r}")

    def _begins_with(self, begun: bytes) -> bool:
        """Return whether a file may begin with some bytes."""
        return any(self.first_line(is_test=is_test).startswith(begun) for is_test in (False, True))

    def append(self, path: Path, rows: Any, *, is_test: bool) -> None:
        """Append rows to a file, which is created if needed; raises FormatError."""
        with usable(path), path.open("ab") as file:
            if file.tell() == 0:
                file.write(self.first_line(is_test=is_test))
            file.write(rows.astype(self.row, copy=False).tobytes())

    def replace(self, path: Path, rows: Any, *, is_test: bool) -> None:
        """Write a file whole, or leave what was there; raises FormatError."""
        with usable(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with outputs.replacing(path) as file:
                file.write(self.first_line(is_test=is_test))
                file.write(rows.astype(self.row, copy=False).tobytes())

    def mend(self, path: Path) -> Any:
        """Truncate a file to whole games and return the numbers of these games; raises FormatError.

        The last game is removed, because it may be incomplete.
        """
        with usable(path):
            if path.stat().st_size < LINE and self._begins_with(path.read_bytes()):
                path.unlink()
                return np.zeros(0, np.uint32)
            rows, _ = self.read(path)
            kept = int(np.argmax(rows["game"] == rows["game"][-1])) if len(rows) else 0
            with path.open("r+b") as file:
                file.truncate(LINE + kept * self.row.itemsize)
        return np.unique(rows["game"][:kept])
