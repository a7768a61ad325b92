"""Names of openings, which belong to positions and not to sequences of moves.

So two games have the same opening if they reach the same position by different moves, or if one game mirrors
the other. If a game reaches several named positions, the last one names it. `data/opening_names.txt` lists
the names and their sources.
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
    """Return the name of the opening that ends with a position, or None if no opening does.

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
    """Return all named openings as pairs of a new board, which contains the moves, and the name."""
    text = resources.files("othello").joinpath("data", NAMES_FILE).read_text(encoding="utf-8")
    lines = (line.partition("  ") for line in text.splitlines() if not line.startswith("%"))
    return [(Board.parse(moves), name) for moves, _, name in lines]


@functools.cache
def _names() -> dict[tuple[int, int, Color], str]:
    return {_key(board.position): name for board, name in openings()}


@functools.cache
def _least_empties() -> int:
    """Return the number of empty squares after the longest named opening."""
    return min(board.empties for board, _ in openings())


def _key(position: Position) -> tuple[int, int, Color]:
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent, canonical.turn
