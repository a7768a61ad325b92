"""Parity of the empty squares in the four quadrants of the board.

A move into a quadrant with an odd number of empty squares is likely to be the last there.
The quadrant stands for the region of connected empties, which it usually is near the end.
"""

from othello.kernels.bits import Word, word
from othello.kernels.jit import inlined_kernel

ONE, TWO, EIGHT, SIXTEEN = word(1), word(2), word(8), word(16)
HALF_ROWS = word(0x1111_1111_1111_1111)
QUADRANTS = word(0x0000_0011_0000_0011)
FOUR_BY_FOUR = word(0x0F0F_0F0F)


@inlined_kernel
def odd_quadrants(empties: Word) -> Word:
    """All squares of the quadrants that have an odd number of *empties*."""
    rows = empties ^ (empties >> ONE)
    rows = (rows ^ (rows >> TWO)) & HALF_ROWS
    rows ^= rows >> EIGHT
    return ((rows ^ (rows >> SIXTEEN)) & QUADRANTS) * FOUR_BY_FOUR
