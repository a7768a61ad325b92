"""Runs jobs in this process: in the thread that asks for their outcomes, or in separate threads."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from othello.jobs.processes import Processes
from othello.jobs.runner import Report, Runner
from othello.jobs.task import Task


class LocalBackend:
    """A backend that runs jobs in the calling thread, so `submit` returns only after its jobs have ended."""

    seconds = 0.0

    def __init__(self, task: Task[Any, Any]) -> None:
        self._runner = Runner(task)

    def capacity(self) -> int:
        """Return 1, because jobs run one after another."""
        return 1

    def submit(self, jobs: Sequence[Any]) -> "Future[Report]":
        """Run the jobs of a chunk now."""
        done: Future[Report] = Future()
        done.set_result(self._runner.run(jobs))
        return done

    def close(self) -> None:
        """Close the worker."""
        self._runner.close()


class Threads:
    """A backend of threads. Each thread has its own worker, in this process or in another process."""

    def __init__(self, runner: Runner | Processes, count: int, seconds: float = 0.0) -> None:
        """Prepare *count* threads. A chunk should take about *seconds* seconds (see `scheduler.Backend`)."""
        self.seconds = seconds
        self._runner, self._count = runner, count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="jobs")

    def capacity(self) -> int:
        """Return the number of threads."""
        return self._count

    def submit(self, jobs: Sequence[Any]) -> "Future[Report]":
        """Run the jobs of a chunk in the next free thread."""
        return self._pool.submit(self._runner.run, jobs)

    def close(self) -> None:
        """Make running jobs end soon and wait for the threads to end."""
        # When its job has ended, a thread must not take another chunk, because `close` would wait for this
        # chunk.
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._runner.close()
        self._pool.shutdown()
