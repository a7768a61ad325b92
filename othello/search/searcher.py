"""A search from outside: its memory, its threads, its time, and how it is stopped.

What is searched, and in which order, is decided in `deepening`.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import Final

from othello.position import Position
from othello.results import Info, SearchResult
from othello.search.calibration import Calibration
from othello.search.cancel import Cancel
from othello.search.deepening import Deepening
from othello.search.evaluation import Evaluation
from othello.search.progress import Monitor, Progress
from othello.search.schedule import Plan
from othello.search.team import Team

SHORT_DEPTH: Final = 6
"""A search of at most this many plies is over before anyone could interrupt it."""


class Searcher:
    """Searches one position at a time; its table lives on from search to search."""

    def __init__(
        self,
        table_mib: float,
        threads: int = 1,
        evaluation: Evaluation | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Allocate a table of about *table_mib* mebibytes and the memory of *threads* threads.

        Without *evaluation* the shipped one is used. *now* returns the time in seconds, from any
        beginning.
        """
        self._team = Team(table_mib, threads, evaluation)
        self._now = now
        self._monitor: Monitor | None = None
        self.calibration = Calibration()
        """What the searches so far showed about speed and delays; a new game keeps the delays."""

    def close(self) -> None:
        """Give the memory back; the searcher cannot search any more."""
        self._monitor = None
        self._team.close()

    def clear(self) -> None:
        """Forget everything that earlier searches stored, and their speed."""
        self._team.clear()
        self.calibration.forget_speed()

    def progress(self) -> Progress | None:
        """How far the search is that runs, or that ran last; None if there was none. From any thread."""
        monitor = self._monitor
        return None if monitor is None else monitor.snapshot()

    def search(
        self,
        position: Position,
        plan: Plan,
        cancel: Cancel,
        on_info: Callable[[Info], None] | None = None,
    ) -> SearchResult:
        """Search a position in which the side to move has a legal move.

        *cancel* must belong to this search alone, for the search itself makes the request when
        its time is up; within some milliseconds of it the search returns what it has. *on_info*
        is called after every iteration. KeyboardInterrupt ends the search and is raised again.
        """
        began = self._now()
        run = Deepening(self._team, position, plan, elapsed=lambda: self._now() - began)
        self._monitor = run.monitor
        report = on_info or (lambda info: None)
        for info in run.first_iteration():
            report(info)
        reports = run.deeper_iterations()
        if threading.current_thread() is threading.main_thread() and plan.depth > SHORT_DEPTH:
            reports = _in_the_background(reports, cancel)
        seconds = None if plan.budget is None else plan.budget.hard - (self._now() - began)
        # If the callback raises, the reports are closed first, while a request still stops the search.
        with cancel.calls(self._team.stop), _timed(seconds, cancel), closing(reports):
            for info in reports:
                report(info)
        found = run.result()
        self.calibration.note(found.nodes, found.seconds, plan.budget)
        return found


def _in_the_background(reports: Generator[Info, None, None], cancel: Cancel) -> Generator[Info, None, None]:
    """Run the search that makes *reports* in another thread; yield them in this one.

    Signals reach Python code of the main thread only, and compiled code would keep it: the main
    thread waits while another one searches, so Ctrl-C can end the search.
    """
    arrived: SimpleQueue[Info | BaseException | None] = SimpleQueue()
    at_work, is_abandoned = threading.Lock(), threading.Event()

    def work() -> None:
        with at_work:
            try:
                if not is_abandoned.is_set():
                    for info in reports:
                        arrived.put(info)
                arrived.put(None)
            except BaseException as error:
                arrived.put(error)

    try:
        threading.Thread(target=work, name="search", daemon=True).start()
        while (item := arrived.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        # Reached in the middle of the search by KeyboardInterrupt, or when the callback raises. The
        # thread cannot be joined: after KeyboardInterrupt in start() it may not have begun.
        is_abandoned.set()
        cancel.set()
        with at_work:
            pass


@contextmanager
def _timed(seconds: float | None, cancel: Cancel) -> Iterator[None]:
    """In this context a search is cancelled after *seconds*; None is no limit."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(min(max(0.0, seconds), threading.TIMEOUT_MAX), cancel.set)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
