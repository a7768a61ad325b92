"""Finds the values and best moves of boards and the number of discs that moves in games lose.

The label of a board depends only on the board, the depth, and the number of empty squares to solve. As a
result, labels are the same for any number of threads and in any order.
"""

import threading
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import othello.lab.checks as checks
from othello.kernels import labels as kernels
from othello.kernels import table
from othello.lab.boards import replay
from othello.lab.checks import Bytes, Words
from othello.rules.board import BoardLike
from othello.rules.position import Position
from othello.rules.score import DISC, Color
from othello.rules.square import MAX_MOVES, NO_MOVE
from othello.search import levels
from othello.search.engine import Engine
from othello.search.thread_data import ThreadData

ESTIMATED, SOLVED = kernels.ESTIMATED, kernels.SOLVED
"""The two kinds of values: estimates from a search to some depth, and exact values."""
DEEPEST: Final = 30
TABLE_MIB: Final = 4.0
"""Size of each thread's transposition table."""
AT_ONCE: Final = 256
"""How many boards a thread labels before it reports its progress."""
WHOLE: Final = 16
"""Boards with more empty squares than this are solved by `Engine.solve`, which takes longer to start."""


class Labels(NamedTuple):
    """The labels of boards, as arrays with the same shape as the boards."""

    values: NDArray[np.float32]
    """float32: the value in discs from the point of view of the side to move."""
    moves: Bytes
    """uint8: the best move. 64 means a pass, and 255 means that the game is over."""
    kinds: Bytes
    """uint8: SOLVED (1) if the value is exact, or ESTIMATED (0) if not."""


def depths(depth: int, exact: int = 0) -> tuple[int, int]:
    """Return *depth* and *exact* as ints. Raises OthelloError if one of them is out of range."""
    name = "the number of empty squares to solve"
    return checks.number(depth, "the depth", 1, DEEPEST), checks.number(exact, name, 0, MAX_MOVES)


def values(
    players: Any,
    opponents: Any,
    depth: int = 6,
    exact: int = 12,
    *,
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Labels:
    """Return the values of boards, their best moves, and whether the values are exact.

    depth    -- depth of the search in plies
    exact    -- boards with at most this many empty squares are solved. 60 solves all boards, but is slow.
    threads  -- the number of threads that share the work
    progress -- a function that is called, from any thread, with the number of finished boards

    >>> labels = values(np.uint64(1), np.uint64(2))  # a1 against b1
    >>> float(labels.values), int(labels.moves), int(labels.kinds)  # c1 turns all
    (64.0, 2, 1)
    """
    depth, exact = depths(depth, exact)
    mine, theirs = checks.pairs(players, opponents)
    scores, moves = np.empty(mine.shape, np.int64), np.empty(mine.shape, np.uint8)
    kinds, done, lock = np.empty(mine.shape, np.uint8), 0, threading.Lock()
    arrays: list[Any] = [array.reshape(-1) for array in (mine, theirs, scores, moves, kinds)]

    def do(part: slice) -> None:
        nonlocal done
        labeler = _Labeler(depth, exact)
        for first in range(part.start, part.stop, AT_ONCE):
            here = slice(first, min(first + AT_ONCE, part.stop))
            labeler.label(*(array[here] for array in arrays))
            with lock:
                done += here.stop - here.start
                progress(done)

    checks.in_parts(mine.size, threads, do)
    return Labels((scores / DISC).astype(np.float32), moves, kinds)


class _Labeler:
    """Labels boards in one thread, with its own transposition table."""

    def __init__(self, depth: int, exact: int) -> None:
        self._depth, self._exact = depth, exact
        self._workspace = ThreadData(table.new_table(TABLE_MIB))
        self._workspace.clear()

    def label(self, mine: Words, theirs: Words, scores: Any, moves: Bytes, kinds: Bytes) -> None:
        """Label the boards *mine* and *theirs* and write the labels into the other arrays."""
        selectivity = levels.selectivity_of(self._depth)
        exact = min(self._exact, WHOLE)
        self._workspace.check()
        kernels.label_all(
            self._workspace.record, mine, theirs, self._depth, selectivity, exact, scores, moves, kinds
        )
        empties = 64 - np.bitwise_count(mine | theirs)
        is_left = (empties <= self._exact) & (kinds == ESTIMATED)  # boards with more than WHOLE empty squares
        if is_left.any():
            with Engine(table_mib=64) as engine:
                for index in np.flatnonzero(is_left).tolist():
                    engine.new_game()
                    result = engine.solve(Position(int(mine[index]), int(theirs[index]), Color.BLACK))
                    scores[index], kinds[index] = round(DISC * result.score.discs), SOLVED
                    moves[index] = NO_MOVE if result.move is None else int(result.move)


class Grades(NamedTuple):
    """The labels of the board before each move and the loss of each move, as arrays of shape (n, 60)."""

    values: NDArray[np.float32]
    """float32: the values in discs for the side to move, or NaN after the end of a game."""
    best: Bytes
    """uint8: the best moves, or 255 after the end of a game."""
    kinds: Bytes
    """uint8: SOLVED (1) if the value is exact, or ESTIMATED (0) if not."""
    losses: NDArray[np.float32]
    """float32: how many discs the moves lose, at least 0, or NaN after the end of a game."""


def graded(
    moves: Any,
    depth: int = 6,
    exact: int = 12,
    *,
    start: BoardLike | None = None,
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Grades:
    """Return the labels of the board before each move in games and the number of discs that each move loses.

    A move's loss is the board's value before the move minus the value after it, both from the mover's point
    of view. The loss is never negative, and it is 0 for the move that the search considers best. For the
    parameters, see `values` and `replay`. *progress* counts the boards before and after each move.
    """
    depth, exact = depths(depth, exact)
    before = replay(moves, start=start, threads=threads)
    after = replay(moves, after=True, start=start, threads=threads)
    is_move = before.is_move
    count = int(is_move.sum())
    best = values(
        before.players[is_move], before.opponents[is_move], depth, exact, threads=threads, progress=progress
    )
    played = values(
        after.players[is_move],
        after.opponents[is_move],
        max(1, depth - 1),
        exact,
        threads=threads,
        progress=lambda done: progress(count + done),
    )
    # If the other side must pass after a move, the same side moves on the next board.
    sign = np.where(before.turns[is_move] == after.turns[is_move], np.float32(1), np.float32(-1))
    lost = np.maximum(best.values - sign * played.values, 0)
    lost[best.moves == np.asarray(moves)[is_move]] = 0
    columns = ((best.values, np.nan), (best.moves, NO_MOVE), (best.kinds, ESTIMATED), (lost, np.nan))
    return Grades(*(_spread(is_move, column, rest) for column, rest in columns))


def _spread(places: NDArray[np.bool_], column: Any, rest: float) -> Any:
    """Return an array that contains the numbers in *column* at the indexes *places* and *rest* elsewhere."""
    array = np.full(places.shape, rest, column.dtype)
    array[places] = column
    return array


def losses(moves: Any, depth: int = 6, exact: int = 12, *, threads: int = 1) -> NDArray[np.float32]:
    """Return the loss in discs of each move in games: float32 (n, 60), NaN after the end (see `graded`)."""
    return graded(moves, depth, exact, threads=threads).losses
