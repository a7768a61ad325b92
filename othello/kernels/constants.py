"""Constants that compiled code and the rest of the program share.

This module imports nothing: a front end that needs one of these numbers need not load Numba.
"""

from typing import Final

EXACT: Final = 5
"""Selectivity of a search without probabilistic cuts."""
NO_MOVE: Final = 65
"""Where a square is expected: there is none. 64 is a pass."""
