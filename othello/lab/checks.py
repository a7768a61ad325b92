"""Checks the arrays that callers pass and divides work on arrays among threads.

Error messages contain the name of the argument and the index of the wrong element.
"""

import operator
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from othello.errors import IllegalMoveError, InvalidPositionError, OthelloError
from othello.kernels import batch_boards
from othello.rules.arrays import Bytes as Bytes
from othello.rules.arrays import Words as Words
from othello.rules.board import BoardLike, position_of
from othello.rules.kernel_arrays import for_kernels as for_kernels
from othello.rules.kernel_arrays import rows as rows
from othello.rules.square import NO_MOVE, PASS, format_move
from othello.search.settings import MAX_THREADS

Array = NDArray[Any]
PARTS: Final = 8
"""An array is divided into this many parts per thread, so that all threads end at about the same time."""


def words(array: Any, name: str) -> Words:
    """Return an array of words for kernels. Raises OthelloError if its type is not uint64.

    The message contains *name*.
    """
    numbers = np.asarray(array)
    if numbers.dtype != np.uint64:
        raise OthelloError(f"{name} must be an array of uint64, not {numbers.dtype}")
    return for_kernels(numbers, np.uint64)


def pairs(players: Any, opponents: Any) -> tuple[Words, Words]:
    """Return boards as two arrays of words with the same shape.

    Raises OthelloError if an array is not uint64 or if the shapes don't match. Raises InvalidPositionError if
    both sides have a disc on the same square.
    """
    mine, theirs = words(players, "players"), words(opponents, "opponents")
    if mine.shape != theirs.shape:
        try:
            mine, theirs = broadcast(mine, theirs)
        except ValueError:
            raise OthelloError(
                f"players of shape {mine.shape} and opponents of shape {theirs.shape} do not match"
            ) from None
    first = batch_boards.first_overlap(mine.reshape(-1), theirs.reshape(-1))
    if first < mine.size:
        raise InvalidPositionError(f"board {place(first, mine.shape)} has two discs on one square")
    return mine, theirs


def broadcast(*arrays: Array) -> list[Array]:
    """Broadcast arrays to a common shape. Arrays that must grow are copied.

    NumPy's `broadcast_arrays` returns views instead of copies, and the view of a single element looks like an
    array that you can write to. Raises ValueError if the shapes do not match.
    """
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    return [array if array.shape == shape else np.array(np.broadcast_to(array, shape)) for array in arrays]


def squares(array: Any, name: str, least: int = 0, most: int = int(PASS)) -> Array:
    """Return an array of integers unchanged.

    Raises OthelloError if it does not contain integers, or if an integer is not from *least* to *most*.
    """
    numbers = np.asarray(array)
    if numbers.dtype.kind not in "iu":
        raise OthelloError(f"{name} must be an array of integers, not {numbers.dtype}")
    is_wrong = (numbers < least) | (numbers > most)
    if is_wrong.any():
        at = int(is_wrong.reshape(-1).argmax())
        number = numbers.reshape(-1)[at]
        raise OthelloError(f"{name} {place(at, numbers.shape)} must be from {least} to {most}, not {number}")
    return numbers


def first_board(start: BoardLike | None) -> Words:
    """Return the discs of the side to move and the other side as words. None means the usual start."""
    position = position_of("" if start is None else start)
    return np.array([position.player, position.opponent], np.uint64)


def place(index: int, shape: tuple[int, ...]) -> str:
    """Return the index of an element in an array of this shape as a string, such as "7" or "(2, 31)"."""
    if len(shape) < 2:
        return str(index)
    return str(tuple(int(coordinate) for coordinate in np.unravel_index(index, shape)))


def illegal(moves: Bytes, plies: NDArray[np.signedinteger[Any]]) -> IllegalMoveError:
    """Return the exception for the first game that contains an illegal move.

    *plies* contains the ply of each game's illegal move, or -1.
    """
    game = int((plies >= 0).argmax())
    ply = int(plies[game])
    number = int(moves[game, ply])
    name = format_move(number) if number < PASS else str(number)
    return IllegalMoveError(f"move {ply} of game {game} is illegal: {name} (use {NO_MOVE} after the end)")


def number(value: SupportsIndex, name: str, least: int, most: int) -> int:
    """Return an integer, which may be of a NumPy type, as an int.

    Raises OthelloError if it is not an integer from *least* to *most*.
    """
    try:
        integer = operator.index(value)
    except TypeError:
        raise OthelloError(f"{name} must be an integer from {least} to {most}, not {value!r}") from None
    if not least <= integer <= most:
        raise OthelloError(f"{name} must be from {least} to {most}, not {integer}")
    return integer


def in_parts(count: int, threads: int, do: Callable[[slice], None]) -> None:
    """Call *do* with slices that together cover the numbers from 0 to *count* - 1.

    If *threads* is 1, there is only one call, in this thread.
    """
    threads = number(threads, "threads", 1, MAX_THREADS)
    if threads == 1 or count < 2:
        do(slice(0, count))
        return
    bounds = np.linspace(0, count, min(count, PARTS * threads) + 1).astype(int).tolist()
    with ThreadPoolExecutor(threads, thread_name_prefix="lab") as pool:
        list(pool.map(do, map(slice, bounds, bounds[1:])))
