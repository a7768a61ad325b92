"""How samples are made and fitted: the settings of each step, with their defaults.

This module loads neither NumPy nor Numba: command lines take their defaults from here.
"""

from dataclasses import dataclass
from typing import Final

PARTS: Final = ("fit", "test", "all")
"""The games that an import takes: those to fit, those to test with, or all."""


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How games of self-play are played."""

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
    """What to take from games of others."""

    exact: int = 16
    """Positions with at most this many empties are solved, down to `importing.LEAST_EMPTIES`."""
    midgame: int = 0
    """Earlier positions with at most this many empties get the first solved value; 0 means none."""
    part: str = "fit"
    """Which games to take, one of PARTS."""


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How weights are fitted to samples."""

    ridge: float = 200.0
    """A sample count: a weight seen that often lies halfway between its prior and its own fit.

    The prior is the weight of the following phase.
    """
    iterations: int = 24
    """Steps of conjugate gradients for each phase."""
