"""A running search: its reports, its result and its stop.

A search is a generator. It yields an info after each iteration and returns its result. An `Analysis` runs
the search, in its own thread, or step by step in the thread of its caller. Nothing else runs a search in
another thread.

Without threads, a search in the background also yields None after each slice of its work. Between two slices
the event loop, if there is one, does other work and may stop the search.
"""

import contextlib
import sys
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final, Generic, TypeAlias, TypeVar

from othello.search.event_loop import IdleTurns
from othello.search.results import SearchInfo
from othello.search.settings import HAS_THREADS
from othello.search.stop_signal import StopSignal

ResultT = TypeVar("ResultT")

Steps: TypeAlias = Generator[SearchInfo | None, None, ResultT]
"""A search that has not begun. It yields an info after each iteration, and returns its result.

None instead of an info means that a slice has ended, see `StopSignal.needs_slices`.
"""
SIGNAL_SECONDS: Final = 0.2
"""Maximum seconds of one wait in the main thread. A signal interrupts a wait, unless it comes in the instant
before the wait begins. Therefore a long wait consists of short waits.
"""


class _Work(Generic[ResultT]):
    """The steps of a search and their results so far.

    The thread of the search refers only to this object, so an analysis that nobody holds can be freed.
    """

    def __init__(self, steps: Steps[ResultT], on_news: Callable[[], object] | None) -> None:
        self._steps, self._on_news = steps, on_news
        self.infos: SimpleQueue[SearchInfo | None] = SimpleQueue()
        # The thread alone is not enough, because after Ctrl-C in join(), Python 3.11 considers the thread
        # ended.
        self.ended = threading.Event()
        self.results: list[ResultT] = []
        self.error: BaseException | None = None
        self.is_advancing = False
        """Whether a step of the search is running. The step may stop the search, but a generator cannot call
        itself."""

    def advance(self) -> bool:
        """Search until the next info or the end of a slice. Return False at the end of the search."""
        self.is_advancing = True
        try:
            info = next(self._steps)
            if info is None:
                return True
        except StopIteration as end:
            info = None
            self.results.append(end.value)
        except BaseException as error:
            info = None
            self.error = error
        finally:
            self.is_advancing = False
        # The order matters: when `ended` is set, a loop over infos must reach the None, and `result` must
        # have its value. `on_news` wakes a reader that tests whether the search has ended. If it came before
        # `ended` was set, that reader could wait for news that never comes.
        self.infos.put(info)
        if info is None:
            self.ended.set()
        try:
            if self._on_news is not None:
                self._on_news()
        except BaseException as error:
            self.error = self.error or error
            self._steps.close()
            self.infos.put(None)
            self.ended.set()
            return False
        return info is not None

    def run(self) -> None:
        """Search to the end."""
        while self.advance():
            pass

    def finish(self) -> None:
        """After a stop, run the search to its end. If a step of the search itself calls this, do nothing."""
        if not (self.is_advancing or self.ended.is_set()):
            self.run()

    def take_turns(self, turns: IdleTurns) -> None:
        """Search to the end, a slice in each of *turns*."""
        if not self.ended.is_set() and self.advance():
            turns.call(partial(self.take_turns, turns))


class Analysis(Generic[ResultT]):
    """A running search, as `Engine.analysis` returns it.

        for info in engine.analysis(board):
            print(info.depth, info.score)
            if info.depth >= 12:
                break  # ends the search

    If you leave the loop, or a `with` block around it, the search ends, and `result` returns the best move so
    far. Each info comes once, so two loops over one analysis share its infos. When the last reference to the
    analysis is dropped, it ends, and the engine can search again.

    You can call all methods from any thread. If Python cannot start threads, as in a browser, the search runs
    while its caller waits for a report or the result, and in turns of the event loop, if one runs. Then
    `stop` ends the search before it returns.
    """

    def __init__(
        self,
        steps: Steps[ResultT],
        cancel: StopSignal,
        *,
        in_background: bool = True,
        on_news: Callable[[], object] | None = None,
        abandon: Callable[[], None] | None = None,
    ) -> None:
        """Start a search.

        cancel        -- stops the search
        in_background -- whether it runs in another thread; if not, it runs in its caller's thread, on demand
        on_news       -- called in the thread of the search after each info, and after its end; an error
                         that it raises ends the search, and `result` raises the error
        abandon       -- called when this object is freed, to stop the search; sets *cancel* by default
        """
        self._cancel = cancel
        self._work = _Work(steps, on_news)
        self._thread: threading.Thread | None = None
        if not in_background:
            return
        weakref.finalize(self, abandon or cancel.set)
        if not HAS_THREADS:
            self._share(cancel)
            return
        self._thread = threading.Thread(target=self._work.run, name="search", daemon=True)
        try:
            self._thread.start()
        except BaseException:  # Ctrl-C, after the thread has begun
            cancel.set()
            raise

    def _share(self, cancel: StopSignal) -> None:
        """Share this thread with the event loop: search in slices until *cancel* is set, then to the end."""
        cancel.needs_slices = True
        work = self._work
        cancel.always_calls(work.finish)
        asyncio = sys.modules.get("asyncio")  # a program that has not imported asyncio has no event loop
        if asyncio is None:
            return
        with contextlib.suppress(RuntimeError):  # there is no event loop
            loop = asyncio.get_running_loop()
            loop.call_soon(work.take_turns, IdleTurns(loop))

    @property
    def is_running(self) -> bool:
        """Whether the search has not ended."""
        return not self._work.ended.is_set()

    def stop(self) -> None:
        """End the search. Has no effect after its end."""
        self._cancel.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the search, at most *seconds*. Return whether it has ended."""
        ended = self._work.ended
        if self._thread is None:
            until = None if seconds is None else time.monotonic() + seconds
            while self.is_running and (until is None or time.monotonic() < until):
                self._work.advance()
            return ended.is_set()
        if seconds is not None:
            ended.wait(seconds)
        else:
            while not ended.wait(SIGNAL_SECONDS):
                pass
        if ended.is_set() and self._thread is not threading.current_thread():
            self._thread.join()
        return ended.is_set()

    def result(self) -> ResultT:
        """Wait for the end of the search, and return its result. Raises the error of the search."""
        try:
            self.wait()
        except BaseException:  # Ctrl-C
            self._end()
            raise
        if self._work.error is not None:
            raise self._work.error
        return self._work.results[0]

    def news(self) -> list[SearchInfo]:
        """Return the infos that were not read yet, without waiting."""
        infos = []
        while (info := self._next(waits=False)) is not None:
            infos.append(info)
        return infos

    def __iter__(self) -> Iterator[SearchInfo]:
        """Yield the infos as they arrive. Leaving the loop ends the search."""
        try:
            while (info := self._next()) is not None:
                yield info
        finally:
            self._end()
        self.result()

    def __enter__(self) -> "Analysis[ResultT]":
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def _next(self, *, waits: bool = True) -> SearchInfo | None:
        """Return the next info, or None at the end of the search.

        If *waits* is false, also return None if there is no info yet.
        """
        infos = self._work.infos
        while self._thread is None and waits and infos.empty() and self.is_running:
            self._work.advance()
        while True:
            try:
                info = infos.get(timeout=SIGNAL_SECONDS) if waits else infos.get_nowait()
            except Empty:
                if waits:
                    continue
                return None
            if info is None:
                infos.put(None)  # for the next reader
            return info

    def _end(self) -> None:
        """Stop the search, and wait for its end, unless this call comes from the search itself."""
        self.stop()
        # The garbage collector may run during a step of the search, and close the loop over its infos there.
        thread = self._thread
        is_own_step = thread is threading.current_thread() or (thread is None and self._work.is_advancing)
        if not is_own_step:
            self.wait()


def run(
    steps: Callable[[StopSignal], Steps[ResultT]],
    *,
    on_info: Callable[[SearchInfo], None] | None = None,
    cancel: StopSignal | None = None,
    is_short: bool = False,
) -> ResultT:
    """Run a search to its end, and return its result.

    steps    -- returns the search, which its argument stops
    on_info  -- called in this thread after each iteration
    cancel   -- stops the search
    is_short -- whether the search is so short that Ctrl-C need not interrupt it

    Python handles signals only in the main thread, and not while this thread runs compiled code. Therefore
    the main thread waits while another thread searches, so that Ctrl-C can end the search.
    """
    own, is_main = StopSignal(), threading.current_thread() is threading.main_thread()
    with (cancel or own).calls(own.set):
        search = Analysis(steps(own), own, in_background=HAS_THREADS and is_main and not is_short)
        if on_info is not None:
            for info in search:
                on_info(info)
        return search.result()


def changed(steps: Steps[ResultT], change: Callable[[SearchInfo], SearchInfo | None]) -> Steps[ResultT]:
    """Return the same search with its infos replaced by *change*, which runs in the thread of the search."""
    with closing(steps):
        while True:
            try:
                info = next(steps)
            except StopIteration as end:
                result: ResultT = end.value
                return result
            yield None if info is None else change(info)
