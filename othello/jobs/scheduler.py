"""Distributes jobs among a backend's workers.

Jobs are sent in chunks that should all take about the same time, so the chunk size depends on the mean time
of recent jobs. Outcomes are yielded in the order in which the jobs end.

If a chunk is lost, its jobs run again. If a chunk kills its worker, its jobs are resent one by one. A single
job that has killed `ATTEMPTS` workers is a poison job. It is retried when no other job is waiting or running.
If it then kills as many workers again, it fails.
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
"""Number of workers that a job may kill while other jobs are running, and then again when it runs alone."""
TARGET_PER_WORKER: Final = 0.002
"""Minimum number of seconds per chunk and worker. This process can handle only about 500 chunks per
second."""
MOST: Final = 1000
"""Maximum number of jobs in a chunk."""
LONG: Final = 1.0
"""Jobs that take more seconds than this are not sent ahead, because they might wait while another worker is
free."""
AHEAD: Final = 2
"""Number of chunks of shorter jobs that are sent to each worker, so that it need not wait for its next
chunk."""
CAPACITY_POLL: Final = 0.5
"""Seconds between checks of the backend's capacity while no chunk ends."""
_END: Final = object()
"""Marks the end of the jobs."""
WEIGHT: Final = 0.2
"""Weight of the last chunk when the mean time of a job is updated."""


class Backend(Protocol):
    """Runs chunks of jobs in this process, in other processes, or on a cluster."""

    @property
    def seconds(self) -> float:
        """Seconds that a chunk should take so that the cost of sending it is negligible.

        0 means that no time is lost between jobs. In this case, each chunk is one job, and nothing is sent
        ahead.
        """

    def capacity(self) -> int:
        """Return how many chunks can currently run at the same time. This method is called often."""

    def submit(self, jobs: Sequence[Any]) -> "Future[Report]":
        """Run a chunk as soon as there is capacity for it.

        The future raises BrokenExecutor if the worker ends before the chunk is finished, CancelledError if
        the chunk is lost for another reason, and OthelloError if the task cannot be opened.
        """

    def close(self) -> None:
        """End all workers and their jobs."""


@dataclass(eq=False, slots=True)
class _Chunk:
    """Jobs that one worker runs, one after another."""

    jobs: list[tuple[int, Any]]
    """The jobs with their numbers."""
    losses: int = 0
    """Number of workers that this chunk has killed if it contains a single job."""


class Scheduler:
    """Distributes the jobs of one run."""

    def __init__(self, backend: Backend, jobs: Iterator[Any]) -> None:
        """Prepare to run *jobs* (see `executor.Executor.run`)."""
        self._backend, self._jobs = backend, jobs
        self._unfinished = 0
        """Number of chunks that have been sent but have not ended."""
        self._again: deque[_Chunk] = deque()
        """Chunks that must be resent."""
        self._poison: deque[_Chunk] = deque()
        """Chunks that contain a single poison job. They are sent when no other chunk is left."""
        self._ended: SimpleQueue[tuple[_Chunk, Future[Report]]] = SimpleQueue()
        self._has_more = True
        self._taken = 0
        """Number of jobs taken from *jobs*."""
        self._seconds: float | None = None
        """Mean seconds of recent jobs."""

    def outcomes(self) -> Iterator[Finished[Any, Any] | Failed[Any]]:
        """Yield the outcome of each job."""
        while True:
            self._fill()
            if not (self._unfinished or self._again or self._poison or self._has_more):
                return
            try:
                chunk, future = self._ended.get(timeout=CAPACITY_POLL)
            except Empty:  # no chunk has ended, but the capacity may have changed
                continue
            yield from self._settle(chunk, future)

    def _fill(self) -> None:
        """Send chunks as long as there is capacity."""
        workers = self._backend.capacity()
        is_direct = not self._backend.seconds  # this process runs the jobs, one at a time
        is_short = not is_direct and self._seconds is not None and self._seconds < LONG
        max_unfinished = workers * (AHEAD if is_short else 1)
        while self._unfinished < max_unfinished:
            chunk = self._next(workers)
            if chunk is None:
                return
            self._send(chunk)
            if is_direct and not self._ended.empty():
                return  # report this job before the next job begins

    def _send(self, chunk: _Chunk) -> None:
        self._unfinished += 1
        future = self._backend.submit([job for _, job in chunk.jobs])
        future.add_done_callback(lambda future: self._ended.put((chunk, future)))

    def _next(self, workers: int) -> _Chunk | None:
        """Return the next chunk to send, or None if there is none at the moment."""
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
        """Take up to *count* new jobs and return them with their numbers."""
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
        """Return how many jobs the next chunk should contain."""
        if not self._backend.seconds or self._seconds is None:
            return 1
        target = max(self._backend.seconds, TARGET_PER_WORKER * workers)
        return max(1, min(MOST, int(target / max(self._seconds, 1e-9))))

    def _settle(self, chunk: _Chunk, future: "Future[Report]") -> Iterator[Finished[Any, Any] | Failed[Any]]:
        """Yield the outcomes of a chunk that has ended. Jobs that have no outcome yet are run again."""
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
        """Repeat the jobs of a chunk that has killed its worker, or yield the failure of a poison job."""
        if len(chunk.jobs) > 1:
            self._again.extendleft(_Chunk([job]) for job in reversed(chunk.jobs))
            return
        chunk.losses += 1
        if chunk.losses == 2 * ATTEMPTS:
            number, job = chunk.jobs[0]
            yield Failed(job, f"{ATTEMPTS} worker processes ended during this job", number)
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
