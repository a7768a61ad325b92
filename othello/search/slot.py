"""The one search that an engine runs at a time."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from othello.search.cancel import Cancel


@dataclass(slots=True)
class _Running:
    """The search that has taken a slot."""

    cancel: Cancel
    """Stops this search and no other."""
    began: float
    """Time when it took the slot, in seconds."""
    is_abandoned: bool = False
    """Whether nobody waits for its result any more."""


class Slot:
    """A place for one search, which can be stopped by any thread."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin with a free slot; *now* is a clock that returns seconds since any fixed time."""
        self._now = now
        self._in_use = threading.Lock()
        self._running: _Running | None = None
        self._closing = Cancel()

    @contextmanager
    def taken(self, cancel: Cancel | None = None) -> Iterator[Cancel]:
        """Take the slot within the block; yield the Cancel of this search.

        *cancel*, `stop` and `close` set it. Waits for the end of an abandoned search. Raises
        RuntimeError if the slot is taken or closed.
        """
        before = self._running
        is_free_soon = before is not None and before.is_abandoned
        if not self._in_use.acquire(blocking=is_free_soon):
            raise RuntimeError("the engine is searching: stop that search first, or make another engine")
        try:
            if self._closing.is_set():
                raise RuntimeError("the engine is closed: make another one")
            running = Cancel()
            self._running = _Running(running, self._now())
            with self._closing.calls(running.set), (cancel or Cancel()).calls(running.set):
                yield running
        finally:
            self._running = None
            self._in_use.release()

    def stop(self, older_than: float) -> bool:
        """Stop the search if it has had the slot for *older_than* seconds; return whether it was stopped."""
        running = self._running
        if running is None or self._now() - running.began < older_than:
            return False
        running.cancel.set()
        return True

    def abandon(self, cancel: Cancel) -> None:
        """Stop the search with this *cancel*; nobody waits for its result."""
        running = self._running
        if running is not None and running.cancel is cancel:
            running.is_abandoned = True
        cancel.set()

    def close(self) -> None:
        """Stop the search, and wait until the slot is free; it cannot be taken any more."""
        self._closing.set()
        with self._in_use:
            pass
