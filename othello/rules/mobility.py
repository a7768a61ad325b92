"""Mobility and stable discs of either side, as words, bit 0 for a1."""

from othello.kernels import moves, stability
from othello.rules.position import Position
from othello.rules.score import Color


def mobility_bits(position: Position, color: Color) -> int:
    """Return the legal moves of *color*, as if it were to move.

    >>> mobility_bits(Position.start(), Color.WHITE) == Position.start().transformed(1).legal_moves_bits
    True
    """
    return moves.legal_moves.unchecked(*_words(position, color))


def stable_bits(position: Position, color: Color) -> int:
    """Return discs of *color* that can never be turned.

    Some stable discs may be missing, see `othello.kernels.stability`.

    >>> stable_bits(Position.parse("XX" + "O" * 3 + "-" * 59 + " X"), Color.BLACK)
    3
    """
    return stability.stable_discs.unchecked(*_words(position, color))


def _words(position: Position, color: Color) -> tuple[int, int]:
    """Return the discs of *color* and of the other side."""
    own, other = position.player, position.opponent
    return (own, other) if position.turn is Color(color) else (other, own)
