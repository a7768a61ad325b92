"""What may be wrong with the things people hand in.

    OthelloError (a ValueError)
    ├── InvalidNotationError    a text that is no square, move, board or transcript
    ├── InvalidPositionError    words that are no position
    ├── IllegalMoveError        a move that the rules do not allow
    └── FormatError             a file that cannot be read, with its path and line

A message is one sentence: what is wrong, where, and what would be right.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path


def quoted(text: str, longest: int = 40) -> str:
    """A text as a message shows it: in quotes, and cut if it is long."""
    return repr(text if len(text) <= longest else f"{text[:longest]}...")


class OthelloError(ValueError):
    """Everything this package raises for bad input."""


class InvalidNotationError(OthelloError):
    """The text does not say what it should: a matter of syntax."""


class InvalidPositionError(OthelloError):
    """The words are no position: discs overlap, or a word has more than 64 bits."""


class IllegalMoveError(OthelloError):
    """The move is well written, but the rules do not allow it here."""


class FormatError(OthelloError):
    """A file, or one line or game of it, that cannot be read or written."""

    def __init__(self, path: str | Path, line: int | None, reason: str, game: int | None = None) -> None:
        super().__init__(path, line, reason, game)
        self.path = Path(path)
        """The file, as the caller named it."""
        self.line = line
        """Number of the line, from 1; None when the whole file is meant, or the file has no lines."""
        self.reason = reason
        """What is wrong there."""
        self.game = game
        """Number of the game, from 1, in a file without lines."""

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        game = "" if self.game is None else f", game {self.game}"
        return f"{self.path}{line}{game}: {self.reason}"


def unusable(path: str | Path, error: Exception) -> FormatError:
    """The error of a file that the system does not let us use."""
    return FormatError(path, None, f"{getattr(error, 'strerror', None) or error}".lower())


@contextlib.contextmanager
def usable(path: str | Path) -> Iterator[None]:
    """What the system does not let us do with a file raises FormatError with its name."""
    try:
        yield
    except OSError as error:
        raise unusable(path, error) from None
