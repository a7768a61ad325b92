"""One game as a text in any text format: `parse_game` and `format_game`."""

from collections.abc import Callable
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.formats.boards import is_other_board, parse_board
from othello.formats.detection import format_of_text
from othello.formats.record import GameRecord
from othello.formats.registry import FORMATS
from othello.formats.textfile import LONGEST_GAME

BYTE_ORDER_MARK: Final = "\ufeff"
FEWEST_CELLS: Final = 63
"""A text of at least this length may be a board, perhaps with a missing cell."""


def parse_game(text: str, *, format: str | None = None) -> GameRecord:
    """Return the game of a text; without *format*, its format is detected.

    *format* is a name in `othello.formats.registry` except "wthor", or "board" for the texts that
    `Board.parse` reads, a position in one line or as a diagram and moves after it, and those that
    `othello.formats.boards` lists. Raises
    InvalidNotationError or IllegalMoveError.

    >>> parse_game("1. F5 D6 2. C3").moves == parse_game("(;GM[2];B[f5];W[d6];B[c3])").moves
    True
    """
    # An argument that is not UTF-8 has lone surrogates, which no file can store.
    text = text.removeprefix(BYTE_ORDER_MARK).encode("utf-8", "replace").decode()
    if len(text) > LONGEST_GAME:
        raise InvalidNotationError(f"the text has more than {LONGEST_GAME >> 20} MiB: give one game")
    parse, _ = _functions(format or _format_of(text))
    return parse(text)


def format_game(game: GameRecord, format: str) -> str:
    """Return the text of a game in the named format, which `parse_game` reads back.

    "obf" and "scr" keep the last position only. Raises InvalidNotationError for an unknown format.

    >>> format_game(parse_game("f5d6c3"), "transcript")
    'f5d6c3'
    """
    _, format_text = _functions(format)
    return format_text(game)


def _format_of(text: str) -> str:
    """Return the name of the detected format of a text."""
    name = format_of_text(text)
    if name is None:
        # Parsing then reports an error about the board or about the moves.
        return "board" if is_other_board(text) or _is_like_cells(text) else "transcript"
    # Read a position without a comment as a board, which may have moves after it.
    return "board" if name == "scr" and "%" not in text else name


def _is_like_cells(text: str) -> bool:
    """Return whether a text is at least as long as a board and consists mostly of cells."""
    cells = "".join(text.split())
    return len(cells) >= FEWEST_CELLS and sum(cell in "-._XxOo*0" for cell in cells) > len(cells) / 2


_Functions = tuple[Callable[[str], GameRecord], Callable[[GameRecord], str]]
_FUNCTIONS: dict[str, _Functions] = {
    each.name: (each.parse, each.format) for each in FORMATS.values() if each.parse and each.format
}
"""The functions that parse and format each text format."""
_FUNCTIONS["board"] = (
    parse_board,
    lambda game: game.board().format(),
)


def _functions(name: str) -> _Functions:
    found = _FUNCTIONS.get(name.lower())
    if found is None:
        known = ", ".join(_FUNCTIONS)
        raise InvalidNotationError(f"{quoted(name)} is not a text format: use one of {known}")
    return found
