"""Jobs done by processes of this computer.

Each seat is a `ProcessPoolExecutor` of one process, so the end of a process says which chunk it was
doing, and does not affect the others. Two things are added to `concurrent.futures`. Workers ignore
Ctrl-C, which a terminal sends to every process and which would make them print tracebacks; this process ends
them instead. Workers also end if this process is killed; otherwise they would wait for work forever.
"""

import contextlib
import itertools
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any

from othello.jobs import host
from othello.jobs.backend import Seat
from othello.jobs.host import Report
from othello.jobs.work import Work


class Processes:
    """A backend of as many seats as processes; a lost process is replaced."""

    is_direct = False
    seconds = 0.1

    def __init__(self, work: Work[Any, Any], count: int) -> None:
        """Prepare *count* processes; they start when they get their first chunk."""
        self._work, self._count = pickle.dumps(work), count
        self._numbers = itertools.count()
        self._places: dict[Seat, _Process] = {}

    def seats(self) -> Sequence[Seat]:
        """Return the numbers of the processes; a new process has a new number."""
        while len(self._places) < self._count:
            self._places[next(self._numbers)] = _Process(self._work)
        return tuple(self._places)

    def submit(self, seat: Seat, jobs: Sequence[Any]) -> "Future[Report]":
        """Do a chunk in the process of a seat."""
        return self._places[seat].submit(jobs)

    def drop(self, seat: Seat) -> None:
        """Forget a process that has ended."""
        if (place := self._places.pop(seat, None)) is not None:
            place.kill()
            place.wait()

    def close(self) -> None:
        """Kill all processes."""
        for place in self._places.values():
            place.kill()
        for place in self._places.values():
            place.wait()


class _Process:
    """A worker process."""

    def __init__(self, work: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(work,))
        self._started: set[BaseProcess] = set()

    def submit(self, jobs: Sequence[Any]) -> "Future[Report]":
        try:
            if self._started:
                return self.pool.submit(_run, jobs)
            before = set(multiprocessing.active_children())
            with _interrupts_blocked():  # the first chunk starts the process
                first = self.pool.submit(_run, jobs)
            self._started = set(multiprocessing.active_children()) - before
            return first
        except BrokenExecutor as error:
            broken: Future[Report] = Future()
            broken.set_exception(error)
            return broken

    def kill(self) -> None:
        for process in self._started:
            process.terminate()

    def wait(self) -> None:
        self.pool.shutdown(cancel_futures=True)


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


# In a worker

_work: bytes
"""The pickled work of this process."""


def _begin(work: bytes) -> None:
    """Set up a worker process."""
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _run(jobs: Sequence[Any]) -> Report:
    return host.run("", _work, jobs)


def _leave_with_parent() -> None:
    """End this process when its parent ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
