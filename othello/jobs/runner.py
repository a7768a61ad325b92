"""Runs jobs inside a worker.

A *runner* opens the task once for each thread of its process and keeps the resulting worker for later jobs.
Jobs come in chunks, because sending a single job to a worker can take longer than running it. If a chunk
takes more than `LONGEST` seconds, the runner leaves its remaining jobs to other workers.
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
"""Seconds after which no more jobs of a chunk are started."""


Report = list[Finished[Any, Any] | Failed[Any]]
"""The outcomes of a chunk's first jobs, in order. The `job` field of each outcome is None, to send less
data."""


class Runner:
    """Runs the jobs of a task in this process. A pickled copy of a runner opens the task again."""

    def __init__(self, task: Task[Any, Any]) -> None:
        """Prepare to run jobs of *task*, without opening the task yet."""
        self._task = task
        self._own = threading.local()
        self._opened: list[Worker[Any, Any]] = []
        self.close = weakref.finalize(self, _close, self._opened)
        """Closes all threads' workers. Running jobs end soon."""
        self.close.atexit = False  # no new thread can be started while Python exits

    def __reduce__(self) -> tuple[type["Runner"], tuple[Task[Any, Any]]]:
        """Tell pickle to copy only the task."""
        return Runner, (self._task,)

    def run(self, jobs: Sequence[Any]) -> Report:
        """Run the jobs of a chunk in this thread. If there are no jobs, only open the task.

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
                # Raise another exception, because not all errors can be pickled.
                raise OthelloError(str(error)) from None
            # The order matters if another thread calls `close` now: either `close` finds the worker in the
            # list, or the next line finds that `close` has ended.
            self._opened.append(self._own.worker)
            if not self.close.alive:
                self._own.worker.close()
        worker: Worker[Any, Any] = self._own.worker
        return worker


def _close(opened: list[Worker[Any, Any]]) -> None:
    # Workers are closed in threads, because a worker may wait for other programs to end. If Ctrl-C interrupts
    # the wait here, the threads continue, and Python exits after them.
    threads = [threading.Thread(target=worker.close) for worker in opened]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def load(task: bytes) -> Runner:
    """Unpickle a task and return its runner. Raises OthelloError if this process cannot read it."""
    try:
        return Runner(pickle.loads(task))
    except Exception as error:  # unpickling may raise any exception
        raise OthelloError(f"a worker cannot load its task ({type(error).__name__}: {error})") from None
