"""Converts and checks the arrays that callers pass to kernels, which check nothing themselves."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from othello.errors import OthelloError
from othello.rules.square import MAX_MOVES


def for_kernels(array: Any, kind: type[np.generic]) -> NDArray[Any]:
    """Return an array of type *kind* in the form that kernels need: in C order, aligned and writable.

    The array is copied only if it is not in this form yet.
    """
    return np.require(array, kind, ["C", "A", "W", "E"])


def indices(array: Any, count: int) -> NDArray[np.int64]:
    """Return an int64 array of indices for kernels. Raises IndexError if one of them is not below *count*."""
    numbers = for_kernels(array, np.int64)
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < count:
        raise IndexError(f"an index is not from 0 to {count - 1}")
    return numbers


def rows(moves: Any) -> NDArray[np.uint8]:
    """Return an array of games, one per row, for kernels.

    Raises OthelloError if the array is not uint8 of shape (n, 60).
    """
    games = np.asarray(moves)
    if games.dtype != np.uint8 or games.ndim != 2 or games.shape[1] != MAX_MOVES:
        shape = f"(n, {MAX_MOVES})"
        raise OthelloError(f"the moves must be uint8 {shape}, not {games.dtype} {games.shape}")
    return for_kernels(games, np.uint8)
