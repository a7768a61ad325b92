"""Arrays of callers in the form that kernels take. Machine code does not check them again."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from othello.errors import OthelloError
from othello.rules.square import MAX_MOVES


def for_kernels(array: Any, kind: type[np.generic]) -> NDArray[Any]:
    """Return an array in the form that kernels take. It is copied if it has another type or form.

    Kernels take arrays that are in C order, aligned and writable.
    """
    return np.require(array, kind, ["C", "A", "W", "E"])


def indices(array: Any, count: int) -> NDArray[np.int64]:
    """Return indices below *count* for kernels. Raises IndexError."""
    numbers = for_kernels(array, np.int64)
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < count:
        raise IndexError(f"an index is not from 0 to {count - 1}")
    return numbers


def rows(moves: Any) -> NDArray[np.uint8]:
    """Return games as rows of moves for kernels. Raises OthelloError for another type or shape."""
    games = np.asarray(moves)
    if games.dtype != np.uint8 or games.ndim != 2 or games.shape[1] != MAX_MOVES:
        shape = f"(n, {MAX_MOVES})"
        raise OthelloError(
            f"moves are an array of {games.dtype} with the shape {games.shape}: use uint8 and {shape}"
        )
    return for_kernels(games, np.uint8)
