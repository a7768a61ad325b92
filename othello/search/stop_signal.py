"""A request to stop a search."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class StopSignal:
    """A request to stop a search. Any thread can make it before, during or after the search.

    >>> cancel, stopped = StopSignal(), []
    >>> with cancel.calls(lambda: stopped.append("during")):
    ...     cancel.set()
    >>> with cancel.calls(lambda: stopped.append("before")):
    ...     pass
    >>> stopped
    ['during', 'before']

    A request cannot be withdrawn. For another search, create another `StopSignal`.
    """

    def __init__(self) -> None:
        """Create a signal that has not been set."""
        # Without the lock, `set` could call a function after the end of its block, when the search that it
        # stops has ended. The lock is reentrant, because a signal handler or a finalizer may call `set` in
        # the thread that holds the lock.
        self._lock = threading.RLock()
        self._is_set = False
        self.needs_slices = False
        """Whether the search must yield from time to time, because a stop can be requested only then."""
        self._stops: list[Callable[[], None]] = []

    def set(self) -> None:
        """Request the stop. A second call has no effect."""
        with self._lock:
            if not self._is_set:
                # Set this first, because one of the functions may call `set` again.
                self._is_set = True
                # Call the functions in reverse order, because what began last must end first. A call may end
                # another function's block, so loop over a copy.
                for stop in self._stops[::-1]:
                    stop()

    def is_set(self) -> bool:
        """Return whether the stop was requested."""
        return self._is_set

    @contextmanager
    def part(self) -> Iterator["StopSignal"]:
        """Yield another StopSignal, which stops part of the work and is valid within the block.

        Setting this signal also sets that StopSignal.
        """
        part = StopSignal()
        part.needs_slices = self.needs_slices
        with self.calls(part.set):
            yield part

    def wait(self) -> None:
        """Wait until the stop is requested."""
        event = threading.Event()
        with self.calls(event.set):
            event.wait()

    def always_calls(self, stop: Callable[[], None]) -> None:
        """Call *stop* when the stop is requested. Unlike a call to `calls`, this stays in effect forever.

        If the stop has already been requested, *stop* is not called.
        """
        with self._lock:
            self._stops.append(stop)

    @contextmanager
    def calls(self, stop: Callable[[], None]) -> Iterator[None]:
        """Within the block, call *stop* when the stop is requested, or now if it has already been requested.

        After the block, *stop* is no longer called. *stop* must return quickly, and calling it twice must
        have no further effect.
        """
        with self._lock:
            # Add *stop* before testing `_is_set`, because a signal handler may request the stop in between.
            self._stops.append(stop)
            if self._is_set:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)
