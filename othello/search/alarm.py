"""Deadlines of searches, watched by one thread of the process.

A new thread for each search would run late on a busy computer, because both the new thread and the thread
that starts it wait for their turn. A thread that has slept runs without delay.

If Python cannot start threads, searches call `Alarm.ring` between two slices of their work.
"""

import contextlib
import heapq
import itertools
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from othello.search.settings import HAS_THREADS


class Alarm:
    """A thread that calls functions at given times. The first use starts the thread."""

    def __init__(self) -> None:
        """Begin without a deadline and without a thread."""
        self._reset()

    def _reset(self) -> None:
        # Its lock is held while a function is called. Without it, the call could come after the block's end.
        self._changed = threading.Condition()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        """A heap of times, numbers that make the order unique, and functions."""
        self._numbers = itertools.count()
        self._is_running = False

    def start(self) -> None:
        """Start the thread, unless it runs or cannot be started."""
        with self._changed:
            if HAS_THREADS and not self._is_running:
                threading.Thread(target=self._work, name="alarm", daemon=True).start()
                self._is_running = True

    @contextlib.contextmanager
    def calls(self, act: Callable[[], None], seconds: float) -> Iterator[None]:
        """Within the block, call *act* after *seconds* in another thread, or now if that is 0 or less."""
        if seconds <= 0:
            act()
            yield
            return
        self.start()
        item = (time.monotonic() + seconds, next(self._numbers), act)
        with self._changed:
            heapq.heappush(self._due, item)
            self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                if item in self._due:
                    self._due.remove(item)
                    heapq.heapify(self._due)

    def ring(self) -> None:
        """Call the functions whose time has come."""
        with self._changed:
            while self._seconds_left() <= 0:
                heapq.heappop(self._due)[2]()

    def _seconds_left(self) -> float:
        return self._due[0][0] - time.monotonic() if self._due else math.inf

    def _work(self) -> None:
        with self._changed:
            while True:
                self.ring()
                self._changed.wait(min(self._seconds_left(), threading.TIMEOUT_MAX))


ALARM: Final = Alarm()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=ALARM._reset)
