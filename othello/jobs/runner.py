"""The part of a job that runs in a worker.

A *host* opens a work once for each thread of its process, and keeps what it opened for later jobs. Jobs
come in chunks, because many jobs are shorter than the way to the worker and back. A worker that has
spent `LONGEST` seconds on a chunk leaves the rest of it undone, and others may do it.
"""

import pickle
import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.task import Failed, Finished, Task, Worker

LONGEST: Final = 1.0
"""Seconds after which no further job of a chunk is begun."""


Report = list[Finished[Any, Any] | Failed[Any]]
"""The outcomes of the first jobs of a chunk, in its order, and each with None instead of its job."""


class Runner:
    """A work in this process; a copy for another process opens it anew."""

    def __init__(self, work: Task[Any, Any]) -> None:
        """Open nothing yet."""
        self._work = work
        self._own = threading.local()
        self._opened: list[Worker[Any, Any]] = []
        self.close = weakref.finalize(self, _close, self._opened)
        """Closes the workers of all threads; running jobs end soon."""

    def __reduce__(self) -> tuple[type["Runner"], tuple[Task[Any, Any]]]:
        """Return how to copy the host."""
        return Runner, (self._work,)

    def run(self, jobs: Sequence[Any]) -> Report:
        """Do the jobs of a chunk in this thread; without jobs, only open the work.

        Raises OthelloError if the work cannot be opened.
        """
        found: Report = []
        worker = self._worker()
        began = time.monotonic()
        for job in jobs:
            if found and time.monotonic() - began > LONGEST:
                break
            before = time.perf_counter()
            try:
                result = worker.do(job)
            except Exception as error:
                name = "" if isinstance(error, OthelloError) else f"{type(error).__name__}: "
                found.append(Failed(None, f"{name}{error}"))
            else:
                found.append(Finished(None, result, time.perf_counter() - before))
        return found

    def _worker(self) -> Worker[Any, Any]:
        """Return the worker of this thread."""
        if not hasattr(self._own, "worker"):
            try:
                self._own.worker = self._work.open()
            except OthelloError as error:
                raise OthelloError(str(error)) from None  # not all errors can be pickled
            self._opened.append(self._own.worker)
            if not self.close.alive:  # the host was closed meanwhile
                self._own.worker.close()
        found: Worker[Any, Any] = self._own.worker
        return found


def _close(opened: list[Worker[Any, Any]]) -> None:
    for worker in opened:
        worker.close()


def load(work: bytes) -> Runner:
    """Return the host of a pickled work; raises OthelloError if this process cannot read it."""
    try:
        return Runner(pickle.loads(work))
    except Exception as error:  # the pickle decides which one
        raise OthelloError(f"a worker cannot read its work ({type(error).__name__}: {error})") from None
