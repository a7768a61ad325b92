"""The part of a job that runs in a worker.

A *runner* opens a task once for each thread of its process, and keeps the worker for later jobs. Jobs
come in chunks, because many jobs take less time than sending them to a worker. A worker that has
spent `LONGEST` seconds on a chunk leaves the rest of the chunk for other workers.
"""

import pickle
import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.task import Failed, Finished, OpenError, Task, Worker

LONGEST: Final = 1.0
"""Seconds after which no further job of a chunk begins."""


Report = list[Finished[Any, Any] | Failed[Any]]
"""The outcomes of the first jobs of a chunk, in order. They contain None instead of their jobs."""


class Runner:
    """A task in this process. A pickled copy opens the task again."""

    def __init__(self, task: Task[Any, Any]) -> None:
        """Open nothing yet."""
        self._task = task
        self._own = threading.local()
        self._opened: list[Worker[Any, Any]] = []
        self.close = weakref.finalize(self, _close, self._opened)
        """Closes the workers of all threads. Running jobs end soon."""
        self.close.atexit = False  # at exit, no new thread can be started

    def __reduce__(self) -> tuple[type["Runner"], tuple[Task[Any, Any]]]:
        """Return how pickle copies the runner."""
        return Runner, (self._task,)

    def run(self, jobs: Sequence[Any]) -> Report:
        """Do the jobs of a chunk in this thread. Without jobs, only open the task.

        Raises OthelloError if the task cannot be opened.
        """
        report: Report = []
        worker = self._worker()
        began = time.monotonic()
        for job in jobs:
            if report and time.monotonic() - began > LONGEST:
                break
            before = time.perf_counter()
            try:
                result = worker.do(job)
            except OpenError:
                raise
            except Exception as error:
                name = "" if isinstance(error, OthelloError) else f"{type(error).__name__}: "
                report.append(Failed(None, f"{name}{error}"))
            else:
                report.append(Finished(None, result, time.perf_counter() - before))
        return report

    def _worker(self) -> Worker[Any, Any]:
        if not hasattr(self._own, "worker"):
            try:
                self._own.worker = self._task.open()
            except OthelloError as error:
                raise OthelloError(str(error)) from None  # not all errors can be pickled
            # The order matters: a simultaneous `close` either finds the worker in the list and closes it, or
            # has ended when this line tests it.
            self._opened.append(self._own.worker)
            if not self.close.alive:
                self._own.worker.close()
        worker: Worker[Any, Any] = self._own.worker
        return worker


def _close(opened: list[Worker[Any, Any]]) -> None:
    # This is done in threads, because a worker may wait until other programs have ended. If Ctrl-C ends the
    # wait here, the threads continue, and Python ends after them.
    threads = [threading.Thread(target=worker.close) for worker in opened]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def load(task: bytes) -> Runner:
    """Return the runner of a pickled task. Raises OthelloError if this process cannot read it."""
    try:
        return Runner(pickle.loads(task))
    except Exception as error:  # unpickling may raise any exception
        raise OthelloError(f"a worker cannot load its task ({type(error).__name__}: {error})") from None
