"""The path of the book in the package, and a quick check of book files that needs no compiled code."""

import os
from importlib import resources
from pathlib import Path
from typing import Final

from othello.errors import FormatError, check_regular, usable

APPLICATION: Final = 0x4F746862
"""The application id that SQLite stores in the file of a book: "Othb"."""
_SQLITE: Final = b"SQLite format 3\0"
_PAGE_SIZE, _PAGES, _CHANGES, _APPLICATION, _VALID_FOR, _HEADER = 16, 28, 24, 68, 92, 100
"""Offsets of numbers in the file's header and the header's length, as documented by SQLite."""


def shipped() -> Path:
    """Return the path of the book that comes with the package."""
    return Path(str(resources.files("othello").joinpath("data", "opening.book")))


def check(path: Path) -> None:
    """Raise FormatError if a file does not exist, is not a book, or is truncated."""
    check_regular(path)
    with usable(path), open(path, "rb") as file:
        header = file.read(_HEADER)
        size = file.seek(0, os.SEEK_END)

    def number(offset: int, length: int = 4) -> int:
        return int.from_bytes(header[offset : offset + length], "big")

    if not header.startswith(_SQLITE) or number(_APPLICATION) != APPLICATION:
        raise FormatError(path, None, "this is not an opening book of this program")
    pages = number(_PAGES) if number(_CHANGES) == number(_VALID_FOR) else 1
    # While a process writes to a book, or after such a process was killed, some pages may be in a separate
    # file.
    is_written = any(path.with_name(f"{path.name}-{name}").exists() for name in ("wal", "journal"))
    if size < pages * number(_PAGE_SIZE, 2) and not is_written:
        raise FormatError(path, None, "the book is damaged: its end is missing")
