"""Numbers that compiled code and the rest of the program share.

This module imports neither the project nor Numba, so a program that needs one of these numbers
does not load the kernels.
"""

from typing import Final

BLACK: Final = 0
WHITE: Final = 1

NO_MOVE: Final = 255
"""The number for a missing move or color. Moves are 0-63 for squares, and 64 for a pass."""
MAX_MOVES: Final = 60
"""Maximum number of moves of a game, without passes. A position has at most this many legal moves, too.

On a board with four discs, 60 squares are empty. Starting with three discs, moves reach at most 48 squares.
After a pass the other side moves, so a game has fewer passes than moves.
"""

MAX_DISCS: Final = 64
"""The greatest disc difference."""
DISC: Final = 100
"""Centidiscs in a disc. Searches count in centidiscs, the endgame solvers in discs."""
LOWEST: Final = -MAX_DISCS * DISC
HIGHEST: Final = MAX_DISCS * DISC
"""The smallest and the greatest value in centidiscs."""
NO_SCORE: Final = LOWEST - 1
"""The best value, in discs or centidiscs, before any move has been searched."""

EXACT: Final = 5
"""Selectivity of a search without probabilistic cuts."""
