"""NumPy arrays of positions, for statistics and machine learning.

These arrays don't store which color is to move. A position consists of two bitboards or two planes: first the
discs of the side to move, then the other side's discs. Element [0, row, file] of the planes is 1 if the side
to move has a disc on that square. For example, [0, 0, 0] stands for a1 and [0, 0, 1] for b1.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.errors import InvalidNotationError, InvalidPositionError, quoted
from othello.kernels import random_games
from othello.rules.board import BoardLike, position_of
from othello.rules.kernel_arrays import for_kernels, rows
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import MAX_MOVES, NO_MOVE

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


def words(boards: Iterable[BoardLike] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Convert positions to a uint64 array of shape (n, 2), with a position's two bitboards in each row.

    If *boards* is already such an array, it is returned unchanged. Raises InvalidPositionError if an array
    has the wrong type or shape, or if both sides have a disc on the same square. Raises InvalidNotationError
    if *boards* is a string, because a string is a single board.

    >>> words(["", "f5"]).shape
    (2, 2)
    """
    if isinstance(boards, np.ndarray):
        if boards.dtype != np.uint64 or boards.ndim != 2 or boards.shape[1] != 2:
            raise InvalidPositionError(
                f"the array must be uint64 of shape (n, 2), not {boards.dtype} of shape {boards.shape}"
            )
        overlaps = (boards[:, 0] & boards[:, 1]).nonzero()[0]
        if overlaps.size:
            raise InvalidPositionError(f"row {overlaps[0]} of the array has two discs on one square")
        return boards
    if isinstance(boards, str):
        raise InvalidNotationError(f"{quoted(boards)} is one board, not several: use a list of boards")
    positions = map(position_of, boards)
    pairs = [(position.player, position.opponent) for position in positions]
    return np.array(pairs, np.uint64).reshape(-1, 2)


def columns(
    boards: Iterable[BoardLike] | NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
    """Return arrays for kernels: the discs of the side to move, the other side's discs, and room for results.

    The third array is an uninitialized int64 array (n,). Raises the same exceptions as `words`.
    """
    pairs = words(boards)
    players, opponents = for_kernels(pairs.T, np.uint64)
    return players, opponents, np.empty(len(pairs), np.int64)


def planes(boards: Iterable[BoardLike] | NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Convert positions to planes: an array of zeros and ones of shape (n, 2, 8, 8).

    >>> planes([""])[0, 0].nonzero()  # black's discs at the start: e4 and d5
    (array([3, 4]), array([4, 3]))
    """
    rows = words(boards).astype("<u8").view(np.uint8).reshape(-1, 2, 8, 1)
    return np.unpackbits(rows, axis=-1, bitorder="little")


def positions(array: NDArray[np.generic], turn: Color = Color.BLACK) -> list[Position]:
    """Convert an array of planes (n, 2, 8, 8) or bitboards (n, 2) to positions with *turn* to move.

    Raises InvalidPositionError if both sides have a disc on the same square or if the array has another
    shape.

    >>> positions(planes([""])) == [Position.start()]
    True
    """
    if array.shape[1:] == (2, 8, 8):
        array = np.packbits(array != 0, axis=-1, bitorder="little").reshape(-1, 2, 8).view("<u8")[..., 0]
    elif array.shape[1:] != (2,):
        raise InvalidPositionError(f"the array must have the shape (n, 2, 8, 8) or (n, 2), not {array.shape}")
    return [Position(int(player), int(opponent), turn) for player, opponent in array]


class Boards(NamedTuple):
    """The boards of several games, one game per row.

    After the end of a game, the rest of its row is filled with 255 in `turns` and 0 in the other arrays.
    """

    players: Words
    """uint64 (n, 60): the discs of the side to move, which never has to pass."""
    opponents: Words
    """uint64 (n, 60): the discs of the other side."""
    turns: Bytes
    """uint8 (n, 60): 0 if black is to move, 1 if white is to move, 255 after the end."""
    legal: Words
    """uint64 (n, 60): the legal moves of the side to move."""
    lengths: Bytes
    """uint8 (n,): the number of moves up to the end of the game or the first illegal move."""
    results: NDArray[np.int8]
    """int8 (n,): black's final disc difference. The winner gets the empty squares."""
    illegal: NDArray[np.int8]
    """int8 (n,): the column of the first illegal move, or -1 if all moves are legal."""

    @property
    def is_move(self) -> NDArray[np.bool_]:
        """Whether the elements at the same index in the other arrays describe a board, as bool (n, 60)."""
        is_move: NDArray[np.bool_] = self.turns != NO_MOVE
        return is_move

    @property
    def black(self) -> Words:
        """Black's discs, uint64 (n, 60)."""
        return np.where(self.turns == 0, self.players, self.opponents)

    @property
    def white(self) -> Words:
        """White's discs, uint64 (n, 60)."""
        return np.where(self.turns == 0, self.opponents, self.players)


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """The positions of several games, in order, each with the move that was played in it.

    Positions in which a side had to pass are omitted. Every array except `illegal` has one element per
    position.
    """

    players: Words
    """Discs of the side to move."""
    opponents: Words
    """Discs of the other side."""
    squares: Bytes
    """The square played, 0..63."""
    turns: Bytes
    """The side to move: 0 for black, 1 for white."""
    games: Numbers
    """The row of the game in the array of moves."""
    plies: Bytes
    """Number of earlier moves, not counting passes: 0..59."""
    illegal: Numbers
    """For each game, the index of its first illegal move, or -1. Positions after this move are omitted."""

    def __len__(self) -> int:
        return len(self.players)


def boards(
    moves: Bytes,
    first: Words,
    after: bool = False,
    in_parts: Callable[[int, Callable[[slice], None]], None] = lambda count, do: do(slice(count)),
) -> Boards:
    """Replay games and return the board before each move, or after each move if *after* is true.

    moves    -- uint8 (n, 60): one game per row, as squares 0 to 63 without passes. The remaining entries are
                NO_MOVE.
    first    -- uint64 (2,): the discs of the side that moves first (called black), then the other side's
                discs
    in_parts -- a function that is called with the number of games and a worker. It calls the worker with
                slices that together cover all games, for example in several threads.

    A game ends before its first illegal move. Raises OthelloError if an array has the wrong type or shape.
    """
    moves, first = rows(moves), for_kernels(words(np.asarray(first)[None])[0], np.uint64)
    count = len(moves)
    players, opponents, legal = np.empty((3, count, MAX_MOVES), np.uint64)
    turns, lengths = np.empty((count, MAX_MOVES), np.uint8), np.empty(count, np.uint8)
    results, illegal = np.empty((2, count), np.int16)
    arrays: list[Any] = [players, opponents, turns, legal, lengths, results, illegal]

    def do(part: slice) -> None:
        random_games.replay_rows(moves[part], after, first, *(array[part] for array in arrays))

    in_parts(count, do)
    numbers = results.astype(np.int8), illegal.astype(np.int8)
    return Boards(players, opponents, turns, legal, lengths, *numbers)


def replayed(moves: Bytes) -> Positions:
    """Replay games from the usual start and return the position before each move.

    *moves* is uint8 (n, 60): one game per row, as squares 0 to 63 without passes. The remaining entries are
    NO_MOVE. A game ends before its first illegal move (see `Positions.illegal`). This function replays
    several hundred thousand games per second. Raises OthelloError if the array has the wrong type or shape.
    """
    replay = boards(moves, words([""])[0])
    games, plies = replay.is_move.nonzero()
    return Positions(
        players=replay.players[replay.is_move],
        opponents=replay.opponents[replay.is_move],
        squares=moves[replay.is_move],
        turns=replay.turns[replay.is_move],
        games=games,
        plies=plies.astype(np.uint8),
        illegal=np.where(replay.illegal < 0, -1, replay.lengths.astype(np.int64)),
    )
