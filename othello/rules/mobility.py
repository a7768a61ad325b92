"""Finds one side's mobility and stable discs, as bitboards with bit 0 for a1."""

from othello.kernels import moves, stability
from othello.rules.position import Position
from othello.rules.score import Color


def mobility_bits(position: Position, color: Color) -> int:
    """Return the legal moves that *color* would have if it were its turn.

    >>> mobility_bits(Position.start(), Color.WHITE) == Position.start().transformed(1).legal_moves_bits
    True
    """
    return moves.legal_moves.unchecked(*_discs(position, color))


def stable_bits(position: Position, color: Color) -> int:
    """Return discs of *color* that no sequence of moves can flip.

    Not all stable discs are necessarily included. `othello.kernels.stability` explains which discs are
    recognized.

    >>> stable_bits(Position.parse("XX" + "O" * 3 + "-" * 59 + " X"), Color.BLACK)
    3
    """
    return stability.stable_discs.unchecked(*_discs(position, color))


def _discs(position: Position, color: Color) -> tuple[int, int]:
    """Return the discs of *color*, then the other side's discs."""
    own, other = position.player, position.opponent
    return (own, other) if position.turn is color else (other, own)
