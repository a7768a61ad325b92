"""The interface of places where jobs are done."""

from collections.abc import Hashable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from othello.jobs.host import Report

Seat = Hashable
"""A place for one job at a time. After a worker is lost, its seats never come back."""


class Backend(Protocol):
    """Does chunks of jobs at seats."""

    is_direct: bool
    """Whether a chunk must be one job, and nothing is submitted ahead: no time is lost between jobs."""
    seconds: float
    """Time that a chunk should take, so that sending it costs little."""

    def seats(self) -> Sequence[Seat]:
        """Return the seats at present; a cluster without workers has none. Called often."""

    def submit(self, seat: Seat, jobs: Sequence[Any]) -> "Future[Report]":
        """Do a chunk after the earlier chunks of its seat.

        The future raises BrokenExecutor if the worker ends before the chunk is done, and CancelledError
        if the chunk is lost for another reason, which says nothing about its jobs.
        """

    def drop(self, seat: Seat) -> None:
        """Take note that the worker at a seat is lost; there may be a new one at another seat."""

    def close(self) -> None:
        """End all workers, and what they do."""
