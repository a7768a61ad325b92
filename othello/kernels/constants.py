"""Numbers shared by compiled code and the rest of the program.

This module imports neither Numba nor any other module of this project, so a program that needs one of these
numbers does not load the kernels.
"""

from typing import Final

BLACK: Final = 0
WHITE: Final = 1

NO_MOVE: Final = 255
"""Stands for a missing move or color. Moves are 0-63 for squares, and 64 for a pass."""
MAX_MOVES: Final = 60
"""Maximum number of moves in a game, not counting passes. No position has more legal moves than this number,
either. On a board that begins with four discs, 60 squares are empty. On a board that begins with three discs,
moves reach at most 48 squares. After a pass, the other side moves, so a game has fewer passes than moves."""

MAX_DISCS: Final = 64
"""The largest possible disc difference."""
DISC: Final = 100
"""Number of centidiscs per disc. Searches use centidiscs, and the endgame solvers use discs."""
LOWEST: Final = -MAX_DISCS * DISC
HIGHEST: Final = MAX_DISCS * DISC
"""The lowest and the highest value, in centidiscs."""
NO_SCORE: Final = LOWEST - 1
"""Stands for the best value, in discs or centidiscs, before any move has been searched."""

EXACT: Final = 5
"""The selectivity of a search without probabilistic cuts."""
