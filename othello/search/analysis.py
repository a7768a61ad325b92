"""A search in the background, whose infos can be read while it runs."""

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue

from othello.results import Info, SearchResult
from othello.search.cancel import Cancel

Search = Callable[[Callable[[Info], None]], SearchResult]
"""A search that calls a function with each info."""


class Analysis:
    """A search in the background, as `Engine.analysis` returns it.

        for info in engine.analysis(board):
            print(info.depth, info.score)
            if info.depth >= 12:
                break  # ends the search

    Leaving the loop, or a `with` block around it, ends the search; `result` then has the best move so
    far. Each info comes once, so two loops over one analysis share its infos.
    """

    def __init__(self, search: Search, cancel: Cancel, release: Callable[[], None]) -> None:
        """Start *search* in another thread; *cancel* stops it, and *release* is called at its end."""
        self._search, self._cancel, self._release = search, cancel, release
        self._infos: SimpleQueue[Info | None] = SimpleQueue()
        # An event besides the thread: after Ctrl-C in join(), Python 3.11 considers the thread ended.
        self._ended = threading.Event()
        self._found: SearchResult | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
        try:
            self._thread.start()
        except BaseException:  # Ctrl-C, after the thread has begun
            cancel.set()
            raise

    def _work(self) -> None:
        try:
            self._found = self._search(self._infos.put)
        except BaseException as error:
            self._error = error
        finally:
            self._release()
            self._infos.put(None)
            self._ended.set()

    @property
    def is_running(self) -> bool:
        """Whether the search is running."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """End the search; no effect after its end. May be called from any thread."""
        self._cancel.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the search, at most *seconds*; return whether it has ended."""
        if not self._ended.wait(seconds):
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
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found

    def __iter__(self) -> Iterator[Info]:
        """Yield the infos as they come; leaving the loop ends the search."""
        try:
            while (info := self._infos.get()) is not None:
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
        self._infos.put(None)  # ends a later loop
