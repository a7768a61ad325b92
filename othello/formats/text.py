"""One game in a text, in any format of text: `parse_game` and `format_game`."""

from collections.abc import Callable
from typing import Final

from othello.board import Board
from othello.errors import InvalidNotationError, quoted
from othello.formats.detection import format_of_text
from othello.formats.record import GameRecord
from othello.formats.registry import FORMATS

FEWEST_CELLS: Final = 63
"""A text with fewer characters is not a board, not even one with a cell missing."""


def parse_game(text: str, *, format: str | None = None) -> GameRecord:
    """Return the game of a text, in a named format or in the one it looks like.

    The names are those of `othello.formats.registry`, except "wthor", and "board": what
    `Board.parse` reads, a position in one line or as a diagram, perhaps with moves after it. Raises
    InvalidNotationError or IllegalMoveError.

    >>> parse_game("1. F5 D6 2. C3").moves == parse_game("(;GM[2];B[f5];W[d6];B[c3])").moves
    True
    """
    parse, _ = _functions(format or _format_of(text))
    return parse(text)


def format_game(game: GameRecord, format: str) -> str:
    """Return the text of a game in the named format, which `parse_game` reads back.

    "obf" and "scr" hold the last position only. Raises InvalidNotationError for an unknown format.

    >>> format_game(parse_game("f5d6c3"), "transcript")
    'f5d6c3'
    """
    _, format_text = _functions(format)
    return format_text(game)


def _format_of(text: str) -> str:
    """Return the name of the format that a text looks like."""
    name = format_of_text(text)
    if name is None:
        # The error is then about a board or about moves, whichever was meant.
        return "board" if _is_like_cells(text) else "transcript"
    # A script is a position and nothing else; a board may have moves after it.
    return "board" if name == "scr" and "%" not in text else name


def _is_like_cells(text: str) -> bool:
    """Return whether a text is as long as a board and mostly made of cells."""
    cells = "".join(text.split())
    return len(cells) >= FEWEST_CELLS and sum(cell in "-._XxOo*0" for cell in cells) > len(cells) / 2


_Functions = tuple[Callable[[str], GameRecord], Callable[[GameRecord], str]]
_FUNCTIONS: dict[str, _Functions] = {
    each.name: (each.parse, each.format) for each in FORMATS.values() if each.parse and each.format
}
"""How each format of text is parsed and formatted."""
_FUNCTIONS["board"] = (
    lambda text: GameRecord.from_board(Board.parse(text)),
    lambda game: game.board().format(),
)


def _functions(name: str) -> _Functions:
    found = _FUNCTIONS.get(name.lower())
    if found is None:
        known = ", ".join(_FUNCTIONS)
        raise InvalidNotationError(f"{quoted(name)} is not a format of text: use one of {known}")
    return found
