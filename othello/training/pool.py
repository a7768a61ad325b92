"""Games made by several processes, into files that a later run goes on with.

A *source* has games by number, and makes the samples of one. Each process appends whole
games to a file of its own, RUN-0.samples, RUN-1.samples and so on. A run that was interrupted
leaves what it has: a later one, of however many processes, makes the games that are in none of the
files. Which game lies in which file therefore means nothing; what a game is, only its number decides.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing import connection, resource_tracker
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from othello.errors import OthelloError, usable
from othello.kernels import table
from othello.search.evaluation import Evaluation
from othello.search.workspace import Workspace
from othello.training import samples

TABLE_MIB: Final = 2.0
"""Enough for one shallow game, and quickly cleared for the next."""
SECONDS_AT_ONCE: Final = 2.0
"""How long games are kept before they are written: what an interruption costs, at most."""


class Source(Protocol):
    """Where games come from; it is sent to each process."""

    def samples(self, workspace: Workspace, number: int) -> Any:
        """The samples of the game of this number, the same whatever was made before it."""


def make(
    folder: Path,
    run: str,
    numbers: Sequence[int],
    source: Source,
    workers: int,
    evaluation: Evaluation | None = None,
) -> Iterator[int]:
    """Make the games *numbers* into files of *folder* named after the *run*.

    Yields the number of games that are there, at first those of earlier runs, then from time to
    time. *evaluation* stands for the weights that are shipped. Raises FormatError for files that
    cannot be read or written.
    """
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    waiting = _missing(folder, run, numbers)
    done = len(numbers) - len(waiting)
    yield done
    paths = [folder / f"{run}-{worker}{samples.SUFFIX}" for worker in range(workers)]
    jobs = [(path, waiting[worker::workers], source, evaluation) for worker, path in enumerate(paths)]
    with _started([job for job in jobs if job[1]]) as reports:
        while reports:
            for report in connection.wait(reports):
                count = _received(report)  # type: ignore[arg-type]
                done += count
                if count == 0:
                    reports.remove(report)  # type: ignore[arg-type]
                else:
                    yield done


def _missing(folder: Path, run: str, numbers: Sequence[int]) -> list[int]:
    """The games that no file of the run has, after each was cut back to whole games."""
    found: set[int] = set()
    for path in sorted(folder.glob(f"{run}-*{samples.SUFFIX}")):
        samples.mend(path)
        found.update(np.unique(samples.read([path])["game"]).tolist())
    return [number for number in numbers if number not in found]


@contextlib.contextmanager
def _started(jobs: list[tuple[Any, ...]]) -> Iterator[list["connection.Connection[Any, Any]"]]:
    """One process for each job, and what each reports; all of them end with the context."""
    context = multiprocessing.get_context("spawn")
    processes, reports = [], []
    try:
        with _uninterrupted():
            for job in jobs:
                report, sender = context.Pipe(duplex=False)
                process = context.Process(target=_work, args=(sender, *job), daemon=True)
                process.start()
                sender.close()
                processes.append(process)
                reports.append(report)
        yield reports
    finally:
        for process in processes:
            process.terminate()
            process.join()


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started meanwhile never hear of interrupts: their parent ends them.

    An interrupt of the parent itself waits until the end of the context. On Windows, which has
    no masks of signals, nothing of this can be arranged.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Else the first process would start it, and it lets interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _received(report: "connection.Connection[Any, Any]") -> int:
    """How many games more a process has made, 0 at its end; raises what it failed with."""
    try:
        count = report.recv()
    except EOFError:
        raise OthelloError("a process ended before its games were made: was it killed?") from None
    if isinstance(count, Exception):
        raise count
    return int(count)


def _work(
    sender: "connection.Connection[Any, Any]",
    path: Path,
    numbers: list[int],
    source: Source,
    evaluation: Evaluation | None,
) -> None:
    """What a process does: make its games, append them to its file from time to time, and say so."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        workspace = Workspace(table.new_table(TABLE_MIB), evaluation)
        found: list[Any] = []
        began = time.monotonic()
        for number in numbers:
            found.append(source.samples(workspace, number))
            if time.monotonic() - began > SECONDS_AT_ONCE or number == numbers[-1]:
                samples.append(path, np.concatenate(found))
                sender.send(len(found))
                found, began = [], time.monotonic()
        sender.send(0)
    except OthelloError as error:
        sender.send(error)


def _leave_with_parent() -> None:
    """End this process when the one that started it is gone, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
