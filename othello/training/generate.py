"""Samples from self-play: many games with random openings.

Game n of a run is the same in every process: its seed and the length of its random opening follow from
the seed of the run and n, and all memory is cleared before each game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.kernels import selfplay
from othello.search import evaluation_files
from othello.search.evaluation import Evaluation
from othello.search.workspace import Workspace
from othello.training import pool, samples
from othello.training.settings import SelfPlaySettings

MAX_SAMPLES: Final = 64
"""Upper bound on the samples of a game."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A source of games, see `pool`."""

    settings: SelfPlaySettings

    def samples(self, workspace: Workspace, number: int) -> Any:
        """Play game *number* and return its samples."""
        return play_game(workspace, number, self.settings)


def generate(
    folder: Path, games: int, settings: SelfPlaySettings, workers: int, evaluation: Evaluation | None = None
) -> Iterator[int]:
    """Play games 0 to games - 1 into files in *folder*; yield the number of finished games as it grows.

    The names of files follow from the settings and the weights; games in existing files are not played
    again. Without *evaluation* the shipped weights are used.
    """
    run = run_name(settings, evaluation or evaluation_files.shipped())
    return pool.make(folder, run, range(games), SelfPlay(settings), workers, evaluation)


def run_name(settings: SelfPlaySettings, evaluation: Evaluation) -> str:
    """Return the name of a run's files, with all settings that its games depend on."""
    openings = f"r{settings.least_random}-{settings.most_random}"
    test = "-test" if settings.is_test else ""
    numbers = f"w{evaluation.checksum():08x}"
    return f"s{settings.seed}-{openings}-d{settings.depth}-e{settings.exact}-{numbers}{test}"


def play_game(workspace: Workspace, number: int, settings: SelfPlaySettings) -> Any:
    """Play one game and return its samples, from first to last position."""
    random = np.random.default_rng((settings.seed, number))
    seed = int(random.integers(1 << 63))
    plies = int(random.integers(settings.least_random, settings.most_random + 1))
    workspace.clear()
    found = np.zeros(MAX_SAMPLES, samples.SAMPLE)
    count = selfplay.play_game(
        workspace.record, found.ctypes.data, seed, number, plies, settings.depth, settings.exact
    )
    found["is_test"][:count] = settings.is_test
    return found[:count]
