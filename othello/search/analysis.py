"""Runs a search and passes its reports and its result to the caller.

A search is a generator. It yields a `SearchInfo` after each iteration and returns a result. An `Analysis`
runs the generator, either in a separate thread or step by step in the caller's thread. Only this module
starts threads for searches.

If Python cannot start threads, a background search also yields None after each slice of its work. Between
slices, the event loop can do other work, which may stop the search.
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
"""A search that has not begun. It yields a `SearchInfo` after each iteration and returns a result.

If `StopSignal.needs_slices` is set, it also yields None after each slice of its work.
"""
SIGNAL_SECONDS: Final = 0.2
"""Maximum duration, in seconds, of a single wait in the main thread. A signal such as Ctrl-C interrupts a
wait, unless it arrives just before the wait begins. A long wait is therefore split into short waits, so that
the signal is soon noticed."""


class _Work(Generic[ResultT]):
    """The generator of a search, with the search info and the result that it has produced so far.

    The search thread refers to this object and not to the `Analysis`. An analysis is therefore freed when the
    program drops it, even if the thread is still running.
    """

    def __init__(self, steps: Steps[ResultT], on_news: Callable[[], object] | None) -> None:
        self._steps, self._on_news = steps, on_news
        self.infos: SimpleQueue[SearchInfo | None] = SimpleQueue()
        # Testing the thread is not enough: after Ctrl-C in join(), Python 3.11 considers the thread finished.
        self.ended = threading.Event()
        self.results: list[ResultT] = []
        self.error: BaseException | None = None
        self.is_advancing = False
        """Whether a step of the search is running now. Code that runs within a step may stop the search, but
        the generator cannot be advanced from within itself."""

    def advance(self) -> bool:
        """Search until the next info or the end of the slice. Return False if the search has ended."""
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
        # The order matters. A reader that finds `ended` set expects the result and the None in `infos`. The
        # call of `on_news` must come last, because a reader that it wakes before `ended` is set could wait
        # forever.
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
        """Run the search to its end after a stop, unless the call comes from within a step of the search."""
        if not (self.is_advancing or self.ended.is_set()):
            self.run()

    def take_turns(self, turns: IdleTurns) -> None:
        """Run the search to its end, one slice per idle turn."""
        if not self.ended.is_set() and self.advance():
            turns.call(partial(self.take_turns, turns))


class Analysis(Generic[ResultT]):
    """A running search, which `Engine.analysis` returns.

        for info in engine.analysis(board):
            print(info.depth, info.score)
            if info.depth >= 12:
                break  # ends the search

    If you leave the loop, or a `with` block around it, the search ends, and `result` returns the best move so
    far. Each info is delivered only once, so if two loops run over the same analysis, each loop gets only
    some of the infos. When your program drops the last reference to the analysis, the search ends, and the
    engine can search again.

    All methods can be called from any thread. If Python cannot start threads, as in a browser, the search
    runs while you wait for an info or the result, and in idle turns of the event loop, if there is one. In
    this case, `stop` returns only after the search has ended.
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
        in_background -- whether the search runs by itself, in another thread if possible; if not, it runs in
                         the caller's thread, and only while the caller waits for infos or the result
        on_news       -- called in the search thread after each info and when the search has ended; if it
                         raises an error, the search ends, and `result` raises this error
        abandon       -- called when this object is freed, and must stop the search; sets *cancel* by default
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
        """Search slice by slice in idle turns of the event loop. When *cancel* is set, run to the end."""
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
        """Whether the search is still running."""
        return not self._work.ended.is_set()

    def stop(self) -> None:
        """Stop the search. Has no effect if the search has already ended."""
        self._cancel.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait up to *seconds* for the search to end. Return whether it has ended."""
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
        """Wait for the search to end and return its result. Raises any error that the search raised."""
        try:
            self.wait()
        except BaseException:  # Ctrl-C
            self._end()
            raise
        if self._work.error is not None:
            raise self._work.error
        return self._work.results[0]

    def news(self) -> list[SearchInfo]:
        """Return the infos that have not been read yet, without waiting for more."""
        infos = []
        while (info := self._next(waits=False)) is not None:
            infos.append(info)
        return infos

    def __iter__(self) -> Iterator[SearchInfo]:
        """Yield the infos as they arrive. If you leave the loop, the search ends."""
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
        """Stop the search and wait for it to end. Don't wait if the call comes from the search itself."""
        self.stop()
        # The call can come from the search itself, because the garbage collector may close `__iter__` during
        # a step.
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
    """Run a search to its end and return its result.

    steps    -- returns the search; its argument is the signal that stops the search
    on_info  -- called in the caller's thread after each iteration
    cancel   -- stops the search
    is_short -- whether the search is so short that Ctrl-C need not interrupt it

    Python handles Ctrl-C only in the main thread, but not while this thread is running compiled code.
    Therefore the main thread only waits while another thread searches.
    """
    own, is_main = StopSignal(), threading.current_thread() is threading.main_thread()
    with (cancel or own).calls(own.set):
        search = Analysis(steps(own), own, in_background=HAS_THREADS and is_main and not is_short)
        if on_info is not None:
            for info in search:
                on_info(info)
        return search.result()


def changed(steps: Steps[ResultT], change: Callable[[SearchInfo], SearchInfo | None]) -> Steps[ResultT]:
    """Return a search that passes its infos through *change*, which is called in the search thread."""
    with closing(steps):
        while True:
            try:
                info = next(steps)
            except StopIteration as end:
                result: ResultT = end.value
                return result
            yield None if info is None else change(info)
