"""Jobs that processes on this computer do.

Each calling thread has its own pool of one process. Therefore a lost process breaks only its own pool, and
its chunk is known. Workers ignore Ctrl-C, which a terminal sends to every process. This process ends them
instead. Workers also end if this process is killed, even in the middle of a job.
"""

import contextlib
import functools
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.runner import Report, Runner, load
from othello.jobs.task import ResultT, Task

STARTS: Final = 10
"""Number of failed starts of a process in a row after which the run ends."""


class Processes:
    """Does the chunks of each thread in its own process, and replaces lost processes."""

    def __init__(self, task: Task[Any, Any]) -> None:
        """Start nothing yet."""
        self._task = pickle.dumps(task)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._pools: list[ProcessPoolExecutor] = []
        self._pids: set[int] = set()
        self._is_closed = False

    def run(self, jobs: Sequence[Any]) -> Report:
        """Do a chunk. Raises BrokenExecutor if the chunk ends its process.

        Raises OthelloError if the task cannot be opened.
        """
        if not hasattr(self._own, "pool"):
            self._own.pool = self._start()
        try:
            return self._call(self._own.pool, _run, jobs)
        except BrokenExecutor:
            del self._own.pool
            raise

    def close(self) -> None:
        """Kill all processes."""
        with self._lock:
            self._is_closed = True
        for process in multiprocessing.active_children():
            if process.pid in self._pids:
                process.kill()
        for pool in self._pools:
            pool.shutdown()

    def _start(self) -> ProcessPoolExecutor:
        """Return a pool whose process has opened the task."""
        _block_interrupts()
        for _ in range(STARTS):
            # The task is no argument of `_begin`: a large one would block the start of a process that ends
            # immediately.
            pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
            self._pools.append(pool)
            with contextlib.suppress(BrokenExecutor):  # the process has ended: start another process
                pid = self._call(pool, _keep_task, self._task)
                self._pids.add(pid)
                self._call(pool, _run, [])  # no jobs: this only opens the task
                return pool
        raise OthelloError(
            f"{STARTS} worker processes in a row ended while they started: is there enough memory?"
        )

    def _call(self, pool: ProcessPoolExecutor, function: Callable[[Any], ResultT], argument: Any) -> ResultT:
        """Call a function in the process of a pool. Raises CancelledError if `close` was called before."""
        # Without the lock, `close` could kill all processes between the test and `submit`. Then it would wait
        # for the chunk of a process whose id is not in `_pids` yet.
        with self._lock:
            if self._is_closed:
                raise CancelledError
            future = pool.submit(function, argument)
        return future.result()


def _block_interrupts() -> None:
    """Block interrupts in this thread, and so in the processes that it starts.

    Windows has no signal masks. There, an interrupt during the start of workers makes them print tracebacks.
    """
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


# These run in a worker process:

_task: bytes


def _begin() -> None:
    """Ignore Ctrl-C, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _keep_task(task: bytes) -> int:
    """Keep the task for `_runner`, and return the id of this process."""
    global _task
    _task = task
    return os.getpid()


@functools.cache
def _runner() -> Runner:
    return load(_task)


def _run(jobs: Sequence[Any]) -> Report:
    return _runner().run(jobs)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
