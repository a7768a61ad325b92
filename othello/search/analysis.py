"""A search in the background whose reports are read as they come."""

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue

from othello.results import Info, SearchResult
from othello.search.cancel import Cancel

Search = Callable[[Callable[[Info], None]], SearchResult]
"""A search that passes each info to a function."""


class Analysis:
    """A search that runs while its infos are read: `Engine.analysis` makes one.

    for info in engine.analysis(board):
        print(info.depth, info.score)
        if info.depth >= 12:
            break  # ends the search

    Leaving the loop ends the search, and so does leaving a `with` block; `result` then has the
    best so far. Each info is given once, to whoever asks first.
    """

    def __init__(self, search: Search, cancel: Cancel, release: Callable[[], None]) -> None:
        """Begin *search* in a thread of its own; *cancel* ends it, and *release* is called at its end."""
        self._search, self._cancel, self._release = search, cancel, release
        self._infos: SimpleQueue[Info | None] = SimpleQueue()
        # Not the thread's own end: one that is joined while Ctrl-C comes passes for ended in Python 3.11.
        self._ended = threading.Event()
        self._found: SearchResult | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
        self._thread.start()

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
        """Whether the search goes on."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """End the search, from any thread; nothing happens if it has ended."""
        self._cancel.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the search, at most so many seconds; whether it has ended."""
        if not self._ended.wait(seconds):
            return False
        self._thread.join()
        return True

    def result(self) -> SearchResult:
        """What was found, when the search has ended: waits for that, and raises what it raised."""
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
        """The infos as they come, to the end of the search; leaving the loop ends the search."""
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
        self._infos.put(None)  # for whoever reads on
