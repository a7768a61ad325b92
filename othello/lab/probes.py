"""Targets for probing networks that read games, and the share of legal moves among a network's predictions.

The targets at index i describe the board after move i, which is the last move the network has read.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import othello.lab.checks as checks
from othello.errors import OthelloError
from othello.lab.boards import Bits, bits, flips, replay
from othello.lab.checks import Bytes
from othello.rules.arrays import Boards
from othello.rules.board import BoardLike
from othello.rules.square import MAX_MOVES, PASS

Signs = NDArray[np.int8]


@dataclass(frozen=True)
class Probes:
    """The targets for games, as arrays (n, 60, 8, 8). Each array is computed when you first access it."""

    moves: Bytes
    """uint8 (n, 60): the moves (see `replay`)."""
    before: Boards
    """The board before each move."""
    after: Boards
    """The board after each move."""

    @property
    def is_move(self) -> Bits:
        """Whether each index belongs to a move of the game, bool (n, 60). If not, all targets there are 0."""
        mask: Bits = self.before.is_move
        return mask

    @cached_property
    def state(self) -> Signs:
        """int8: 1 for a black disc, -1 for a white disc, 0 for an empty square."""
        return bits(self.after.black).astype(np.int8) - bits(self.after.white)

    @cached_property
    def mine(self) -> Signs:
        """int8: 1 for a disc of the side that moves next, -1 for another disc, 0 for an empty square."""
        return bits(self.after.players).astype(np.int8) - bits(self.after.opponents)

    @cached_property
    def flipped(self) -> Bits:
        """bool: whether the move flipped the disc on this square."""
        squares = np.where(self.is_move, self.moves, np.uint8(PASS))
        return bits(flips(self.before.players, self.before.opponents, squares))

    @cached_property
    def legal(self) -> Bits:
        """bool: whether this square is a legal next move."""
        return bits(self.after.legal)


def probes(moves: Any, *, start: BoardLike | None = None, threads: int = 1) -> Probes:
    """Return the targets for games. For the parameters and exceptions, see `replay`.

    >>> targets = probes(np.array([[37] + [255] * 59], np.uint8))
    >>> targets.state[0, 0, 4].tolist()  # row 5 after f5
    [0, 0, 0, 1, 1, 1, 0, 0]
    """
    before = replay(moves, start=start, threads=threads)
    return Probes(checks.rows(moves), before, replay(moves, after=True, start=start, threads=threads))


class LegalRate(NamedTuple):
    """The share of a network's predictions that are legal moves, or NaN if there are no predictions."""

    rate: float
    """The share for all predictions."""
    by_ply: NDArray[np.float64]
    """float64 (60,): the share for the predictions after each move."""
    by_rank: NDArray[np.float64]
    """float64 (k,): the share for the best prediction, the second best, and so on."""


def legal_rate(moves: Any, predicted: Any, *, start: BoardLike | None = None) -> LegalRate:
    """Return the share of a network's next-move predictions that are legal.

    moves     -- uint8 (n, 60): the games that the network has read (see `replay`)
    predicted -- integers (n, 60): the square that the network predicts after each move, or (n, 60, k) for its
                 k best predictions. Numbers that are not squares count as illegal.
    start     -- the first board of all games, by default the usual start

    Predictions after the end of a game don't count, because no move is legal there.

    >>> moves = np.array([[37, 43] + [255] * 58], np.uint8)
    >>> legal_rate(moves, np.full((1, 60), 43)).rate  # d6 is legal after f5, and taken after d6
    0.5
    """
    legal = replay(moves, after=True, start=start).legal
    squares = np.asarray(predicted)
    if squares.dtype.kind not in "iu" or squares.shape[:2] != legal.shape or squares.ndim not in (2, 3):
        raise OthelloError(
            f"the predictions must be integers of shape ({len(legal)}, {MAX_MOVES}) or"
            f" ({len(legal)}, {MAX_MOVES}, k), not {squares.dtype} of shape {squares.shape}"
        )
    # The axes are the game, the ply and the rank of the prediction.
    squares = squares.reshape(*legal.shape, -1).astype(np.int64)
    is_square = (squares >= 0) & (squares < PASS)
    shifts = np.where(is_square, squares, 0).astype(np.uint64)  # only shifts by 0 to 63 bits are defined
    is_legal = is_square & (legal[..., None] >> shifts & np.uint64(1)).astype(np.bool_)
    is_counted = np.broadcast_to((legal != 0)[..., None], is_legal.shape)

    def share(axes: tuple[int, ...] | None = None) -> Any:
        with np.errstate(invalid="ignore"):  # 0 / 0 is NaN
            return np.divide(is_legal.sum(axes), is_counted.sum(axes))

    return LegalRate(float(share()), by_ply=share((0, 2)), by_rank=share((0, 1)))
