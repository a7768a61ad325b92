"""Converts the moves that a user has named to the moves that a search considers."""

from collections.abc import Collection

from othello.errors import IllegalMoveError
from othello.rules.position import Position
from othello.rules.square import Move, format_moves


def root_moves(
    position: Position, only: Collection[Move] = (), without: Collection[Move] = ()
) -> tuple[Move, ...] | None:
    """Return the moves to consider: *only*, by default all legal moves, except for the moves in *without*.

    Return None, which stands for all legal moves, if both are empty. Raises IllegalMoveError if a move is
    illegal or no move is left.

    >>> root_moves(Position.start(), without=[Move("f5"), Move("d3")])
    (Move('c4'), Move('e6'))
    """
    for move in (*only, *without):
        position.play(move)  # raises IllegalMoveError
    if not only and not without:
        return None
    moves = tuple(move for move in only or position.legal_moves if move not in without)
    if not moves:
        legal = format_moves(position.legal_moves)
        raise IllegalMoveError(f"no move is left to consider: {position.turn} may play {legal}")
    return moves
