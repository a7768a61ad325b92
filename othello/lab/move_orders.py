"""Finds all move orders that lead to a board and all boards to which a set of moves leads.

The boards after each number of moves are generated without duplicates. The work therefore depends on the
number of boards, not on the number of orders.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import othello.lab.checks as checks
from othello.errors import OthelloError
from othello.lab.boards import bits, legal, must_pass, play
from othello.lab.checks import Bytes, Words
from othello.rules.board import BoardLike, position_of
from othello.rules.square import MAX_MOVES, NO_MOVE, parse_square

MOST: Final = 1_000_000
"""Default limits for the number of boards after each number of moves and for the number of orders."""
Numbers = NDArray[np.int64]


class Reached(NamedTuple):
    """The boards to which a set of moves leads, in no particular order."""

    players: Words
    """uint64 (n,): the discs of the side to move, which never has to pass."""
    opponents: Words
    """uint64 (n,): the discs of the other side."""
    turns: Bytes
    """uint8 (n,): 0 if the side that made the first move is to move, or else 1."""
    orders: NDArray[np.object_]
    """Python integers (n,): how many orders of the moves lead to the board."""


class _Layer(NamedTuple):
    """The boards after a number of moves and the edges to these boards.

    An edge is a move that leads from a board in the previous layer to a board in this layer. The edges are
    sorted by *children*.
    """

    boards: Words
    """uint64 (n, 3): player, opponent and turn of each board."""
    counts: NDArray[np.object_]
    """The number of orders that lead to each board."""
    parents: Numbers
    """For each edge, the index of its board in the previous layer."""
    squares: Numbers
    """For each edge, the square of the move."""
    children: Numbers
    """For each edge, the index of its board in this layer."""


def reached(squares: Iterable[int | str], *, start: BoardLike | None = None, most: int = MOST) -> Reached:
    """Return the boards to which moves to all *squares* can lead in any legal order.

    *start* is the board before the moves, by default the usual start. Raises OthelloError if there are more
    than *most* boards after some number of moves.

    >>> boards = reached(["f5", "d6", "c3", "d3", "c4", "f4"])
    >>> len(boards.players), boards.orders.sum()
    (6, 7)
    """
    numbers = [parse_square(square) if isinstance(square, str) else int(square) for square in squares]
    checks.squares(numbers or [0], "square", 0, 63)
    allowed = sum(1 << number for number in set(numbers))
    last = _layers(allowed, len(set(numbers)), checks.first_board(start), most)[-1]
    players, opponents, turns = last.boards.T
    return Reached(players.copy(), opponents.copy(), turns.astype(np.uint8), last.counts)


def orders(board: BoardLike, *, start: BoardLike | None = None, most: int = MOST) -> Bytes:
    """Return all games from *start* that lead to a board, uint8 (n, 60) (see `Games.moves`).

    If no game leads to the board, there are no rows. The side to move must match, too. But if it must pass,
    the games are the same as for the board after the pass. Raises OthelloError if there are more than *most*
    games, or more than *most* boards after some number of moves.

    >>> games = orders("f5d6c3d3c4f4")
    >>> len(games), games[:, :7].tolist()
    (2, [[37, 43, 18, 19, 26, 29, 255], [37, 43, 26, 19, 18, 29, 255]])
    """
    first, target = checks.first_board(start), position_of(board)
    occupied, begun = target.player | target.opponent, int(first[0] | first[1])
    rows = np.full((0, MAX_MOVES), NO_MOVE, np.uint8)
    if begun & ~occupied:
        return rows
    count = (occupied ^ begun).bit_count()
    layers = _layers(occupied ^ begun, count, first, most)
    turn = target.turn.value ^ position_of("" if start is None else start).turn.value
    wanted = _passed(*np.array([[target.player], [target.opponent], [turn]], np.uint64))
    at = (layers[-1].boards == wanted).all(axis=1).nonzero()[0]
    if not len(at):
        return rows
    if layers[-1].counts[at[0]] > most:
        raise OthelloError(f"{layers[-1].counts[at[0]]} games lead to the board, but the limit is {most}")
    # Go backward from the board. Each row is repeated for each edge that leads to its board.
    rows = np.full((1, MAX_MOVES), NO_MOVE, np.uint8)
    for ply in range(count - 1, -1, -1):
        layer = layers[ply + 1]
        begin, end = (np.searchsorted(layer.children, at, side) for side in ("left", "right"))
        edges = np.concatenate([np.arange(*bounds) for bounds in zip(begin, end, strict=True)])
        rows = np.repeat(rows, end - begin, axis=0)
        rows[:, ply], at = layer.squares[edges], layer.parents[edges]
    return rows


def _layers(allowed: int, count: int, first: Words, most: int) -> list[_Layer]:
    """Return the boards after 0, 1, 2, ... and *count* moves to the squares in the word *allowed*."""
    none = np.zeros(0, np.int64)
    board = _passed(first[:1], first[1:], np.zeros(1, np.uint64))
    layers = [_Layer(board, np.ones(1, object), none, none, none)]
    for _ in range(count):
        players, opponents, turns = layers[-1].boards.T.copy()
        parents, squares = bits(legal(players, opponents) & np.uint64(allowed), (64,)).nonzero()
        after = play(players[parents], opponents[parents], squares)
        boards, children = np.unique(
            _passed(*after, np.uint64(1) ^ turns[parents]), axis=0, return_inverse=True
        )
        if len(boards) > most:
            raise OthelloError(f"the moves lead to more than {most} boards")
        counts = np.zeros(len(boards), object)
        np.add.at(counts, children, layers[-1].counts[parents])
        order = np.argsort(children, kind="stable")
        layers.append(_Layer(boards, counts, parents[order], squares[order], children[order]))
    return layers


def _passed(players: Any, opponents: Any, turns: Any) -> Words:
    """Return an array of boards (n, 3). If the side to move must pass, store the board after the pass."""
    passes = must_pass(players, opponents)
    mine, theirs = np.where(passes, opponents, players), np.where(passes, players, opponents)
    return np.stack([mine, theirs, turns ^ passes.astype(np.uint64)], axis=1)
