"""The distribution of jobs over the workers of a backend.

Jobs are sent in chunks that should take about the same time, according to the mean time of the last jobs.
Results come in the order in which jobs end. The jobs of a lost chunk are done again. If a chunk ends its
worker, its jobs are sent one by one. A single job that has ended `ATTEMPTS` workers is a poison job: it is
done again when no other job is left or running. If it then ends as many workers again, it has failed.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

from othello.jobs.runner import Report
from othello.jobs.task import Failed, Finished

ATTEMPTS: Final = 3
"""Number of workers that one job may end: first while other jobs run, and as many again when it runs alone.
"""
TARGET_PER_WORKER: Final = 0.002
"""Minimum seconds of a chunk, multiplied by the number of workers: this process handles about 500 chunks per
second.
"""
MOST: Final = 1000
"""Maximum number of jobs in a chunk."""
LONG: Final = 1.0
"""Jobs that take longer are not sent ahead, because they would wait behind another job while a worker is
free."""
AHEAD: Final = 2
"""Chunks of shorter jobs for each worker, so that workers do not wait for this process."""
CAPACITY_POLL: Final = 0.5
"""Seconds between two checks of the capacity while no chunk ends."""
_END: Final = object()
"""Comes after the last job."""
WEIGHT: Final = 0.2
"""Weight of the last chunk in the mean time of a job."""


class Backend(Protocol):
    """A place where chunks of jobs are done."""

    @property
    def seconds(self) -> float:
        """Time that a chunk should take, so that sending it costs little in comparison.

        0 means that a chunk is one job, and that nothing is sent ahead, because no time is lost between jobs.
        """

    def capacity(self) -> int:
        """Return the number of chunks that can be done at the same time now. Called often."""

    def submit(self, jobs: Sequence[Any]) -> "Future[Report]":
        """Do a chunk when there is capacity for it.

        The future raises BrokenExecutor if the worker ends before the chunk is done, CancelledError if the
        chunk is lost for another reason, and OthelloError if the task cannot be opened.
        """

    def close(self) -> None:
        """End all workers and their jobs."""


@dataclass(eq=False, slots=True)
class _Chunk:
    """Jobs that one worker does together."""

    jobs: list[tuple[int, Any]]
    """The jobs, each with its number."""
    losses: int = 0
    """Number of workers that ended during a chunk with a single job."""


class Scheduler:
    """One run of jobs."""

    def __init__(self, backend: Backend, jobs: Iterator[Any]) -> None:
        """Prepare to do *jobs*, see `executor.Executor.run`."""
        self._backend, self._jobs = backend, jobs
        self._unfinished = 0
        """Number of chunks that were sent."""
        self._again: deque[_Chunk] = deque()
        """Chunks to send again."""
        self._poison: deque[_Chunk] = deque()
        """Chunks of one job, to send one after the other when no other chunk is left."""
        self._ended: SimpleQueue[tuple[_Chunk, Future[Report]]] = SimpleQueue()
        self._has_more = True
        self._taken = 0
        """Number of jobs that were taken."""
        self._seconds: float | None = None
        """Mean time of a job."""

    def outcomes(self) -> Iterator[Finished[Any, Any] | Failed[Any]]:
        """Yield the outcome of each job."""
        while True:
            self._fill()
            if not (self._unfinished or self._again or self._poison or self._has_more):
                return
            try:
                chunk, future = self._ended.get(timeout=CAPACITY_POLL)
            except Empty:  # no chunk has ended: check the capacity again
                continue
            yield from self._settle(chunk, future)

    def _fill(self) -> None:
        """Send chunks while there is capacity for them."""
        workers = self._backend.capacity()
        is_direct = not self._backend.seconds  # This process does the jobs, one at a time.
        is_short = not is_direct and self._seconds is not None and self._seconds < LONG
        max_unfinished = workers * (AHEAD if is_short else 1)
        while self._unfinished < max_unfinished:
            chunk = self._next(workers)
            if chunk is None:
                return
            self._send(chunk)
            if is_direct and not self._ended.empty():
                return  # A finished job is reported before the next job.

    def _send(self, chunk: _Chunk) -> None:
        self._unfinished += 1
        future = self._backend.submit([job for _, job in chunk.jobs])
        future.add_done_callback(lambda future: self._ended.put((chunk, future)))

    def _next(self, workers: int) -> _Chunk | None:
        """Return the next chunk, or None if there is none now."""
        if self._again:
            return self._again.popleft()
        if jobs := self._take(self._size(workers)):
            return _Chunk(jobs)
        if self._unfinished:
            return None
        if self._poison:
            return self._poison.popleft()
        if self._has_more:
            raise RuntimeError("the jobs wait for an outcome, but all outcomes are known")
        return None

    def _take(self, count: int) -> list[tuple[int, Any]]:
        """Return at most *count* new jobs, each with its number."""
        jobs: list[tuple[int, Any]] = []
        while self._has_more and len(jobs) < count:
            job = next(self._jobs, _END)
            if job is None:
                break
            if job is _END:
                self._has_more = False
            else:
                jobs.append((self._taken, job))
                self._taken += 1
        return jobs

    def _size(self, workers: int) -> int:
        """Return the number of jobs of a chunk."""
        if not self._backend.seconds or self._seconds is None:
            return 1
        target = max(self._backend.seconds, TARGET_PER_WORKER * workers)
        return max(1, min(MOST, int(target / max(self._seconds, 1e-9))))

    def _settle(self, chunk: _Chunk, future: "Future[Report]") -> Iterator[Finished[Any, Any] | Failed[Any]]:
        """Yield the outcomes of a chunk that has ended. Its jobs without an outcome are done again."""
        self._unfinished -= 1
        try:
            report = future.result()
        except CancelledError:
            self._repeat(chunk)
        except BrokenExecutor:
            yield from self._lose(chunk)
        else:
            if len(report) < len(chunk.jobs):
                self._again.appendleft(_Chunk(chunk.jobs[len(report) :]))
            self._measure(report)
            for (number, job), outcome in zip(chunk.jobs, report, strict=False):
                yield replace(outcome, job=job, number=number)

    def _lose(self, chunk: _Chunk) -> Iterator[Failed[Any]]:
        """Do the jobs of a chunk that has ended its worker again, or yield the failure of a poison job."""
        if len(chunk.jobs) > 1:
            self._again.extendleft(_Chunk([job]) for job in reversed(chunk.jobs))
            return
        chunk.losses += 1
        if chunk.losses == 2 * ATTEMPTS:
            number, job = chunk.jobs[0]
            yield Failed(job, f"{ATTEMPTS} worker processes ended while they did it", number)
        else:
            self._repeat(chunk)

    def _repeat(self, chunk: _Chunk) -> None:
        (self._again if chunk.losses < ATTEMPTS else self._poison).appendleft(chunk)

    def _measure(self, report: Report) -> None:
        times = [outcome.seconds for outcome in report if isinstance(outcome, Finished)]
        if times:
            mean = sum(times) / len(times)
            before = mean if self._seconds is None else self._seconds
            self._seconds = (1 - WEIGHT) * before + WEIGHT * mean
