"""NumPy arrays of positions, for statistics and for machine learning.

A position without its color is two words, or two planes: the discs of the side to move, and those of
the other side. Element [0, row, file] of the planes is 1 where the side to move has a disc; a1 is
[0, 0, 0] and b1 [0, 0, 1].
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from othello.errors import InvalidNotationError, InvalidPositionError, quoted
from othello.rules.board import BoardLike, position_of
from othello.rules.position import Position
from othello.rules.score import Color


def words(boards: Iterable[BoardLike] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return positions as words, an array (n, 2); an array of words is returned as it is.

    Raises InvalidPositionError for an array of another kind, and for two discs on one square, and
    InvalidNotationError for a text, which is one board.

    >>> words(["", "f5"]).shape
    (2, 2)
    """
    if isinstance(boards, np.ndarray):
        if boards.dtype != np.uint64 or boards.ndim != 2 or boards.shape[1] != 2:
            raise InvalidPositionError(
                f"an array of {boards.dtype} with the shape {boards.shape}: use uint64 and (n, 2)"
            )
        overlaps = (boards[:, 0] & boards[:, 1]).nonzero()[0]
        if overlaps.size:
            raise InvalidPositionError(f"row {overlaps[0]} of the array has two discs on one square")
        return boards
    if isinstance(boards, str):
        raise InvalidNotationError(f"{quoted(boards)} is one board, not several: use a list of boards")
    positions = map(position_of, boards)
    found = [(position.player, position.opponent) for position in positions]
    return np.array(found, np.uint64).reshape(-1, 2)


def columns(
    boards: Iterable[BoardLike] | NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
    """Return positions as arrays for kernels: the discs of both sides, and room for a number for each."""
    pairs = words(boards)
    players, opponents = np.ascontiguousarray(pairs.T)
    return players, opponents, np.empty(len(pairs), np.int64)


def planes(boards: Iterable[BoardLike] | NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return positions as planes, an array (n, 2, 8, 8) of 0 and 1.

    >>> planes([""])[0, 0].nonzero()  # black's discs at the start: e4 and d5
    (array([3, 4]), array([4, 3]))
    """
    rows = words(boards).astype("<u8").view(np.uint8).reshape(-1, 2, 8, 1)
    return np.unpackbits(rows, axis=-1, bitorder="little")


def positions(found: NDArray[np.generic], turn: Color = Color.BLACK) -> list[Position]:
    """Return the positions of planes (n, 2, 8, 8) or of words (n, 2), with *turn* to move.

    Raises InvalidPositionError if both sides have a disc on one square, or if the shape is neither.

    >>> positions(planes([""])) == [Position.start()]
    True
    """
    if found.shape[1:] == (2, 8, 8):
        found = np.packbits(found != 0, axis=-1, bitorder="little").reshape(-1, 2, 8).view("<u8")[..., 0]
    elif found.shape[1:] != (2,):
        raise InvalidPositionError(f"an array with the shape {found.shape}: use (n, 2, 8, 8) or (n, 2)")
    return [Position(int(player), int(opponent), turn) for player, opponent in found]
