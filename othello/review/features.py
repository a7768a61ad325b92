"""Features of a position that Othello players discuss: frontier, openness, safe moves, regions and edges.

Sets of squares are bitboards with bit 0 for a1.

Source of the terms: B. Rose, "Othello: A Minute to Learn... A Lifetime to Master" (2005).
"""

from typing import Final

from othello.kernels.moves import legal_moves
from othello.rules.position import Position
from othello.rules.square import CORNERS, MOVES, Move, bits_of, neighbors, squares_of

X_SQUARES: Final = {MOVES[x]: MOVES[corner] for x, corner in ((9, 0), (14, 7), (49, 56), (54, 63))}
C_SQUARES: Final = {
    MOVES[c]: MOVES[corner]
    for corner, *both in ((0, 1, 8), (7, 6, 15), (56, 57, 48), (63, 62, 55))
    for c in both
}
"""The corner next to each X square (b2, ...) and each C square (b1, a2, ...)."""
EDGES: Final = tuple(
    tuple(MOVES[start + step * number] for number in range(8))
    for start, step in ((0, 1), (56, 1), (0, 8), (7, 8))
)
"""The squares of the four edges, from corner to corner."""


def waiting(position: Position) -> Position:
    """Return the position after a pass, even if the pass is illegal."""
    return Position(position.opponent, position.player, position.turn.other)


def frontier(position: Position) -> int:
    """Return the discs of the side not to move that are adjacent to an empty square."""
    return position.opponent & neighbors(position.empty_bits)


def openness(position: Position, move: int) -> int:
    """Return the empty squares adjacent to the discs that a legal move flips.

    The square of the move itself is not included.
    """
    return neighbors(position.flips_bits(move)) & position.empty_bits & ~(1 << move)


def new_corners(position: Position, move: int) -> int:
    """Return the corners that the opponent can take after a legal move but could not take before it."""
    before = legal_moves.unchecked(position.opponent, position.player)
    return position.play_unchecked(move).legal_moves_bits & CORNERS & ~before


def safe_moves(position: Position) -> int:
    """Return the legal moves that are safe.

    A safe move gives the opponent no new corner and is not on the X square of an empty corner.
    """
    empty = position.empty_bits
    risky = bits_of(x for x, corner in X_SQUARES.items() if empty >> corner & 1)
    legal = position.legal_moves_bits & ~risky
    return bits_of(move for move in squares_of(legal) if not new_corners(position, move))


def regions(position: Position) -> list[int]:
    """Return the regions of empty squares. Diagonal neighbors are in the same region."""
    areas, left = [], position.empty_bits
    while left:
        region, grown = 0, left & -left  # a region grows from its lowest square
        while grown != region:
            region, grown = grown, neighbors(grown) & left
        areas.append(region)
        left &= ~region
    return areas


def is_unbalanced(edge: tuple[Move, ...], own: int, other: int) -> bool:
    """Return whether an edge contains only a row of five *own* discs that leaves one C square empty."""
    indexes = [index for index, square in enumerate(edge) if own >> square & 1]
    return indexes in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) and not any(other >> square & 1 for square in edge)


def wedged_between(square: Move, own: int) -> tuple[Move, Move] | None:
    """Return the two neighbors of a square along an edge if both are *own* discs, otherwise None."""
    for edge in EDGES:
        for before, middle, after in zip(edge, edge[1:], edge[2:], strict=False):
            both = 1 << before | 1 << after
            if middle == square and own & both == both:
                return before, after
    return None
