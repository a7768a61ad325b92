"""A search in the background, whose infos can be read while it runs."""

import threading
import weakref
from collections.abc import Callable, Iterator
from queue import SimpleQueue

from othello.results import Info, SearchResult
from othello.search.cancel import Cancel
from othello.search.waiting import next_of, wait_for

Search = Callable[[Callable[[Info], None]], SearchResult]
"""A search that calls a function with each info."""


class _Work:
    """The search of an analysis and what it has found so far.

    The thread of the search refers to this alone, so an analysis that nobody holds can be freed.
    """

    def __init__(self, search: Search, release: Callable[[], None]) -> None:
        self._search, self._release = search, release
        self.infos: SimpleQueue[Info | None] = SimpleQueue()
        # An event besides the thread: after Ctrl-C in join(), Python 3.11 considers the thread ended.
        self.ended = threading.Event()
        self.found: SearchResult | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Search; called in the thread of the search."""
        try:
            self.found = self._search(self.infos.put)
        except BaseException as error:
            self.error = error
        finally:
            self._release()
            self.infos.put(None)
            self.ended.set()


class Analysis:
    """A search in the background, as `Engine.analysis` returns it.

        for info in engine.analysis(board):
            print(info.depth, info.score)
            if info.depth >= 12:
                break  # ends the search

    Leaving the loop, or a `with` block around it, ends the search; `result` then has the best move so
    far. Each info comes once, so two loops over one analysis share its infos. An analysis that nobody
    holds any more ends, and the engine can search again.
    """

    def __init__(
        self, search: Search, cancel: Cancel, release: Callable[[], None], abandon: Callable[[], None]
    ) -> None:
        """Start *search* in another thread.

        cancel  -- stops the search
        release -- called at its end, in its thread
        abandon -- called when this object is freed; stops the search
        """
        self._cancel = cancel
        self._work = _Work(search, release)
        self._thread = threading.Thread(target=self._work.run, name="analysis", daemon=True)
        weakref.finalize(self, abandon)
        try:
            self._thread.start()
        except BaseException:  # Ctrl-C, after the thread has begun
            cancel.set()
            raise

    @property
    def is_running(self) -> bool:
        """Whether the search is running."""
        return not self._work.ended.is_set()

    def stop(self) -> None:
        """End the search; no effect after its end. May be called from any thread."""
        self._cancel.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the search, at most *seconds*; return whether it has ended."""
        ended = self._work.ended
        if seconds is None:
            wait_for(ended)
        elif not ended.wait(seconds):
            return False
        self._thread.join()
        return True

    def result(self) -> SearchResult:
        """Wait for the end of the search, and return its result; raises the error of the search."""
        try:
            self.wait()
        except BaseException:  # Ctrl-C
            self._end()
            raise
        if self._work.error is not None:
            raise self._work.error
        assert self._work.found is not None
        return self._work.found

    def __iter__(self) -> Iterator[Info]:
        """Yield the infos as they come; leaving the loop ends the search."""
        try:
            while (info := next_of(self._work.infos)) is not None:
                yield info
        finally:
            self._end()
        self.result()

    def __enter__(self) -> "Analysis":
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def _end(self) -> None:
        self.stop()
        self.wait()
        self._work.infos.put(None)  # ends a later loop
