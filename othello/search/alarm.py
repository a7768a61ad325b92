"""One thread that watches the deadlines of all searches in this process.

If each search started a thread for its own deadline, this thread could be late on a busy computer, because
both the new thread and the thread that starts it would have to wait their turn. A thread that wakes up from
sleep runs almost immediately.

If Python cannot start threads, searches call `Alarm.ring` between slices of their work.
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
    """A thread that calls functions at given times. The thread starts on first use."""

    def __init__(self) -> None:
        """Create an alarm without deadlines. Its thread is not running yet."""
        self._reset()

    def _reset(self) -> None:
        # The lock is held while a function is called. Otherwise, the function could be called after its block
        # has ended.
        self._changed = threading.Condition()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        """A heap of tuples: the time, a number that makes the order unique, and the function to call at that
        time."""
        self._numbers = itertools.count()
        self._is_running = False

    def start(self) -> None:
        """Start the thread unless it is already running or Python cannot start threads."""
        with self._changed:
            if HAS_THREADS and not self._is_running:
                threading.Thread(target=self._work, name="alarm", daemon=True).start()
                self._is_running = True

    @contextlib.contextmanager
    def calls(self, act: Callable[[], None], seconds: float) -> Iterator[None]:
        """Within the block, call *act* in another thread after *seconds*, or now if they are 0 or less."""
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
        """Call the functions that are due."""
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
