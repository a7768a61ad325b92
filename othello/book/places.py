"""Where books are: the one in the package, and checks of files that do not load the compiler."""

from importlib import resources
from pathlib import Path
from typing import Final

from othello.errors import FormatError, check_regular, usable

APPLICATION: Final = 0x4F746862
"""SQLite's application id of a book: "Othb"."""
_SQLITE: Final = b"SQLite format 3\0"
_OFFSET: Final = 68
"""Place of the application id in the file, as SQLite documents it."""


def shipped() -> Path:
    """Return the book that comes with the package."""
    return Path(str(resources.files("othello").joinpath("data", "opening.book")))


def check(path: Path) -> None:
    """Raise FormatError for a file that is missing or is not a book."""
    check_regular(path)
    with usable(path), open(path, "rb") as file:
        start = file.read(_OFFSET + 4)
    if not start.startswith(_SQLITE) or int.from_bytes(start[_OFFSET:], "big") != APPLICATION:
        raise FormatError(path, None, "this is not an opening book of this program")
