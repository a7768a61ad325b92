"""Names of openings by position, so that transpositions and mirrored games share a name.

A name belongs to a position and to all symmetric positions. A game is named after its last position with a
name. `data/opening_names.txt` lists the names and their sources.
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
    """Return the name of the opening that leads to a position, or None if it has no name.

    >>> name_of(Board.parse("c4e3f6e6f5").position)
    'Tiger'
    """
    return _names().get(_key(position)) if position.empties >= _least_empties() else None


def name_of_game(positions: Iterable[Position]) -> str | None:
    """Return the name of the last named position, or None if no position has a name."""
    name = None
    for position in positions:
        name = name_of(position) or name
    return name


def openings() -> list[tuple[Board, str]]:
    """Return all named openings as new boards with their names."""
    text = resources.files("othello").joinpath("data", NAMES_FILE).read_text(encoding="utf-8")
    lines = (line.partition("  ") for line in text.splitlines() if not line.startswith("%"))
    return [(Board.parse(moves), name) for moves, _, name in lines]


@functools.cache
def _names() -> dict[tuple[int, int, Color], str]:
    return {_key(board.position): name for board, name in openings()}


@functools.cache
def _least_empties() -> int:
    """Return the number of empty squares after the longest opening."""
    return min(board.empties for board, _ in openings())


def _key(position: Position) -> tuple[int, int, Color]:
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent, canonical.turn
