"""The exceptions of the library: bad input, failing engines, and missing machine code.

A message is one sentence. It tells what is wrong, where, and what would be right.

OthelloError (a ValueError)
├── InvalidNotationError    a text that is not a square, move, board or game
├── InvalidPositionError    two bitboards that are not a position
├── IllegalMoveError        a move that the rules do not allow
├── FormatError             a file that cannot be read or written, with its path and line
└── EngineFailure           another engine that fails, see `othello.open_engine`
NoLibraryError (an ImportError)     there is no machine code for this processor
"""

import contextlib
import os
import re
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SIGNALED: Final = 128
"""Exit status of a process that a signal ended, as in shells: this number plus the signal's number."""
INTERRUPTED: Final = SIGNALED + 2
"""Exit status after Ctrl-C, which is the signal SIGINT."""
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def quoted(text: str, longest: int = 40) -> str:
    """Return *text* in quotes for an error message. It is cut after *longest* characters."""
    return repr(text if len(text) <= longest else f"{text[:longest]}...")


def visible(text: str) -> str:
    r"""Return *text* with its control characters escaped, so that a terminal does not obey them.

    Tabs and line feeds are kept. Characters that change the direction of writing count as control characters.

    >>> visible("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return _CONTROLS.sub(lambda match: repr(match[0])[1:-1], text)


class OthelloError(ValueError):
    """Base class of the library's errors about input, files and other engines."""


class NoLibraryError(ImportError):
    """Raised if there is no machine code for this processor, and none can be compiled."""


class OutputError(OSError):
    """Raised if standard output cannot be written."""


class InvalidNotationError(OthelloError):
    """Raised for a string that is not a square, a move, a board or a game in the expected notation."""


class InvalidPositionError(OthelloError):
    """Raised for bitboards that are not a position: they overlap, or one has more than 64 bits."""


class IllegalMoveError(OthelloError):
    """Raised for a move that the rules do not allow in this position."""


class FormatError(OthelloError):
    """Raised if a file, or a line or a game in it, cannot be read or written."""

    def __init__(self, path: str | Path, line: int | None, reason: str, game: int | None = None) -> None:
        super().__init__(path, line, reason, game)
        self.path = Path(path)
        """The file, as the caller named it."""
        self.line = line
        """Number of the line, from 1. None if the error concerns the whole file or the file has no lines."""
        self.reason = reason
        """The reason, as a clause without a final period, such as "the file is empty"."""
        self.game = game
        """Number of the game, from 1, in a file that has no lines. None in other files."""

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        game = "" if self.game is None else f", game {self.game}"
        return visible(f"{self.path}{line}{game}: {self.reason}")


def check_name(path: str | Path) -> None:
    """Raise FormatError if no file can have the name *path*, for example if it contains a zero byte."""
    with contextlib.suppress(OSError):
        try:
            os.stat(path)
        except ValueError:
            raise FormatError(path, None, "this cannot be the name of a file") from None


def check_regular(path: str | Path) -> None:
    """Raise FormatError unless *path* is a regular file that is not empty. Reading other files may never end.

    Some files in /proc claim to be regular and empty, but reading them would wait for data.
    """
    check_name(path)
    with usable(path):
        state = os.stat(path)
    if not stat.S_ISREG(state.st_mode):
        raise FormatError(path, None, "this is not a regular file")
    if not state.st_size:
        raise FormatError(path, None, "the file is empty")


@contextlib.contextmanager
def usable(path: str | Path) -> Iterator[None]:
    """Within the block, turn system errors, and errors about damaged compressed data, into FormatError.

    Errors from standard output are raised unchanged, because they are not about *path*.
    """
    try:
        yield
    except OutputError:
        raise
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(path, None, reason.lower()) from None


@contextlib.contextmanager
def readable(path: str | Path, damaged: str) -> Iterator[None]:
    """Within the block, turn the errors of a library that reads a file into FormatError.

    *damaged* is the reason in these errors. NumPy and pyarrow can raise nearly any exception for a damaged
    file. `usable` handles system errors.
    """
    with usable(path):
        try:
            yield
        except (OSError, MemoryError):
            raise
        except Exception as error:
            raise FormatError(path, None, damaged) from error
