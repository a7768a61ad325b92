"""One game in a text: what people paste, and what programs hand over, in any format that is text."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from othello.board import Board
from othello.errors import InvalidNotationError, quoted
from othello.formats.files import format_of_text, game_of, problem_of
from othello.formats.ggf import format_ggf, parse_ggf
from othello.formats.obf import format_obf_line, parse_obf_line
from othello.formats.pgn import format_pgn, parse_pgn
from othello.formats.record import GameRecord
from othello.formats.scr import format_scr_line, parse_scr_line
from othello.formats.sgf import format_sgf, parse_sgf
from othello.formats.transcript import format_transcript, parse_transcript

T = TypeVar("T")

FEWEST_CELLS: Final = 63
"""A text with fewer characters is no board, not even one that lacks a cell."""


def parse_game(text: str, *, format: str | None = None) -> GameRecord:
    """The game of a text in the format of that name, by default the one that it looks like.

    The names are those of `othello.formats.files`, WTHOR apart, and "board", which is what
    `Board.parse` reads: a position in one line or as a diagram, and perhaps moves after it.
    Raises InvalidNotationError or IllegalMoveError.

    >>> parse_game("1. F5 D6 2. C3").moves == parse_game("(;GM[2];B[f5];W[d6];B[c3])").moves
    True
    """
    return _chosen(PARSERS, format or _format_of(text))(text)


def format_game(game: GameRecord, format: str) -> str:
    """The text of a game in the format of that name, which `parse_game` reads back.

    "obf" and "scr" have no place for moves, and are given the last position. Raises
    InvalidNotationError for an unknown format.

    >>> format_game(parse_game("f5d6c3"), "transcript")
    'f5d6c3'
    """
    return _chosen(FORMATTERS, format)(game)


def _format_of(text: str) -> str:
    """The name of the format that a text looks like."""
    name = format_of_text(text)
    if name is None:
        # What is wrong with it is told of a board or of moves, whichever was meant.
        return "board" if _is_like_cells(text) else "transcript"
    # Scripts are known by nothing but a position, after which a board may have moves.
    return "board" if name == "scr" and "%" not in text else name


def _is_like_cells(text: str) -> bool:
    """Whether a text is long enough for a board, and most of it is empty squares and discs."""
    cells = "".join(text.split())
    return len(cells) >= FEWEST_CELLS and sum(cell in "-._XxOo*0" for cell in cells) > len(cells) / 2


def _chosen(table: Mapping[str, T], name: str) -> T:
    found = table.get(name.lower())
    if found is None:
        raise InvalidNotationError(f"{quoted(name)} is no format of text: choose one of {', '.join(table)}")
    return found


PARSERS: Final[dict[str, Callable[[str], GameRecord]]] = {
    "ggf": parse_ggf,
    "sgf": parse_sgf,
    "pgn": parse_pgn,
    "transcript": lambda text: GameRecord.from_board(parse_transcript(text)),
    "obf": lambda text: game_of(parse_obf_line(text)),
    "scr": lambda text: game_of(parse_scr_line(text)),
    "board": lambda text: GameRecord.from_board(Board.parse(text)),
}
FORMATTERS: Final[dict[str, Callable[[GameRecord], str]]] = {
    "ggf": format_ggf,
    "sgf": format_sgf,
    "pgn": format_pgn,
    "transcript": lambda game: format_transcript(game.board()),
    "obf": lambda game: format_obf_line(problem_of(game)),
    "scr": lambda game: format_scr_line(problem_of(game)),
    "board": lambda game: game.board().format(),
}
