"""The settings of each step of training, with their defaults.

This module does not import NumPy or Numba, so command lines can take their defaults from it.
"""

from dataclasses import dataclass
from typing import Final

from othello.kernels.constants import EXACT, MAX_MOVES

PARTS: Final = ("fit", "test", "all")
"""Parts of games to import: games to learn, games for tests, or all games."""
MIX: Final = 0.7
"""Share of the score in the target of training, see `samples.targets`. The rest is the result."""


def check(name: str, number: int, least: int, most: int) -> None:
    """Raise ValueError if a setting is out of range. Machine code would not check it."""
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}: it must be from {least} to {most}")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How the positions of games are valued."""

    depth: int = 6
    """Depth of the search, in plies, from 3 to `exact`."""
    selectivity: int = 0
    """Selectivity of Multi-ProbCut, see `kernels.probcut`."""
    exact: int = 14
    """Every position with at most this many empties is solved."""

    def __post_init__(self) -> None:
        check("depth", self.depth, 1, MAX_MOVES)
        check("selectivity", self.selectivity, 0, EXACT)
        check("exact", self.exact, 0, MAX_MOVES)


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """Settings of self-play."""

    seed: int = 1
    search: SearchSettings = SearchSettings()
    least_random: int = 4
    """Minimum number of random plies at the beginning of a game."""
    most_random: int = 30
    """Maximum number of random plies. Each number from `least_random` on has the same probability."""
    noisy: float = 0.5
    """Share of the games in which some of the searched moves are replaced by random moves."""
    noise: int = 12
    """In these games, one searched move in this many is random."""
    within: float = 12.0
    """Openings that favor a side by more than this many discs are mostly dropped, see `kernels.selfplay`."""
    is_test: bool = False
    """Whether the games are for tests. Training refuses such games."""

    def __post_init__(self) -> None:
        check("least_random", self.least_random, 0, MAX_MOVES)
        check("most_random", self.most_random, self.least_random, MAX_MOVES)


@dataclass(frozen=True, slots=True)
class PerturbedSettings:
    """Settings for positions that are away from the line of games."""

    seed: int = 1
    search: SearchSettings = SearchSettings(depth=8)
    per_game: int = 6
    """Positions for each game."""
    most_random: int = 3
    """Maximum number of random moves away from the game. Each number from 1 on has the same probability."""
    is_test: bool = False
    """Whether the samples are for tests, so that training refuses them."""

    def __post_init__(self) -> None:
        check("most_random", self.most_random, 1, MAX_MOVES)


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """Settings of imports."""

    exact: int = 16
    """Positions with at most this many empties are solved, down to `importing.MIN_IMPORTED`."""
    midgame: int = 0
    """Earlier positions with at most this many empties get the first solved value. 0 means none."""
    part: str = "fit"
    """The games to import, one of PARTS."""

    @property
    def is_test(self) -> bool:
        """Whether the samples are for tests."""
        return self.part == "test"


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """How a network is trained."""

    epochs: int = 1
    rate: float = 0.01
    """First learning rate, see `kernels.sgd`. It falls during the run."""
    mix: float = MIX
    """Share of the score in the value that is learned."""
    seed: int = 1
    """Seed of the first numbers of the network and of the order of the samples."""
    units: int | None = None
    """Number of units, an even number. None means all units, or the units of the network to start from."""
    rows: int | None = None
    """Number of the most frequent configurations, whose rows are trained. The rows of all other
    configurations are zero. None means all configurations."""


@dataclass(frozen=True, slots=True)
class HumanModelSettings:
    """How the human move model is trained."""

    epochs: int = 1
    """Number of passes over all positions. Each pass is followed by the recent positions."""
    rate: float = 0.05
    """First learning rate, see `kernels.human_policy_sgd`. It falls during the run."""
    until: int = 2021
    """Games of later years are for tests."""
    recent: int = 2008
    """At the end of each epoch, the model is trained again on games since this year, because people do not
    play as they did in the last century."""
    seed: int = 1
    """Seed of the first numbers of the model and of the order of the positions."""
