"""Searches with their memory, threads and time, and their end by a stop or a limit.

`deepening` decides what is searched, and in which order.
"""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing, nullcontext
from queue import SimpleQueue
from typing import Any, Final

from othello.position import Position
from othello.results import Info, SearchResult
from othello.search.alarm import ALARM
from othello.search.calibration import Calibration
from othello.search.cancel import Cancel
from othello.search.deepening import Deepening
from othello.search.network import Network
from othello.search.progress import Monitor, Progress
from othello.search.schedule import Plan
from othello.search.team import Team
from othello.search.waiting import next_of

SHORT_DEPTH: Final = 6
"""A search of at most this many plies is too short to be interrupted."""


class Searcher:
    """Searches one position at a time, and keeps its table from search to search."""

    def __init__(
        self,
        table_mib: float,
        threads: int = 1,
        evaluation: Network | None = None,
        now: Callable[[], float] = time.perf_counter,
        processor_time: Callable[[], float] = time.process_time,
    ) -> None:
        """Allocate a table of about *table_mib* MiB and the memory of *threads* threads.

        Without *evaluation* the shipped one is used. *now* is a clock that returns seconds since any
        fixed time, and *processor_time* one that counts the processor time of all threads.
        """
        self._team = Team(table_mib, threads, evaluation)
        ALARM.start()
        self._now = now
        self._processor_time = processor_time
        self._monitor: Monitor | None = None
        self.calibration = Calibration()
        """Measured speed, delays and share of processors of searches; a new game resets the speed only."""

    def close(self) -> None:
        """Free the memory; the searcher cannot search any more."""
        self._monitor = None
        self._team.close()

    def clear(self) -> None:
        """Forget everything that earlier searches stored, and their speed."""
        self._team.clear()
        self.calibration.forget_speed()

    def progress(self) -> Progress | None:
        """Return the state of the current or last search; None if there was none."""
        monitor = self._monitor
        return None if monitor is None else monitor.snapshot()

    def static_values(self, players: Any, opponents: Any, values: Any) -> None:
        """Write the static values of positions, see `Team.static_values`."""
        self._team.static_values(players, opponents, values)

    def search(
        self,
        position: Position,
        plan: Plan,
        cancel: Cancel,
        on_info: Callable[[Info], None] | None = None,
    ) -> SearchResult:
        """Search a position in which the side to move has a legal move.

        *cancel* must belong to this search alone, because the search sets it when its time is up. Some
        milliseconds after *cancel* is set, the search returns its result so far. *on_info* is called
        after every iteration. KeyboardInterrupt ends the search and is raised again.
        """
        began, processor_began = self._now(), self._processor_time()
        run = Deepening(self._team, position, plan, elapsed=lambda: self._now() - began)
        self._monitor = run.monitor
        report = on_info or (lambda info: None)
        for info in run.first_iteration():
            report(info)
        reports = run.deeper_iterations()
        if threading.current_thread() is threading.main_thread() and plan.depth > SHORT_DEPTH:
            reports = _in_the_background(reports, cancel)
        seconds = None if plan.budget is None else plan.budget.hard - (self._now() - began)
        timed = nullcontext() if seconds is None else ALARM.calls(cancel.set, seconds)
        # If the callback raises, the reports are closed first, while *cancel* still stops the search.
        with cancel.calls(self._team.stop), timed, closing(reports):
            for info in reports:
                report(info)
        found = run.result()
        processor_seconds = (self._processor_time() - processor_began) / self._team.threads
        self.calibration.note(found.nodes, found.seconds, processor_seconds, plan.budget)
        return found


def _in_the_background(reports: Generator[Info, None, None], cancel: Cancel) -> Generator[Info, None, None]:
    """Run the search that makes *reports* in another thread; yield the reports in this thread.

    Python handles signals only in the main thread, and not while it runs compiled code. So the main
    thread waits while another thread searches, and Ctrl-C can end the search.
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
        while (item := next_of(arrived)) is not None:
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
