"""Games made by several processes into one file, which a later run can continue.

A *source* makes the rows of a game from its number alone. Worker processes make games, and this
process appends whole games to the file. A run can be killed at any time: the next run, with any number of
workers, removes the last game of the file, which may be incomplete, and makes the missing games.

`concurrent.futures` runs the workers, with two additions. Workers ignore Ctrl-C, which a terminal sends to
every process and which would make them print tracebacks; the parent ends them instead. Workers also end
if the parent is killed; otherwise they would wait for work forever.
"""

import contextlib
import itertools
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from othello.errors import OthelloError, usable
from othello.kernels import table
from othello.search import evaluation_files
from othello.search.evaluation import Evaluation
from othello.search.workspace import Workspace
from othello.training.records import RecordFormat

TABLE_MIB: Final = 1.0
"""Size of a worker's table: enough for shallow searches, and quickly cleared for each game."""
GAMES_AT_ONCE: Final = 8
"""Games of a task, after which a worker sends its results to the parent."""
TASKS_AHEAD: Final = 2
"""Submitted tasks for each worker, so workers do not wait for the parent."""


class Source(Protocol):
    """Makes games by number; each worker gets a copy."""

    format: RecordFormat
    """The kind of file for the rows."""

    @property
    def is_test(self) -> bool:
        """Whether the rows are for tests."""

    def rows(self, workspace: Workspace, number: int) -> Any:
        """Make game *number* and return its rows, which must not depend on earlier games."""


def make(
    folder: Path,
    run: str,
    numbers: Sequence[int],
    source: Source,
    workers: int,
    evaluation: Evaluation | None = None,
) -> Iterator[int]:
    """Make the games *numbers* into the file of *folder* that is named after the *run*.

    Yields the number of games in the file as it grows, first the number from earlier runs. Without
    *evaluation* the shipped one is used. Raises FormatError if a file cannot be read or written.
    """
    if evaluation is None:
        evaluation_files.shipped()  # raises here, instead of in each worker, if it cannot be used
    path = folder / f"{run}{source.format.suffix}"
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    missing = _missing(path, numbers, source.format)
    done = len(numbers) - len(missing)
    yield done
    tasks = (missing[first : first + GAMES_AT_ONCE] for first in range(0, len(missing), GAMES_AT_ONCE))
    with _workers(workers, source, evaluation) as pool:
        with _interrupts_blocked():  # the first tasks start the workers
            pending = {pool.submit(_play, task) for task in itertools.islice(tasks, TASKS_AHEAD * workers)}
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            games = [game for each in finished for game in _result(each)]
            source.format.append(path, np.concatenate(games), is_test=source.is_test)
            pending |= {pool.submit(_play, task) for task in itertools.islice(tasks, len(finished))}
            done += len(games)
            yield done


def _missing(path: Path, numbers: Sequence[int], format: RecordFormat) -> list[int]:
    """Truncate the file of a run to whole games; return the numbers of the missing games."""
    if not path.exists():
        return list(numbers)
    found = set(format.mend(path).tolist())
    return [number for number in numbers if number not in found]


@contextlib.contextmanager
def _workers(count: int, source: Source, evaluation: Evaluation | None) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of *count* processes; all of them are killed at the end of the block."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, context, initializer=_begin, initargs=(source, evaluation))
    try:
        yield pool
    finally:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown()


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Within the block, block interrupts, also in processes that start there.

    Windows has no signal masks; an interrupt during the start of the workers makes them print there.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _result(finished: Future[list[Any]]) -> list[Any]:
    """Return the games of a finished task, or raise the error of the task."""
    try:
        return finished.result()
    except BrokenProcessPool:
        raise OthelloError("a worker process ended before its games were made: was it killed?") from None


# In a worker

_work: tuple[Source, Workspace]
"""The source and the workspace of this worker, set at its start."""


def _begin(source: Source, evaluation: Evaluation | None) -> None:
    """Set up a worker process."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _work = source, Workspace(table.new_table(TABLE_MIB), evaluation)


def _play(numbers: Sequence[int]) -> list[Any]:
    """Make the games *numbers* and return the rows of each."""
    source, workspace = _work
    return [source.rows(workspace, number) for number in numbers]


def _leave_with_parent() -> None:
    """End this process when its parent ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
