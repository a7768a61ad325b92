"""Numbers that compiled code and the rest of the program share.

This module imports nothing of the project and not Numba: a program that needs one of these
numbers need not load the kernels.
"""

from typing import Final

BLACK: Final = 0
WHITE: Final = 1

NO_MOVE: Final = 65
"""Stands where a move is expected and there is none; 0-63 are squares, 64 is a pass."""

MOST_DISCS: Final = 64
"""The greatest difference of discs."""
DISC: Final = 100
"""Centidiscs in a disc. Searches count in centidiscs; where the end of the game is solved, in discs."""
LOWEST: Final = -MOST_DISCS * DISC
HIGHEST: Final = MOST_DISCS * DISC
"""The least and the greatest value in centidiscs; as bounds of a value they say nothing."""
NO_SCORE: Final = LOWEST - 1
"""The best value, in discs or centidiscs, before any move has been searched."""

EXACT: Final = 5
"""Selectivity of a search without probabilistic cuts."""
