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
    """Stops this search and no other search."""
    thread: int
    """The thread in which the search runs or is about to begin."""
    has_ended: threading.Event = field(default_factory=threading.Event)
    """Set when the lock is free again."""
    is_abandoned: bool = False
    """Whether nobody waits for the result any more."""


class SearchLock:
    """A lock that one search can hold. Any thread can stop the search."""

    def __init__(self) -> None:
        """Begin with a free lock."""
        # Without it, two threads that see a free lock at the same time would both take it.
        self._choosing = threading.Lock()
        self._running: _Running | None = None
        """The search that holds the lock, or None if it is free.

        Ctrl-C may come between any two calls, so a single assignment takes the lock, and another frees it.
        """
        self._closing = StopSignal()

    @contextmanager
    def taken(self, cancel: StopSignal) -> Iterator[None]:
        """Take the lock within the block for the search that *cancel* stops.

        `stop` and `close` set *cancel*. Waits for the end of an abandoned search. Raises RuntimeError if the
        lock is taken or closed.
        """
        # The thread of an abandoned search holds the lock until it notices the stop. Without a wait, the next
        # search would be refused.
        before = self._running
        if before is not None and before.is_abandoned:
            before.has_ended.wait()
        own = _Running(cancel, threading.get_ident())
        try:
            with self._choosing:
                if self._running is not None:
                    raise RuntimeError(
                        "the engine is searching: stop that search first, or make another engine"
                    )
                self._running = own
            # This is tested after the lock is taken, because `close` makes its request before it looks at the
            # lock. In another order, `close` and this search could miss each other, and the search would run
            # in freed memory.
            if self._closing.is_set():
                raise RuntimeError("the engine is closed: make another one")
            with self._closing.calls(cancel.set):
                yield
        finally:
            if self._running is own:  # not after a refusal: then another search holds the lock
                self._running = None
            own.has_ended.set()  # last: the thread that it wakes takes the lock

    def move(self) -> None:
        """Record that the search runs in this thread, and not in the thread that took the lock."""
        running = self._running
        # This is recorded before the test, because `close` makes its request before it looks at the thread.
        # In another order, a `close` in between by the thread that took the lock would not wait for this
        # search.
        if running is not None:
            running.thread = threading.get_ident()
        if running is None or self._closing.is_set():
            raise RuntimeError("the engine is closed: make another one")

    def stop(self) -> bool:
        """Stop the search. Return whether a search was running."""
        running = self._running  # read once: the search may end at any time
        if running is None:
            return False
        running.cancel.set()
        return True

    def abandon(self, cancel: StopSignal) -> None:
        """Stop the search with this *cancel*, because nobody waits for its result."""
        running = self._running
        # A later search may hold the lock. The mark comes before the stop, because a thread that wants the
        # lock in between must wait, and not be refused.
        if running is not None and running.cancel is cancel:
            running.is_abandoned = True
        cancel.set()

    def close(self) -> None:
        """Stop the search, and wait until the lock is free. Afterward, the lock can no longer be taken."""
        self._closing.set()  # before the lock is read, see `taken`
        running = self._running
        # A search of this thread can still hold the lock if Ctrl-C came while it released the lock. Waiting
        # for it would never end.
        if running is not None and running.thread != threading.get_ident():
            running.has_ended.wait()
