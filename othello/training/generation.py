"""Games that jobs add to one file, which a later run can continue.

A function computes the rows of a game from its job alone. This process appends whole games to the file, in
the order in which they are finished. A run can be killed at any time. The next run, with any number of
workers, removes the last game of the file, which may be incomplete, and makes the missing games.
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
"""Size of a worker's table: large enough for shallow searches, and quickly cleared for each game."""


class GameJob(NamedTuple):
    """A game to make."""

    number: int
    """Number of the game in its file."""
    given: Any = None
    """An existing game to make rows from, or None to play a new game."""


Rows = Callable[[ThreadData, Any], Any]
"""Does a job and returns its rows, which must not depend on earlier jobs. Each worker gets a copy."""


@dataclass(frozen=True, slots=True)
class Making:
    """The task of making rows."""

    rows: Rows
    evaluation: Network | None

    def open(self) -> FunctionWorker[Any, Any]:
        """Return a worker with its own memory."""
        return FunctionWorker(partial(self.rows, ThreadData(table.new_table(TABLE_MIB), self.evaluation)))


@dataclass(frozen=True, slots=True)
class TrainingResources:
    """The workers that make rows, and the evaluation for their searches."""

    places: Resources = HERE
    evaluation: Network | None = None
    """None is the shipped network."""
    say: Callable[[str], None] = lambda text: None
    """Called with messages about the cluster."""


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
    """Make games into the file of *folder* that is named after the *run*.

    numbers -- the numbers of the games in the file
    form    -- the kind of file for the rows
    is_test -- whether the rows are for tests
    given -- a function that returns the existing game for a job; called when a worker is free

    Yields the number of games in the file as it grows, first the number from earlier runs. Raises
    FormatError if a file cannot be read or written, and at the end OthelloError if a game has failed.
    """
    if means.evaluation is None:
        evaluation_files.shipped()  # if it cannot be used, this raises before anything is written
    path = folder / f"{run}{form.suffix}"
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        RecordFile(path, form, form.heading(is_test=is_test)) as file,
        executor(Making(rows, means.evaluation), means.places, log=means.say) as makers,
    ):
        made = np.concatenate([np.zeros(0, np.uint32), *(rows["game"].copy() for rows in file.blocks())])
        # A run that was killed may have written only a part of its last game.
        kept = int(np.argmax(made == made[-1])) if len(made) else 0
        file.keep(kept)
        wanted = np.fromiter(numbers, np.int64, len(numbers))
        missing = wanted[~np.isin(wanted, made[:kept])]
        del made  # an array as long as the file, and the run takes hours
        done = len(wanted) - len(missing)
        yield done
        jobs = (GameJob(number, given(number)) for number in map(int, missing))
        for game in makers.results(jobs, lambda job: f"game {job.number} cannot be made: ", keep_going=True):
            file.append(game.result)
            done += 1
            yield done
