"""Openings of matches: lists from files, and the generation of balanced openings.

An opening is balanced if a search values it within a few discs of 0. Symmetric positions count as one.
`othello.book.balanced` contains the built-in list.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from othello.errors import FormatError
from othello.formats.transcript import read_transcripts
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.square import PASS
from othello.search import levels
from othello.search.engine import Engine
from othello.search.limits import Limits

OPENING_PLIES: Final = 8
"""Length of the openings in the built-in list, in plies."""
FIRST_DEPTH: Final = 4
"""Depth in plies of a first search. Openings that it values far from 0 are not searched deeper."""
FIRST_MARGIN: Final = 600
"""Centidiscs by which the value of the first search may exceed the limit."""
FULL_MARGIN: Final = 500
"""Centidiscs by which the value of a search without probabilistic cuts may exceed the limit. Such a search is
made because the cuts may hide a sacrifice that wins all discs."""


def read_openings(path: str | Path) -> list[Board]:
    """Return the openings of a file with a transcript in each line.

    Raises FormatError, also for a finished game.
    """
    boards = [game.board() for game in read_transcripts(path)]
    for number, board in enumerate(boards, 1):
        if board.is_over:
            raise FormatError(path, None, f"opening {number} is a whole game: remove its last moves")
    return boards


def all_openings(plies: int) -> list[Board]:
    """Return an opening for each position after *plies* moves without a pass.

    Symmetric positions count as one. Positions without a legal square are omitted.
    """
    openings: dict[tuple[int, int], Board] = {_key(Position.start()): Board()}
    for _ in range(plies):
        longer: dict[tuple[int, int], Board] = {}
        for board in openings.values():
            for move in board.legal_moves:
                key = _key(board.position.play(move))
                if move != PASS and key not in longer:
                    longer[key] = board.copy()
                    longer[key].push(move)
        openings = longer
    return [board for board in openings.values() if not board.is_over and not board.position.must_pass]


def choose(boards: Iterable[Board], engine: Engine, *, depth: int, within: int) -> Iterator[Board]:
    """Yield the openings whose value is at most *within* centidiscs from 0.

    *depth* is the depth of the searches in plies.
    """

    def may_be_balanced(board: Board, shallow: int, margin: int) -> bool:
        return depth <= shallow or abs(_value(engine, board, shallow)) <= within + margin

    for board in boards:
        if not may_be_balanced(board, FIRST_DEPTH, FIRST_MARGIN):
            continue
        is_balanced = abs(_value(engine, board, depth)) <= within
        if is_balanced and may_be_balanced(board, levels.FULL_WIDTH_LEVEL, FULL_MARGIN):
            yield board


def _value(engine: Engine, board: Board, depth: int) -> int:
    """Return the value of an opening in centidiscs, independent of earlier searches.

    The value is the mean of the last two depths, because values of odd and even depths differ:
    evaluations often favor the side to move.
    """
    values: list[int] = []
    engine.new_game()
    engine.play(board.position, Limits(depth=depth), on_info=lambda info: values.append(info.score.value))
    return round(sum(values[-2:]) / len(values[-2:]))


def _key(position: Position) -> tuple[int, int]:
    """Return a key that symmetric positions share. All positions of a length have the same side to move."""
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent
