"""Games made by several processes into one file, which a later run continues.

A *source* has games by number and makes the samples of one; a game depends on its number alone. Worker
processes make games, and this process appends them to the file, whole games at a time. So a run can be
killed at any moment: the next one, with any number of workers, drops the last game of the file, which may
be cut off, and makes what is missing.

`concurrent.futures` runs the workers, with two additions. Ctrl-C reaches every process of a terminal, and
workers would print tracebacks; here they never see it, and the parent ends them at once. And they would
outlive a parent that is killed, waiting for work; here they end with it.
"""

import contextlib
import itertools
import multiprocessing
import os
import signal
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
from othello.training import samples

TABLE_MIB: Final = 2.0
"""Enough for one shallow game, and quickly cleared for the next."""
GAMES_AT_ONCE: Final = 8
"""Games of a worker between two messages to the parent."""
TASKS_AHEAD: Final = 2
"""Tasks for each worker that are submitted at a time, so that no worker waits for the parent."""


class Source(Protocol):
    """Where games come from; each worker gets a copy."""

    def samples(self, workspace: Workspace, number: int) -> Any:
        """Make game *number* and return its samples, the same whatever was made before."""


def make(
    folder: Path,
    run: str,
    numbers: Sequence[int],
    source: Source,
    workers: int,
    evaluation: Evaluation | None = None,
) -> Iterator[int]:
    """Make the games *numbers* into the file of *folder* that is named after the *run*.

    Yields the number of games in the file, first those of earlier runs. Without *evaluation* the
    shipped one is used. Raises FormatError if a file cannot be read or written.
    """
    if evaluation is None:
        evaluation_files.shipped()  # If it cannot be used, that is known here and not in each worker.
    path = folder / f"{run}{samples.SUFFIX}"
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    missing = _missing(path, numbers)
    done = len(numbers) - len(missing)
    yield done
    tasks = (missing[first : first + GAMES_AT_ONCE] for first in range(0, len(missing), GAMES_AT_ONCE))
    with _workers(workers, source, evaluation) as pool:
        with _interrupts_blocked():  # The first tasks start the workers.
            pending = {pool.submit(_play, task) for task in itertools.islice(tasks, TASKS_AHEAD * workers)}
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            games = [game for each in finished for game in _result(each)]
            samples.append(path, np.concatenate(games))
            pending |= {pool.submit(_play, task) for task in itertools.islice(tasks, len(finished))}
            done += len(games)
            yield done


def _missing(path: Path, numbers: Sequence[int]) -> list[int]:
    """Cut the file of a run back to whole games and return the numbers of the games that it lacks."""
    if not path.exists():
        return list(numbers)
    samples.mend(path)
    found = set(np.unique(samples.read([path])["game"]).tolist())
    return [number for number in numbers if number not in found]


@contextlib.contextmanager
def _workers(count: int, source: Source, evaluation: Evaluation | None) -> Iterator[ProcessPoolExecutor]:
    """A pool of *count* processes, all of which are gone when the context ends, whatever they are doing."""
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
    """Block interrupts until the end of the context; processes that start meanwhile never get one.

    Windows has no signal masks: there, an interrupt during the start of the workers makes them print.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _result(finished: Future[list[Any]]) -> list[Any]:
    """Return the games of a finished task; raises what the task raised."""
    try:
        return finished.result()
    except BrokenProcessPool:
        raise OthelloError("a worker process ended before its games were made: was it killed?") from None


# In a worker

_work: tuple[Source, Workspace]
"""What this worker plays with, set at its start."""


def _begin(source: Source, evaluation: Evaluation | None) -> None:
    """Set up a worker process."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _work = source, Workspace(table.new_table(TABLE_MIB), evaluation)


def _play(numbers: Sequence[int]) -> list[Any]:
    """Make some games and return the samples of each."""
    source, workspace = _work
    return [source.samples(workspace, number) for number in numbers]


def _leave_with_parent() -> None:
    """End this process when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
