"""A request to stop a search."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class StopSignal:
    """A request to stop a search. Any thread can make it, before, during or after the search.

    >>> cancel, stopped = StopSignal(), []
    >>> with cancel.calls(lambda: stopped.append("during")):
    ...     cancel.set()
    >>> with cancel.calls(lambda: stopped.append("before")):
    ...     pass
    >>> stopped
    ['during', 'before']

    A request cannot be withdrawn: create another `StopSignal` for another search.
    """

    def __init__(self) -> None:
        """Begin without a request."""
        # Without it, `set` could call a function after its block, when the search to stop has ended.
        # Reentrant: a signal handler or a finalizer may make the request in the thread that holds the lock.
        self._lock = threading.RLock()
        self._is_set = False
        self.needs_slices = False
        """Whether the search must yield from time to time, because the request can be made only then."""
        self._stops: list[Callable[[], None]] = []

    def set(self) -> None:
        """Request the stop. A second request has no further effect."""
        with self._lock:
            if not self._is_set:
                self._is_set = True  # first: a call may make the request again
                # In reverse order: what began last must end first. A call may end the block of another
                # function, so the loop goes over a copy.
                for stop in self._stops[::-1]:
                    stop()

    def is_set(self) -> bool:
        """Return whether the stop was requested."""
        return self._is_set

    @contextmanager
    def part(self) -> Iterator["StopSignal"]:
        """Yield another StopSignal, for a part of the work within the block.

        This signal sets the other signal.
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
        """Call *stop* when the request is made, with no way to withdraw this.

        Unlike `calls`, do nothing if the request was made before.
        """
        with self._lock:
            self._stops.append(stop)

    @contextmanager
    def calls(self, stop: Callable[[], None]) -> Iterator[None]:
        """Within the block, call *stop* when the request is made, or now if it was made before.

        After the block *stop* is not called. *stop* must return quickly, and a second call must have no
        effect.
        """
        with self._lock:
            # The order matters: a signal handler may make the request in between, and must find *stop*.
            self._stops.append(stop)
            if self._is_set:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)
