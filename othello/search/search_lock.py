"""A lock that lets an engine run one search at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from othello.search.stop_signal import StopSignal


@dataclass(slots=True)
class _Running:
    """The search that holds a lock."""

    cancel: StopSignal
    """The signal that stops this search and no other."""
    thread: int
    """The thread that runs the search, or is about to begin it."""
    has_ended: threading.Event = field(default_factory=threading.Event)
    """Set when the search has released the lock."""
    is_abandoned: bool = False
    """Whether nobody is waiting for the result of the search any longer."""


class SearchLock:
    """A lock that only one search can hold at a time. Any thread can stop that search."""

    def __init__(self) -> None:
        """Create a lock that no search holds."""
        # Without this lock, two threads that find `_running` empty at the same time would both set it.
        self._choosing = threading.Lock()
        self._running: _Running | None = None
        """The search that holds the lock, or None if it is free.

        Ctrl-C may come between any two calls. Therefore a single assignment takes the lock, and another
        assignment releases it.
        """
        self._closing = StopSignal()

    @contextmanager
    def taken(self, cancel: StopSignal) -> Iterator[None]:
        """Hold the lock during the block for the search that *cancel* stops.

        `stop` and `close` set *cancel*. If an abandoned search holds the lock, wait for it to end. If any
        other search holds the lock, or the lock is closed, raise RuntimeError.
        """
        # An abandoned search holds the lock until its thread notices the stop. Wait until then, because
        # otherwise the next search would be refused.
        before = self._running
        if before is not None and before.is_abandoned:
            before.has_ended.wait()
        own = _Running(cancel, threading.get_ident())
        try:
            with self._choosing:
                if self._running is not None:
                    raise RuntimeError(
                        "the engine is searching: stop that search first, or create another engine"
                    )
                self._running = own
            # First take the lock, then test `_closing`, because `close` first sets `_closing`, then reads the
            # lock. In any other order, each function could miss the other's change, and the search would run
            # in freed memory.
            if self._closing.is_set():
                raise RuntimeError("the engine is closed: create another engine")
            with self._closing.calls(cancel.set):
                yield
        finally:
            if self._running is own:  # false after a refusal, when another search holds the lock
                self._running = None
            own.has_ended.set()  # at the very end, because a thread waiting for this takes the lock

    def move(self) -> None:
        """Record that the search runs in this thread rather than in the thread that took the lock."""
        running = self._running
        # First record the thread, then test `_closing`, because `close` first sets `_closing`, then reads the
        # thread. In any other order, `close` in the thread that took the lock might not wait for this search.
        if running is not None:
            running.thread = threading.get_ident()
        if running is None or self._closing.is_set():
            raise RuntimeError("the engine is closed: create another engine")

    def stop(self) -> bool:
        """Stop the search. Return whether a search was running."""
        running = self._running  # read this only once, because the search may end at any time
        if running is None:
            return False
        running.cancel.set()
        return True

    def abandon(self, cancel: StopSignal) -> None:
        """Stop the search that *cancel* controls, because its result is no longer wanted."""
        running = self._running
        # A later search may hold the lock by now. Set the mark before the stop, because a thread that asks
        # for the lock in between must wait for it instead of being refused.
        if running is not None and running.cancel is cancel:
            running.is_abandoned = True
        cancel.set()

    def close(self) -> None:
        """Stop the search and wait until it has released the lock. No search can take the lock again."""
        self._closing.set()  # before reading the lock, see `taken`
        running = self._running
        # After Ctrl-C, this very thread may hold the lock. Waiting for its search would never end.
        if running is not None and running.thread != threading.get_ident():
            running.has_ended.wait()
