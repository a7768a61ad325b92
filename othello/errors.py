"""What may be wrong with the things people hand in.

    OthelloError (a ValueError)
    ├── InvalidNotationError    a text that is no square, move, board or transcript
    ├── InvalidPositionError    words that are no position
    ├── IllegalMoveError        a move that the rules do not allow
    └── FormatError             a file that cannot be read, with its path and line

A message is one sentence: what is wrong, where, and what would be right.
"""

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
    """A file, or one line of it, that cannot be read."""

    def __init__(self, path: str | Path, line: int | None, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path = Path(path)
        """The file, as the caller named it."""
        self.line = line
        """Number of the line, from 1; None when the whole file is meant."""
        self.reason = reason
        """What is wrong there."""

    def __str__(self) -> str:
        where = f"{self.path}" if self.line is None else f"{self.path}, line {self.line}"
        return f"{where}: {self.reason}"
