"""A search with its memory, its threads and its time. A stop request or a limit can end the search.

`iterative_deepening` decides what to search and in which order.
"""

import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from othello.kernels import static_values
from othello.rules.position import Position
from othello.search.alarm import ALARM
from othello.search.analysis import Steps
from othello.search.iterative_deepening import IterativeDeepening
from othello.search.network import Network
from othello.search.progress import Monitor, Progress
from othello.search.results import SearchResult
from othello.search.root_values import root_values
from othello.search.schedule import Plan
from othello.search.settings import HAS_THREADS, processor_seconds
from othello.search.speed_history import SpeedHistory
from othello.search.stop_signal import StopSignal
from othello.search.thread_pool import ThreadPool


class Searcher:
    """Searches one position at a time and keeps the transposition table between searches."""

    def __init__(
        self,
        table_mib: float,
        threads: int = 1,
        evaluation: Network | None = None,
        now: Callable[[], float] = time.perf_counter,
        processor_time: Callable[[], float] = processor_seconds,
    ) -> None:
        """Allocate a table of about *table_mib* MiB and the memory for *threads* threads.

        *evaluation* is the shipped network by default. *now* is a clock that returns seconds since any fixed
        time. *processor_time* returns the total processor seconds of all threads.
        """
        self._team = ThreadPool(table_mib, threads, evaluation)
        ALARM.start()
        self._now = now
        self._processor_time = processor_time
        self._monitor: Monitor | None = None
        self.calibration = SpeedHistory()
        """Measured speed, delay and processor share of earlier searches. `clear` resets only the speed."""

    def close(self) -> None:
        """Free the memory. Afterward, the searcher can no longer search."""
        self._monitor = None
        self._team.close()

    def clear(self) -> None:
        """Forget everything that earlier searches have stored, including their speed."""
        self._team.clear()
        self.calibration.forget_speed()

    def progress(self) -> Progress | None:
        """Return the state of the current or last search, or None if there was none."""
        monitor = self._monitor
        return None if monitor is None else monitor.snapshot()

    def static_values(self, players: Any, opponents: Any, values: Any) -> None:
        """Evaluate many positions and write the results to *values* (see `kernels.static_values`).

        All three arrays must have the same length.
        """
        self._team.first.check()
        static_values.static_values(self._team.first.record, players, opponents, values)

    def steps(
        self, position: Position, plan: Plan, cancel: StopSignal, *, values_only: bool = False
    ) -> Steps[SearchResult]:
        """Search a position in steps. The side to move must have a legal move.

        If *values_only* is true, the search may omit infos and return lines of a single move. *cancel* must
        belong to this search alone, because the search sets it when its time is up. When *cancel* is set, the
        search returns its result so far within a few milliseconds.
        """
        began, processor_began = self._now(), self._processor_time()
        needs_steps = plan.budget or plan.nodes or self._team.threads > 1 or cancel.needs_slices
        if values_only and not needs_steps:
            return root_values(self._team, position, plan, cancel, elapsed=lambda: self._now() - began)
        run = IterativeDeepening(self._team, position, plan, elapsed=lambda: self._now() - began)
        self._monitor = run.monitor
        yield from run.first_iteration()
        seconds = None if plan.budget is None else plan.budget.hard - (self._now() - began)
        timed = nullcontext() if seconds is None else ALARM.calls(cancel.set, seconds)
        self._team.has_slices = not HAS_THREADS and (seconds is not None or cancel.needs_slices)
        with cancel.calls(self._team.stop), timed:
            for info in run.deeper_iterations():
                yield info
                ALARM.ring()
        result = run.result()
        processor_seconds = (self._processor_time() - processor_began) / self._team.threads
        self.calibration.note(result.nodes, result.seconds, processor_seconds, plan.budget)
        return result
