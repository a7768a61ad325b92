"""The distribution of jobs over the seats of a backend.

Jobs are sent in chunks of a certain time, by the mean time of the last jobs. Results come
in the order in which jobs end. A chunk of a lost worker is done again, and the chunk that the worker was
doing is suspected: its jobs are sent one by one, each to a worker that has nothing else to do. A job that
`ATTEMPTS` workers did not survive in this way has failed.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.backend import Backend, Seat
from othello.jobs.host import Done, Raised, Report
from othello.jobs.work import Failed, Finished

TARGET_PER_SEAT: Final = 0.002
"""Least seconds of a chunk for each seat: this process handles about 500 chunks in a second."""
MOST: Final = 1000
"""Jobs of a chunk."""
LONG: Final = 1.0
"""Jobs of more seconds are not sent ahead: they would wait behind another one while a worker is free."""
AHEAD: Final = 2
"""Chunks of shorter jobs at a seat, so that workers do not wait for this process."""
ATTEMPTS: Final = 3
"""Workers that a job may end before it counts as failed."""
STARTS: Final = 10
"""Starts of workers that may fail in a row before the run ends; one that fails now and then may be killed."""
POLL: Final = 0.5
"""Seconds between two looks at the seats while no chunk ends."""
WEIGHT: Final = 0.2
"""Share of the last chunk in the mean time of a job."""


@dataclass(eq=False, slots=True)
class Chunk:
    """Jobs that are sent together; without jobs, only the opening of the work."""

    jobs: list[Any]
    is_suspect: bool = False
    """Whether a worker has ended that may have been doing this chunk, which then is a single job."""
    ended: int = 0
    """Number of workers that ended while they had only this chunk."""


class Dispatch:
    """One run of jobs."""

    def __init__(self, backend: Backend, jobs: Iterator[Any]) -> None:
        """Prepare to do *jobs*, see `team.Team.run`."""
        self._backend, self._jobs = backend, jobs
        self._pending: dict[Seat, deque[Chunk]] = {}
        """The chunks of each seat, the one being done first."""
        self._again: deque[Chunk] = deque()
        self._events: SimpleQueue[tuple[Seat, Chunk, Future[Report]]] = SimpleQueue()
        self._has_more = True
        self._seconds: float | None = None
        """Mean time of a job."""
        self._failed_starts = 0

    def outcomes(self) -> Iterator[Finished[Any, Any] | Failed[Any]]:
        """Yield the outcome of each job."""
        while True:
            self._fill()
            is_idle = not any(self._pending.values())
            if is_idle and not self._again and not self._has_more:
                return
            try:
                seat, chunk, future = self._events.get(timeout=POLL)
            except Empty:
                continue
            yield from self._settle(seat, chunk, future)

    def _fill(self) -> None:
        """Give every seat its chunks."""
        seats = self._backend.seats()
        ahead = AHEAD if self._seconds is not None and self._seconds < LONG else 1
        if self._backend.is_direct:
            ahead = 1
        for seat in seats:
            if seat not in self._pending:
                if not self._has_work():
                    return
                self._submit(seat, Chunk([]))
        for depth in range(ahead):
            for seat in seats:
                if not self._has_room(seat, depth):
                    continue
                chunk = self._next(len(seats))
                if chunk is None:
                    return
                self._submit(seat, chunk)
                if self._backend.is_direct and not self._events.empty():
                    return  # a job that is done already is reported before the next one

    def _has_room(self, seat: Seat, depth: int) -> bool:
        """Return whether a seat with at most *depth* chunks can get the next one; a suspect is alone."""
        waiting = [chunk for chunk in self._pending.get(seat, ()) if chunk.jobs]
        if any(chunk.is_suspect for chunk in waiting):
            return False
        is_next_suspect = bool(self._again) and self._again[0].is_suspect
        return len(waiting) <= (0 if is_next_suspect else depth)

    def _has_work(self) -> bool:
        return self._has_more or bool(self._again)

    def _next(self, seats: int) -> Chunk | None:
        """Return the next chunk; None if there is none at present."""
        if self._again:
            return self._again.popleft()
        jobs: list[Any] = []
        while self._has_more and len(jobs) < self._size(seats):
            try:
                job = next(self._jobs)
            except StopIteration:
                self._has_more = False
                break
            if job is None:
                if not jobs and not any(each.jobs for waiting in self._pending.values() for each in waiting):
                    raise RuntimeError("the jobs wait for an outcome, but all outcomes are known")
                break
            jobs.append(job)
        return Chunk(jobs) if jobs else None

    def _size(self, seats: int) -> int:
        """Return the number of jobs of a chunk."""
        if self._backend.is_direct or self._seconds is None:
            return 1
        target = max(self._backend.seconds, TARGET_PER_SEAT * seats)
        return max(1, min(MOST, int(target / max(self._seconds, 1e-9))))

    def _submit(self, seat: Seat, chunk: Chunk) -> None:
        self._pending.setdefault(seat, deque()).append(chunk)
        future = self._backend.submit(seat, chunk.jobs)
        future.add_done_callback(partial(self._note, seat, chunk))

    def _note(self, seat: Seat, chunk: Chunk, future: "Future[Report]") -> None:
        """Take an end of a chunk; from any thread."""
        self._events.put((seat, chunk, future))

    def _settle(
        self, seat: Seat, chunk: Chunk, future: "Future[Report]"
    ) -> Iterator[Finished[Any, Any] | Failed[Any]]:
        """Yield the outcomes of a chunk that has ended; the jobs without one are done again."""
        waiting = self._pending.get(seat)
        if waiting is None or chunk not in waiting:
            return  # its worker was lost, and the chunk was taken back
        is_cancelled = future.cancelled() or isinstance(future.exception(), CancelledError)
        if is_cancelled or future.exception() is not None:
            yield from self._lose(seat, is_suspect=not is_cancelled)
            return
        waiting.remove(chunk)
        report = future.result()
        if report.fault is not None:
            raise OthelloError(report.fault)
        self._failed_starts = 0
        if len(report.outcomes) < len(chunk.jobs):
            self._again.appendleft(Chunk(chunk.jobs[len(report.outcomes) :]))
        self._measure(report)
        for job, outcome in zip(chunk.jobs, report.outcomes, strict=False):
            yield outcome_of(job, outcome)

    def _measure(self, report: Report) -> None:
        times = [each.seconds for each in report.outcomes if isinstance(each, Done)]
        if times:
            mean = sum(times) / len(times)
            before = mean if self._seconds is None else self._seconds
            self._seconds = (1 - WEIGHT) * before + WEIGHT * mean

    def _lose(self, seat: Seat, *, is_suspect: bool) -> Iterator[Failed[Any]]:
        """Take back the chunks of a lost worker; yield the job that has ended too many workers."""
        first, *others = self._pending.pop(seat)
        self._backend.drop(seat)
        self._again.extendleft(chunk for chunk in reversed(others) if chunk.jobs)
        if not first.jobs:
            self._failed_starts += is_suspect
            if self._failed_starts >= STARTS:
                raise OthelloError(
                    f"{STARTS} worker processes in a row ended while they started: is there enough memory?"
                )
        elif not is_suspect:
            self._again.appendleft(first)
        elif not first.is_suspect:
            self._again.extendleft(Chunk([job], is_suspect=True) for job in reversed(first.jobs))
        elif first.ended + 1 < ATTEMPTS:
            self._again.appendleft(Chunk(first.jobs, is_suspect=True, ended=first.ended + 1))
        else:
            yield Failed(first.jobs[0], f"{ATTEMPTS} worker processes ended while they did it")


def outcome_of(job: Any, found: Done | Raised) -> Finished[Any, Any] | Failed[Any]:
    """Return the outcome of a job from the report of its worker."""
    if isinstance(found, Done):
        return Finished(job, found.result, found.seconds)
    return Failed(job, found.reason)
