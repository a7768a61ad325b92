"""Data from self-play: many games with random openings.

Game number n is the same whoever plays it: its seed and the length of its random opening
come from the seed of the run and n, and nothing that earlier games found out is used.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.kernels import selfplay
from othello.search import weights
from othello.search.weights import Weights
from othello.search.workspace import Workspace
from othello.training import pool, samples

MOST_SAMPLES: Final = 64
"""Room for more samples than a game has."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How games are played."""

    seed: int = 1
    least_random: int = 6
    """Fewest random plies at the beginning of a game."""
    most_random: int = 48
    """Most random plies; the numbers between are equally likely."""
    depth: int = 6
    """Plies searched for a move, at least 3."""
    exact: int = 16
    """Empty squares from which every position is solved."""
    is_test: bool = False
    """Whether the samples shall measure weights, and never be fitted."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A source of games, see `pool`."""

    settings: Settings

    def samples(self, workspace: Workspace, number: int) -> Any:
        """The samples of a game."""
        return played(workspace, number, self.settings)


def generate(
    folder: Path, games: int, settings: Settings, workers: int, evaluation: Weights | None = None
) -> Iterator[int]:
    """Play the games 0..games-1 into files in *folder*; yields the number of games done from time to time.

    Files are named by the settings and the weights; games that are in them are not played again.
    *evaluation* stands for the weights that are shipped.
    """
    run = run_name(settings, evaluation or weights.shipped())
    return pool.make(folder, run, range(games), SelfPlay(settings), workers, evaluation)


def run_name(settings: Settings, evaluation: Weights) -> str:
    """What files of games are called: everything that decides how they are played."""
    openings = f"r{settings.least_random}-{settings.most_random}"
    test = "-test" if settings.is_test else ""
    numbers = f"w{zlib.crc32(evaluation.tables):08x}"
    return f"s{settings.seed}-{openings}-d{settings.depth}-e{settings.exact}-{numbers}{test}"


def played(workspace: Workspace, number: int, settings: Settings) -> Any:
    """The samples of one game."""
    random = np.random.default_rng((settings.seed, number))
    seed = int(random.integers(1 << 63))
    plies = int(random.integers(settings.least_random, settings.most_random + 1))
    workspace.clear()
    found = np.zeros(MOST_SAMPLES, samples.SAMPLE)
    count = selfplay.play_game(
        workspace.record, found.ctypes.data, seed, number, plies, settings.depth, settings.exact
    )
    found["is_test"][:count] = settings.is_test
    return found[:count]
