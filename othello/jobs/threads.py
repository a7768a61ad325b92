"""Jobs done by threads of this process, for work that waits for other programs."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from othello.jobs.backend import Seat
from othello.jobs.host import Host, Report
from othello.jobs.work import Work


class Threads:
    """A backend of as many seats as threads; each thread opens the work for itself."""

    is_direct = True
    seconds = 0.0

    def __init__(self, work: Work[Any, Any], count: int) -> None:
        self._host = Host(work)
        self._pools = [ThreadPoolExecutor(1, thread_name_prefix="jobs") for _ in range(count)]

    def seats(self) -> Sequence[Seat]:
        """Return the numbers of the threads."""
        return range(len(self._pools))

    def submit(self, seat: Seat, jobs: Sequence[Any]) -> "Future[Report]":
        """Do a chunk in the thread of a seat."""
        assert isinstance(seat, int)
        return self._pools[seat].submit(self._host.run, jobs)

    def drop(self, seat: Seat) -> None:
        """Do nothing: threads are not lost."""

    def close(self) -> None:
        """Close the work, which ends running jobs soon, and wait for the threads."""
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
        self._host.close()
        for pool in self._pools:
            pool.shutdown()
