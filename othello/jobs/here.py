"""Jobs done in this process, by the thread that asks for their outcomes."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from othello.jobs.backend import Seat
from othello.jobs.host import Host, Report
from othello.jobs.work import Work


class Here:
    """A backend of one seat; `submit` returns when the job is done."""

    is_direct = True
    seconds = 0.0

    def __init__(self, work: Work[Any, Any]) -> None:
        self._host = Host(work)

    def seats(self) -> Sequence[Seat]:
        """Return the only seat."""
        return (0,)

    def submit(self, seat: Seat, jobs: Sequence[Any]) -> "Future[Report]":
        """Do a chunk now."""
        done: Future[Report] = Future()
        done.set_result(self._host.run(jobs))
        return done

    def drop(self, seat: Seat) -> None:
        """Do nothing: this process cannot be lost."""

    def close(self) -> None:
        """Close the work."""
        self._host.close()
