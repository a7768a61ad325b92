"""Names of openings. A name applies to a position rather than a sequence of moves.

Two games therefore have the same opening if they reach the same position by different moves, or if one is a
mirror image of the other. If a game reaches several named positions, the last name applies.
`data/opening_names.txt` lists the names and their sources.
"""

import functools
from collections.abc import Iterable
from importlib import resources
from typing import Final

from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color

NAMES_FILE: Final = "opening_names.txt"


def name_of(position: Position) -> str | None:
    """Return the name of the opening that ends in a position, or None if there is no such opening.

    >>> name_of(Board.parse("c4e3f6e6f5").position)
    'Tiger'
    """
    return _names().get(_key(position)) if position.empties >= _least_empties() else None


def name_of_game(positions: Iterable[Position]) -> str | None:
    """Return the name of the last position that has a name, or None if no position has one."""
    name = None
    for position in positions:
        name = name_of(position) or name
    return name


def openings() -> list[tuple[Board, str]]:
    """Return all named openings. Each is a pair of a new board, which contains the moves, and a name."""
    text = resources.files("othello").joinpath("data", NAMES_FILE).read_text(encoding="utf-8")
    lines = (line.partition("  ") for line in text.splitlines() if not line.startswith("%"))
    return [(Board.parse(moves), name) for moves, _, name in lines]


@functools.cache
def _names() -> dict[tuple[int, int, Color], str]:
    return {_key(board.position): name for board, name in openings()}


@functools.cache
def _least_empties() -> int:
    """Return the number of empty squares at the end of the longest named opening."""
    return min(board.empties for board, _ in openings())


def _key(position: Position) -> tuple[int, int, Color]:
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent, canonical.turn
