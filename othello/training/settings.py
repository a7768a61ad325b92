"""The settings of each step of training, with their defaults.

This module does not import NumPy or Numba, so command lines can take their defaults from it.
"""

from dataclasses import dataclass
from typing import Final

PARTS: Final = ("fit", "test", "all")
"""Parts of games to import: those to fit, those for tests, or all."""


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """Settings of self-play."""

    seed: int = 1
    least_random: int = 6
    """Fewest random plies at the beginning of a game."""
    most_random: int = 48
    """Most random plies; each number from fewest to most is equally likely."""
    depth: int = 6
    """Depth of the search for each move, in plies, at least 3."""
    exact: int = 16
    """Every position with at most this many empties is solved."""
    is_test: bool = False
    """Whether the samples are marked as test samples, which a fit refuses."""


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """Settings of imports."""

    exact: int = 16
    """Positions with at most this many empties are solved, down to `importing.LEAST_EMPTIES`."""
    midgame: int = 0
    """Earlier positions with at most this many empties get the first solved value; 0 means none."""
    part: str = "fit"
    """The games to import, one of PARTS."""


@dataclass(frozen=True, slots=True)
class FitSettings:
    """Settings of a fit."""

    ridge: float = 200.0
    """Sample count at which a weight lies halfway between its prior and its own fit.

    The prior is the weight of the following phase.
    """
    iterations: int = 24
    """Steps of conjugate gradients for each phase."""
