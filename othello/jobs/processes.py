"""Runs jobs in other processes on this computer.

Each thread that calls `Processes.run` has its own pool of one process. Therefore a process that dies breaks
only its own pool, and the lost chunk is known. A terminal sends Ctrl-C to every process. Workers ignore it
and are ended by this process instead. Workers also end if this process is killed, even in the middle of a
job.
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
from multiprocessing import resource_tracker
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.runner import Report, Runner, load
from othello.jobs.task import ResultT, Task

STARTS: Final = 10
"""The run ends after this many consecutive worker processes have died while starting."""


class Processes:
    """Runs each thread's chunks in a separate process and replaces processes that die."""

    def __init__(self, task: Task[Any, Any]) -> None:
        """Prepare to run jobs of *task*, without starting a process yet."""
        self._task = pickle.dumps(task)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._pools: list[ProcessPoolExecutor] = []
        self._pids: set[int] = set()
        self._is_closed = False

    def run(self, jobs: Sequence[Any]) -> Report:
        """Run the jobs of a chunk. Raises BrokenExecutor if the process dies before the chunk is finished.

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
            # The task is not passed to `_begin`, because the start with a large task would block if the
            # process died immediately.
            pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
            self._pools.append(pool)
            with contextlib.suppress(BrokenExecutor):  # if the process has died, start another process
                pid = self._call(pool, _keep_task, self._task)
                self._pids.add(pid)
                self._call(pool, _run, [])  # this only opens the task
                return pool
        raise OthelloError(
            f"{STARTS} worker processes in a row ended while starting: there may be too little memory"
        )

    def _call(self, pool: ProcessPoolExecutor, function: Callable[[Any], ResultT], argument: Any) -> ResultT:
        """Call a function in the process of a pool. Raises CancelledError if the executor was closed."""
        # Without the lock, `close` could kill all processes between this test and `submit`. Then `close`
        # would wait for the chunk of a process whose id is not in `_pids` yet.
        with self._lock:
            if self._is_closed:
                raise CancelledError
            future = pool.submit(function, argument)
        return future.result()


def _block_interrupts() -> None:
    """Block Ctrl-C in this thread, and thus in the processes that it starts.

    Windows cannot block signals. There, pressing Ctrl-C while workers are starting makes them print
    tracebacks.
    """
    if sys.platform != "win32":
        # The start of the first process also starts this tracker, which unblocks Ctrl-C in its thread.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


# The rest of this module runs in worker processes.

_task: bytes


def _begin() -> None:
    """Make this process ignore Ctrl-C and end when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _keep_task(task: bytes) -> int:
    """Keep the task until `_runner` loads it. Return the id of this process."""
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
