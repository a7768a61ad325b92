"""Mobility and stable discs of either side, as sets of squares.

Functions whose names end in `bits` return words, bit 0 for a1.
"""

from othello.kernels import moves, stability
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square_set import SquareSet


def mobility(position: Position, color: Color) -> SquareSet:
    """Return the legal moves of *color*, as if it were to move.

    >>> mobility(Position.start(), Color.WHITE)
    SquareSet.parse('e3 f4 c5 d6')
    """
    return SquareSet.of_bits(mobility_bits(position, color))


def mobility_bits(position: Position, color: Color) -> int:
    """Return the legal moves of *color*, as if it were to move, as a word."""
    return moves.legal_moves.unchecked(*_words(position, color))


def stable(position: Position, color: Color) -> SquareSet:
    """Return discs of *color* that can never be turned.

    Some stable discs may be missing, see `othello.kernels.stability`.

    >>> stable(Position.parse("XX" + "O" * 3 + "-" * 59 + " X"), Color.BLACK)
    SquareSet.parse('a1 b1')
    """
    return SquareSet.of_bits(stable_bits(position, color))


def stable_bits(position: Position, color: Color) -> int:
    """Return the discs that `stable` returns, as a word."""
    return stability.stable_discs.unchecked(*_words(position, color))


def _words(position: Position, color: Color) -> tuple[int, int]:
    """Return the discs of *color* and of the other side."""
    own, other = position.player, position.opponent
    return (own, other) if position.turn is Color(color) else (other, own)
