"""The settings of each training step and their defaults.

This module imports neither NumPy nor Numba, so that commands can show the defaults without loading these
libraries.
"""

from dataclasses import dataclass
from typing import Final

from othello.kernels.constants import EXACT, MAX_MOVES

PARTS: Final = ("fit", "test", "all")
"""Choices of games to import. They are games to learn, games for tests, or all games."""
MIX: Final = 0.7
"""Share of the score in the target value of training (see `samples.targets`). The rest is the result."""


def check(name: str, number: int, least: int, most: int) -> None:
    """Raise ValueError if a setting is out of range, because compiled code does not check it."""
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Settings for the searches that compute the values of positions."""

    depth: int = 6
    """Depth of the search, in plies, at most `exact`."""
    selectivity: int = 0
    """Selectivity of Multi-ProbCut (see `kernels.probcut`)."""
    exact: int = 14
    """Positions with at most this many empties are solved."""

    def __post_init__(self) -> None:
        check("depth", self.depth, 1, MAX_MOVES)
        check("selectivity", self.selectivity, 0, EXACT)
        check("exact", self.exact, 0, MAX_MOVES)


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """Settings for games of the engine against itself."""

    seed: int = 1
    search: SearchSettings = SearchSettings()
    least_random: int = 4
    """Minimum number of random plies at the beginning of a game."""
    most_random: int = 30
    """Maximum number of random plies. All numbers from `least_random` on are equally likely."""
    noisy: float = 0.5
    """Share of games in which random moves replace some of the searched moves."""
    noise: int = 12
    """In these games, one in this many moves is random."""
    within: float = 12.0
    """If an opening favors a side by more than this many discs, it is usually dropped (see
    `kernels.selfplay`)."""
    is_test: bool = False
    """Whether the games are for tests. Training rejects such games."""

    def __post_init__(self) -> None:
        check("least_random", self.least_random, 0, MAX_MOVES)
        check("most_random", self.most_random, self.least_random, MAX_MOVES)


@dataclass(frozen=True, slots=True)
class PerturbedSettings:
    """Settings for positions that are a few random moves away from games."""

    seed: int = 1
    search: SearchSettings = SearchSettings(depth=8)
    per_game: int = 6
    """Number of positions per game."""
    most_random: int = 3
    """Maximum number of random moves. All numbers from 1 to this number are equally likely."""
    is_test: bool = False
    """Whether the samples are for tests. Training rejects such samples."""

    def __post_init__(self) -> None:
        check("most_random", self.most_random, 1, MAX_MOVES)


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """Settings for importing games."""

    exact: int = 16
    """Positions with at most this many and at least `importing.MIN_IMPORTED` empties are solved."""
    midgame: int = 0
    """Earlier positions with at most this many empties are imported, too. Their result is the first solved
    value. At 0, no earlier positions are imported."""
    part: str = "fit"
    """The games to import, one of PARTS."""

    @property
    def is_test(self) -> bool:
        """Whether the samples are for tests."""
        return self.part == "test"


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """Settings for training a network."""

    epochs: int = 1
    rate: float = 0.01
    """Initial learning rate (see `kernels.sgd`). It falls during the run."""
    mix: float = MIX
    """Share of the score in the target value of training (see `samples.targets`)."""
    seed: int = 1
    """Seed for the initial numbers of the network and the order of the samples."""
    units: int | None = None
    """Number of units, which must be even. None means all units, or the units of the starting network."""
    rows: int | None = None
    """Number of rows to train. These are the rows of the most frequent configurations. All other rows are
    zero. None means all rows."""
    penalty: float = 0.0
    """Weight of the penalty in each sample's loss. The penalty is the sum of the magnitudes of all numbers in
    rows (see `model.Model`)."""


@dataclass(frozen=True, slots=True)
class HumanModelSettings:
    """Settings for training the human move model."""

    epochs: int = 1
    """Number of passes over all positions. After each pass, the recent positions are learned again."""
    rate: float = 0.05
    """Initial learning rate (see `kernels.human_policy_sgd`). It falls during the run."""
    until: int = 2021
    """Games after this year are for tests."""
    recent: int = 2008
    """Positions from games since this year are recent. They are learned again, because people play
    differently today than in the last century."""
    seed: int = 1
    """Seed for the initial numbers of the model and the order of the positions."""
