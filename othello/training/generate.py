"""Data from self-play: many games with random openings, in several processes, resumable.

Game number n is the same whoever plays it: its seed and the length of its random opening
come from the seed of the run and n, and nothing that earlier games found out is used. So
worker w of W plays the games w, w + W, w + 2 W, ... into a file of its own, and a run that
was interrupted goes on where its files end.
"""

import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.kernels import table
from othello.training import samples, selfplay
from othello.weights import Weights
from othello.workspace import Workspace

TABLE_MIB: Final = 2.0
"""Enough for one shallow game, and quickly cleared for the next."""
MOST_SAMPLES: Final = 64
"""Room for more samples than a game has."""
GAMES_AT_ONCE: Final = 50
"""Games between two writes to the file."""


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


def generate(
    folder: Path, games: int, settings: Settings, workers: int, evaluation: Weights | None = None
) -> Iterator[int]:
    """Play the games 0..games-1 into files in *folder*; yields the number of games done from time to time.

    Files are named by the settings; games that are in them are not played again. *evaluation*
    stands for the weights that are shipped.
    """
    folder.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    reports: SimpleQueue[int] = context.SimpleQueue()
    processes = [
        context.Process(
            target=_work,
            args=(folder, games, settings, worker, workers, evaluation, reports),
            daemon=True,
        )
        for worker in range(workers)
    ]
    for process in processes:
        process.start()
    try:
        done = 0
        while done < games:
            done += reports.get()
            yield done
    finally:
        for process in processes:
            process.terminate()
            process.join()


def worker_path(folder: Path, settings: Settings, worker: int, workers: int) -> Path:
    """The file that a worker writes."""
    openings = f"r{settings.least_random}-{settings.most_random}"
    run = f"s{settings.seed}-{openings}-d{settings.depth}-e{settings.exact}"
    return folder / f"{run}-{worker}of{workers}.samples"


def _work(
    folder: Path,
    games: int,
    settings: Settings,
    worker: int,
    workers: int,
    evaluation: Weights | None,
    reports: Any,
) -> None:
    """What a process does: play every *workers*-th game."""
    path = worker_path(folder, settings, worker, workers)
    last = samples.mend(path)
    first = worker if last < 0 else last + workers
    reports.put(len(range(worker, min(first, games), workers)))
    workspace = Workspace(table.new_table(TABLE_MIB), evaluation)
    numbers = range(first, games, workers)
    for start in range(0, len(numbers), GAMES_AT_ONCE):
        batch = numbers[start : start + GAMES_AT_ONCE]
        samples.append(path, np.concatenate([played(workspace, number, settings) for number in batch]))
        reports.put(len(batch))


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
    return found[:count]
