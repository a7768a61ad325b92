"""Match openings, which are read from files or generated and selected for balance.

An opening is balanced if a search values it within a few discs of 0. If openings lead to symmetric positions,
only one of them is used. `othello.book.balanced` contains the built-in list.
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
"""Number of moves in each opening of the built-in list."""
FIRST_DEPTH: Final = 4
"""Depth in plies of a quick first search. If the value is far from 0, the opening is not searched more
deeply."""
FIRST_MARGIN: Final = 600
"""Centidiscs by which the value from the first search may exceed the limit."""
FULL_MARGIN: Final = 500
"""Centidiscs by which the value from the last search, without probabilistic cuts, may exceed the limit.

This search is needed because probabilistic cuts may hide a sacrifice that wins all discs.
"""


def read_openings(path: str | Path) -> list[Board]:
    """Read the openings from a file with one transcript per line.

    Raises FormatError if the file cannot be read or if an opening is a finished game.
    """
    boards = [game.board() for game in read_transcripts(path)]
    for number, board in enumerate(boards, 1):
        if board.is_over:
            raise FormatError(path, None, f"opening {number} is a whole game: remove its last moves")
    return boards


def all_openings(plies: int) -> list[Board]:
    """Return an opening for each position that can be reached with *plies* moves and no passes.

    Symmetric positions count as the same position. Positions where the side to move must pass or the game is
    over are omitted.
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
    """Yield the openings whose value differs from 0 by up to *within* centidiscs.

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
    """Return the value of an opening in centidiscs, unaffected by earlier searches.

    It is the mean of the values at the last two depths. Evaluations often favor the side to move, so the
    values at odd and even depths differ.
    """
    values: list[int] = []
    engine.new_game()
    engine.play(board.position, Limits(depth=depth), on_info=lambda info: values.append(info.score.value))
    return round(sum(values[-2:]) / len(values[-2:]))


def _key(position: Position) -> tuple[int, int]:
    """Return a key that is equal for symmetric positions.

    The key omits the side to move, which is the same in all positions after the same number of moves.
    """
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent
