"""Finds the quadrants of the board that have an odd number of empty squares.

In a region with an odd number of connected empty squares, the side that moves there first can usually also
move there last. A quadrant approximates such a region.
"""

from typing import Annotated

from othello.kernels.bits import ONE, ZERO, Square, Word, lowest, to_word, without_lowest, word_constant
from othello.native.kernel import inlined_kernel

Step = Annotated[tuple[int, int, int], ("int64", "uint64", "uint64")]
"""A square, and two sets of squares."""

HALF_ROWS = word_constant(0x1111_1111_1111_1111)
QUADRANTS = word_constant(0x0000_0011_0000_0011)
FOUR_BY_FOUR = word_constant(0x0F0F_0F0F)


@inlined_kernel
def odd_quadrants(empties: Word) -> Word:
    """Return all squares in odd quadrants, which contain an odd number of *empties*."""
    rows = empties ^ (empties >> ONE)
    rows = (rows ^ (rows >> to_word(2))) & HALF_ROWS
    rows ^= rows >> to_word(8)
    return ((rows ^ (rows >> to_word(16))) & QUADRANTS) * FOUR_BY_FOUR


@inlined_kernel
def quadrant(square: Square) -> Word:
    """Return all squares in the quadrant that contains *square*."""
    return FOUR_BY_FOUR << to_word(square & 36)


@inlined_kernel
def next_square(first: Word, later: Word) -> Step:
    """Take the next square from *first*, or from *later* if *first* is empty.

    Return the square and what remains of the two sets.
    """
    if first == ZERO:
        first, later = later, ZERO
    return lowest(first), without_lowest(first), later
