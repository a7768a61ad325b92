"""Defines `parse_game` and `format_game`, which convert between games and strings in any text format."""

from collections.abc import Callable
from typing import Final, TypeVar

from othello.errors import InvalidNotationError, quoted
from othello.formats.boards import is_like_cells
from othello.formats.detection import format_of_text
from othello.formats.record import GameRecord
from othello.formats.registry import FORMATS
from othello.formats.textfile import LONGEST_GAME

F = TypeVar("F")

BYTE_ORDER_MARK: Final = "\ufeff"


def parse_game(text: str, *, format: str | None = None) -> GameRecord:
    """Return the game in a string.

    *format* can be the name of any format except "wthor", which is binary. By default, the format is
    detected. Raises InvalidNotationError if *text* cannot be read. Raises IllegalMoveError if it contains an
    illegal move.

    >>> parse_game("1. F5 D6 2. C3").moves == parse_game("(;GM[2];B[f5];W[d6];B[c3])").moves
    True
    """
    # A command-line argument that is not UTF-8 becomes a str with lone surrogates, which no file can store.
    text = text.removeprefix(BYTE_ORDER_MARK).encode("utf-8", "replace").decode()
    if len(text) > LONGEST_GAME:
        raise InvalidNotationError(f"the text is larger than {LONGEST_GAME >> 20} MiB: give only one game")
    return _of(_PARSERS, format or format_of_game(text), "read")(text)


def format_game(game: GameRecord, format: str) -> str:
    """Return a game as a string in the named format, which `parse_game` can read.

    In the format "obf", the string contains only the last position. Raises InvalidNotationError if the format
    is unknown or cannot be written.

    >>> format_game(parse_game("f5d6c3"), "transcript")
    'f5d6c3'
    """
    return _of(_FORMATTERS, format, "write")(game)


def format_of_game(text: str) -> str:
    """Return the name of the format that `parse_game` detects in *text*."""
    name = format_of_text(text)
    if name is None:
        # The parser of this format then raises an exception about the board or the moves.
        return "board" if is_like_cells(text) else "transcript"
    # A position in OBF without scores or a comment is read as a board.
    return "board" if name == "obf" and not set(";%") & set(text) else name


_PARSERS: Final = {
    file_format.name: file_format.parse for file_format in FORMATS.values() if file_format.parse
}
_FORMATTERS: Final[dict[str, Callable[[GameRecord], str]]] = {
    **{file_format.name: file_format.format for file_format in FORMATS.values() if file_format.format},
    "board": lambda game: game.board().format(),
}


def _of(functions: dict[str, F], name: str, use: str) -> F:
    function = functions.get(name.lower())
    if function is None:
        known = ", ".join(functions)
        raise InvalidNotationError(f"{quoted(name)} is not a text format to {use}: use one of {known}")
    return function
