"""Runs jobs that make rows from games and adds the rows to a file from which a later run can resume.

The rows of a game depend only on its job. This process appends all rows of a game to the file as soon as they
are finished. You can kill a run at any time. The next run removes the last game in the file, which may be
incomplete, and computes the missing games. It may use any number of workers.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from othello.errors import usable
from othello.jobs.executor import executor
from othello.jobs.task import HERE, FunctionWorker, Resources
from othello.kernels import table
from othello.search import evaluation_files
from othello.search.network import Network
from othello.search.thread_data import ThreadData
from othello.storage.records import RecordFile, RecordFormat

TABLE_MIB: Final = 1.0
"""Size of a worker's table. It is large enough for shallow searches and can be cleared quickly before each
game."""


class GameJob(NamedTuple):
    """A job that makes the rows of a game."""

    number: int
    """Number of the game in its file."""
    given: Any = None
    """The game from which to make rows, or None if the job plays a new game."""


Rows = Callable[[ThreadData, Any], Any]
"""A function that runs a job and returns its rows. The rows must not depend on earlier jobs."""


@dataclass(frozen=True, slots=True)
class Making:
    """A task that makes rows."""

    rows: Rows
    evaluation: Network | None

    def open(self) -> FunctionWorker[Any, Any]:
        """Return a worker with its own memory."""
        return FunctionWorker(partial(self.rows, ThreadData(table.new_table(TABLE_MIB), self.evaluation)))


@dataclass(frozen=True, slots=True)
class TrainingResources:
    """The workers that make rows, and the evaluation that their searches use."""

    places: Resources = HERE
    evaluation: Network | None = None
    """The network that evaluates positions. None means the network in the package."""
    say: Callable[[str], None] = lambda text: None
    """A function that is called with messages about the cluster."""


HERE_AND_SHIPPED: Final = TrainingResources()


def make(
    folder: Path,
    run: str,
    numbers: Collection[int],
    rows: Rows,
    form: RecordFormat,
    means: TrainingResources,
    *,
    is_test: bool,
    given: Callable[[int], Any] = lambda number: None,
) -> Iterator[int]:
    """Make the rows of games and append them to the file in *folder* that is named after the *run*.

    numbers -- the numbers of all games that the file must contain in the end
    rows    -- see `Rows`
    form    -- the format of the file
    is_test -- whether the rows are for tests
    given   -- a function that returns the existing game with a number. It is called when a worker is free.

    At the beginning and after each new game, yields how many of the games the file contains. Raises
    FormatError if the file cannot be read or written. If a game has failed, raises OthelloError at the end.
    """
    if means.evaluation is None:
        evaluation_files.shipped()  # raises an exception if the network is unusable
    path = folder / f"{run}{form.suffix}"
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        RecordFile(path, form, form.heading(is_test=is_test)) as file,
        executor(Making(rows, means.evaluation), means.places, log=means.say) as makers,
    ):
        made = np.concatenate([np.zeros(0, np.uint32), *(rows["game"].copy() for rows in file.blocks())])
        # If the last run was killed, the file may contain only part of its last game.
        kept = int(np.argmax(made == made[-1])) if len(made) else 0
        file.keep(kept)
        wanted = np.fromiter(numbers, np.int64, len(numbers))
        missing = wanted[~np.isin(wanted, made[:kept])]
        del made  # this array is as large as the file, and the run takes hours
        done = len(wanted) - len(missing)
        yield done
        jobs = (GameJob(number, given(number)) for number in map(int, missing))
        for game in makers.results(jobs, lambda job: f"game {job.number} cannot be made: ", keep_going=True):
            file.append(game.result)
            done += 1
            yield done
