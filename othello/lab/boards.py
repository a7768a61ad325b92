"""Legal moves and flips for boards as arrays, and the boards of whole games.

A board is two *words*, which are uint64 bitboards: the discs of the side to move and the other side's discs.
Bit 0 is a1, bit 1 is b1, and bit 63 is h8. A board need not be reachable in a game, so you can flip, remove
or add discs and still get its legal moves. Arrays of words may have any shape. Arrays of different shapes in
the same call are broadcast.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

import othello.lab.checks as checks
from othello.errors import IllegalMoveError, OthelloError
from othello.kernels import batch_boards as kernels
from othello.lab.checks import Bytes, Words
from othello.rules import arrays
from othello.rules.board import BoardLike
from othello.rules.square import format_move

Bits = NDArray[np.bool_]
SQUARES: Final = 64


def replay(
    moves: Any, *, after: bool = False, start: BoardLike | None = None, strict: bool = True, threads: int = 1
) -> arrays.Boards:
    """Replay games and return the board before each move, or after each move if *after* is true.

    moves   -- uint8 (n, 60): one game per row, as squares 0 to 63 without passes. The remaining entries are
               255.
    start   -- the first board of all games, by default the usual start. Its side to move is called black.
    strict  -- whether an illegal move raises IllegalMoveError. If *strict* is false, the game ends before
               this move.
    threads -- the number of threads that share the work

    >>> boards = replay(np.array([[37, 43, 18] + [255] * 57], np.uint8))
    >>> boards.lengths[0], boards.turns[0, :4].tolist()
    (np.uint8(3), [0, 1, 0, 255])
    """
    games = checks.rows(moves)

    def run(count: int, replay_part: Callable[[slice], None]) -> None:
        checks.in_parts(count, threads, replay_part)

    boards = arrays.boards(games, checks.first_board(start), after, run)
    if strict and (boards.illegal >= 0).any():
        raise checks.illegal(games, boards.illegal)
    return boards


def legal(players: Any, opponents: Any) -> Words:
    """Return the legal moves of boards as words. A word is 0 if the side to move has no legal square.

    >>> start = np.uint64(0x0000_0008_1000_0000), np.uint64(0x0000_0010_0800_0000)
    >>> bits(legal(*start)).nonzero()  # d3, c4, f5 and e6
    (array([2, 3, 4, 5]), array([3, 2, 5, 4]))
    """
    mine, theirs = checks.pairs(players, opponents)
    moves = np.empty(mine.shape, np.uint64)
    kernels.legal_all(mine.reshape(-1), theirs.reshape(-1), moves.reshape(-1))
    return moves


def must_pass(players: Any, opponents: Any) -> Bits:
    """Return, for each board, whether the side to move must pass but the other side has a legal square."""
    mine, theirs = checks.pairs(players, opponents)
    passes = np.empty(mine.shape, np.uint8)
    kernels.must_pass_all(mine.reshape(-1), theirs.reshape(-1), passes.reshape(-1))
    return passes.view(np.bool_)


def flips(players: Any, opponents: Any, squares: Any) -> Words:
    """Return the discs that moves flip as words. A word is 0 if the move is illegal or a pass (64)."""
    mine, theirs, moves = _with_moves(players, opponents, squares)
    discs = np.empty(mine.shape, np.uint64)
    kernels.flips_all(mine.reshape(-1), theirs.reshape(-1), moves.reshape(-1), discs.reshape(-1))
    return discs


def play(players: Any, opponents: Any, squares: Any) -> tuple[Words, Words]:
    """Return the boards after moves: the discs of the side that moves next and of the side that moved.

    A pass is 64. It is legal if only the other side has a legal square. Raises IllegalMoveError, with a
    message that contains the index of the board, if a move is illegal.
    """
    mine, theirs, moves = _with_moves(players, opponents, squares)
    movers, others = np.empty(mine.shape, np.uint64), np.empty(mine.shape, np.uint64)
    wrong = kernels.play_all(*(array.reshape(-1) for array in (mine, theirs, moves, movers, others)))
    if wrong < mine.size:
        name = format_move(int(moves.reshape(-1)[wrong]))
        raise IllegalMoveError(f"move {checks.place(wrong, mine.shape)} is illegal: {name}")
    return movers, others


def _with_moves(players: Any, opponents: Any, squares: Any) -> tuple[Words, Words, Bytes]:
    """Return boards and moves as arrays of the same shape. Raises OthelloError if the shapes don't match."""
    mine, theirs = checks.pairs(players, opponents)
    moves = checks.squares(squares, "squares")
    try:
        mine, theirs, moves = checks.broadcast(mine, theirs, moves)
    except ValueError:
        raise OthelloError(
            f"boards of shape {mine.shape} and squares of shape {moves.shape} do not match"
        ) from None
    return mine, theirs, checks.for_kernels(moves, np.uint8)


def bits(words: Any, shape: tuple[int, ...] = (8, 8)) -> Bits:
    """Convert words to boolean arrays (..., 8, 8), by row and file, or (..., 64) if *shape* is (64,).

    To get 0 and 1, use `.view(np.uint8)`. PyTorch's `from_numpy` takes both kinds of arrays without copying.

    >>> bits(np.uint64(1 << 8)).nonzero()  # a2 is in row 1, file 0
    (array([1]), array([0]))
    """
    if int(np.prod(shape)) != SQUARES:
        raise OthelloError(f"the shape {shape} does not have 64 elements")
    array = checks.words(words, "words")
    into = np.empty((*array.shape, SQUARES), np.bool_)
    kernels.unpack_all(array.reshape(-1), into.ctypes.data, SQUARES)
    return into.reshape(*array.shape, *shape)


def words(values: Any, shape: tuple[int, ...] = (8, 8)) -> Words:
    """Convert boolean arrays, whose last dimensions must be *shape*, to words. This is the inverse of `bits`.

    >>> words(bits(np.uint64(300)))
    array(300, dtype=uint64)
    """
    array = np.asarray(values)
    count = len(shape)
    if array.shape[array.ndim - count :] != shape or int(np.prod(shape)) != SQUARES:
        raise OthelloError(f"the array's last dimensions must be {shape}, but its shape is {array.shape}")
    rest = array.shape[: array.ndim - count]
    packed = np.packbits((array != 0).reshape(*rest, SQUARES), axis=-1, bitorder="little")
    return packed.view("<u8")[..., 0].astype(np.uint64, copy=False)


def masks(players: Any, opponents: Any) -> Bits:
    """Return a bool array (..., 65): for each board, which actions are legal. The last action is a pass."""
    mine, theirs = checks.pairs(players, opponents)
    moves = np.empty((*mine.shape, kernels.ACTIONS), np.bool_)
    kernels.unpack_all(legal(mine, theirs).reshape(-1), moves.ctypes.data, kernels.ACTIONS)
    moves[..., -1] = must_pass(mine, theirs)
    return moves


def planes(first: Any, second: Any, order: Literal["first", "last"] = "first") -> Bits:
    """Convert pairs of words to bool planes (..., 2, 8, 8), or (..., 8, 8, 2) if *order* is "last".

    The words can be the discs of the side to move and of the other side, or black's and white's discs.
    """
    if order not in ("first", "last"):
        raise OthelloError(f"the order must be 'first' or 'last', not {order!r}")
    one, other = checks.words(first, "the first array"), checks.words(second, "the second array")
    values = bits(np.stack(np.broadcast_arrays(one, other), axis=-1))
    return values if order == "first" else np.ascontiguousarray(np.moveaxis(values, -3, -1))
