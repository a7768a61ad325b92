"""A search that later requests find running.

UGI lets a runner send `isready`, `query` and `stop` while the engine searches. So a search has a thread of
its own. Requests that change what is searched wait for its end, or end it if it has no other end.
"""

import threading
import time
from collections.abc import Callable

from othello.search.cancel import Cancel


class SearchThread:
    """One search at a time, in a thread of its own."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin without a search; *now* is a clock that returns seconds since any fixed time."""
        self._now = now
        self._thread: threading.Thread | None = None
        self._cancel = Cancel()
        self._began = 0.0
        self.is_unbounded = False
        """Whether the search has no end but a stop."""
        self._failure: OSError | None = None
        self.is_running = False
        """Whether a search runs that was not answered yet."""
        self.answered_at = -1.0
        """The time of the last answer."""

    @property
    def is_joined(self) -> bool:
        """Whether no thread of a search is left; for the thread that calls `begin` and `finish`."""
        return self._thread is None

    def begin(self, work: Callable[[Cancel], None], *, is_unbounded: bool) -> None:
        """Call *work* in a thread; it stops soon after the `Cancel` it gets is set.

        *is_unbounded* says that it has no other end. `finish` must have been called before.
        """
        cancel = self._cancel = Cancel()
        self._began, self.is_unbounded, self.is_running = self._now(), is_unbounded, True
        self._thread = threading.Thread(target=self._run, args=(work, cancel), name="search", daemon=True)
        self._thread.start()

    def answered(self) -> None:
        """Note that the answer is about to be written; for the search itself."""
        self.is_running, self.answered_at = False, self._now()

    def stop(self, older_than: float = 0.0) -> bool:
        """Stop a search that is older than *older_than* seconds; return whether there was one.

        May be called from any thread, and does not wait.
        """
        if not self.is_running or self._now() - self._began < older_than:
            return False
        self._cancel.set()
        return True

    def finish(self, grace: float | None = None) -> None:
        """Wait for the end of the search; stop it first if it is unbounded.

        With *grace*, stop it when it is older than this number of seconds, unbounded or not. Raises the
        OSError of an answer that could not be written.
        """
        if self._thread is not None:
            if grace is not None:
                self._thread.join(max(0.0, self._began + grace - self._now()))
            if self.is_unbounded or grace is not None:
                self._cancel.set()
            self._thread.join()
            self._thread = None
        if self._failure is not None:
            raise self._failure

    def _run(self, work: Callable[[Cancel], None], cancel: Cancel) -> None:
        try:
            work(cancel)
        except OSError as error:
            self._failure = error
        finally:
            self.is_running = False
