"""Several threads that search one position together.

Each thread has its own `ThreadData`. All threads share the table and the marks of `kernels.abdada`. They
search the same root moves with the same window, but with different move orders. The thread that finishes
first delivers the result and stops the other threads.

A stopped thread notices the stop only when the operating system runs it again. This can take longer than the
time for a move. Therefore a search on a clock does not wait for its *helpers*, the additional threads. A
helper that is still busy with its last task gets a new task later.

Exact values are the same for any number of threads, because every table entry is correct. The choice among
equally good moves and the node count may differ from run to run.
"""

import threading
import weakref
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Final

from othello.kernels import abdada, root, search_state, table
from othello.native import memory
from othello.search.network import Network
from othello.search.thread_data import ThreadData, Words

SLICE: Final = 100_000
"""Nodes per slice for a search that can be stopped only between slices.

Each slice must first repeat the moves from the root to the point where the last slice ended. With this
number, 8 endings (FFO 20-27) need 0.1 % more nodes than without slices, and 3 openings at level 20 need 0.9 %
more. With 50,000 nodes per slice, they need 0.3 % and 4 % more.
"""
GROWTH: Final = 256
"""After this many slices for one window, slices are twice as long. After twice as many slices, they are three
times as long, and so on. Therefore a slice is always longer than the work that it repeats."""
ALONE_DEPTH: Final = 8
"""Searches to fewer plies use one thread, because they end before other threads could help."""


class _Job:
    """A helper's task. Either the helper carries out the task, or the first thread takes it back."""

    def __init__(self) -> None:
        # The thread that acquires this lock decides what happens to the job. The lock is never released. If
        # it were only a flag, the helper could begin the job at the very moment when the first thread takes
        # it back. The helper would then still be searching when its memory is prepared for a new task.
        self._is_claimed = threading.Lock()
        self._error: BaseException | None = None
        self.has_ended = threading.Event()

    def do(self, work: Callable[[], None]) -> None:
        """Call *work* unless the job was taken back."""
        if self._is_claimed.acquire(blocking=False):
            try:
                work()
            except BaseException as error:
                self._error = error
            self.has_ended.set()

    def take_back(self) -> None:
        """Mark the job as ended unless the helper has already begun it."""
        if self._is_claimed.acquire(blocking=False):
            self.has_ended.set()

    def wait(self) -> None:
        """Wait until the job has ended. Re-raise any error that it raised."""
        self.has_ended.wait()
        if self._error is not None:
            raise self._error


class _Helper:
    """An additional thread. It ends when this object is freed."""

    def __init__(self, workspace: ThreadData) -> None:
        self.workspace = workspace
        self.job: _Job | None = None
        """The last task, or None once `wait` or `is_free` has noticed the end of the task."""
        self.takes_part = False
        """Whether this helper has joined the current search."""
        # A finalizer may call `put` in the middle of another `put`. A Queue would then wait for its own lock.
        # A SimpleQueue has no lock.
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._end = weakref.finalize(self, self._tasks.put, None)
        # This is a daemon thread, because at exit, Python waits for all other threads before it stops
        # background searches.
        self._thread = threading.Thread(target=_serve, args=(self._tasks,), name="helper", daemon=True)
        self._thread.start()

    def begin(self, work: Callable[[], None]) -> None:
        """Call *work* in the helper's thread, which must be free."""
        self.job = _Job()
        self._tasks.put(partial(self.job.do, work))

    def wait(self) -> None:
        """Wait until the thread is free. Re-raise any error that its last task raised."""
        job, self.job = self.job, None
        if job is not None:
            job.wait()

    def is_free(self) -> bool:
        """Return whether the thread can take a task. Re-raise any error that its last task raised."""
        if self.job is not None and self.job.has_ended.is_set():
            self.wait()
        return self.job is None

    def close(self) -> None:
        """End the thread after its last task."""
        self._end()
        self._thread.join()


def _serve(tasks: SimpleQueue[Callable[[], None] | None]) -> None:
    """Carry out the tasks in the queue, up to the first None."""
    while (task := tasks.get()) is not None:
        task()
        del task  # because it refers to the pool, which otherwise could not be freed


class ThreadPool:
    """Several search threads and their memory. The result is written to the first thread's memory."""

    def __init__(self, table_mib: float, threads: int = 1, evaluation: Network | None = None) -> None:
        """Allocate a table of about *table_mib* MiB and the memory for *threads* threads."""
        self.threads = threads
        """Number of threads."""
        shared = table.new_table(table_mib)
        self._workspaces = [ThreadData(shared, evaluation) for _ in range(threads)]
        self.first = self._workspaces[0]
        """The memory of the first thread, which contains the list of root moves and receives the result."""
        self._was_stopped = self._is_timed = False
        self.has_slices = False
        """Whether the search runs in slices. Set this after calling `begin`."""
        self.is_paused = False
        """Whether the last slice ended before the search was complete."""
        self._slices = 0
        """Number of earlier slices for the current window."""
        self._limit = search_state.UNLIMITED
        # Protects `is_stopped` of all threads. Without this lock, a stop between reading `_was_stopped` and
        # writing `is_stopped` would be lost, and two threads that finish at the same time would both win. The
        # lock is reentrant, because a signal handler or a finalizer may stop the search in any thread.
        self._lock = threading.RLock()
        if threads > 1:
            marks = memory.Memory(8 * abdada.WORDS)
            for workspace in self._workspaces:
                workspace.share_marks(marks)
        self._helpers = [_Helper(workspace) for workspace in self._workspaces[1:]]

    def close(self) -> None:
        """End the threads and free the memory. Afterward, the pool can no longer search."""
        for helper in self._helpers:
            helper.close()
        self._workspaces.clear()
        self._helpers.clear()
        vars(self).pop("first", None)  # pop, because `close` may be called twice

    def clear(self) -> None:
        """Forget all earlier searches."""
        self._wait()
        self.first.clear()
        for helper in self._helpers:
            helper.workspace.clear_own()

    def begin(self, *, is_timed: bool = False) -> None:
        """Prepare for a new search without a node limit.

        If *is_timed* is true, the search never waits for helpers.
        """
        self._is_timed = is_timed
        if not is_timed:
            self._wait()
        self._was_stopped = False
        self.has_slices = self.is_paused = False
        self.first.begin()
        self.first.node_limit = self._limit = search_state.UNLIMITED
        for helper in self._helpers:
            helper.takes_part = False

    def stop(self) -> None:
        """Stop the search in all threads. Any thread may call this."""
        with self._lock:
            self._was_stopped = True
            for workspace in self._workspaces:
                workspace.is_stopped = True

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped, by `stop` or by its node limit."""
        return self.first.is_stopped

    def limit_nodes(self, nodes: int) -> None:
        """Divide *nodes*, the node limit of a search, equally among the threads, rounded up."""
        threads = len(self._workspaces)
        self._limit = min((nodes + threads - 1) // threads, search_state.UNLIMITED)
        for workspace in self._workspaces:
            workspace.node_limit = self._limit

    @property
    def nodes(self) -> int:
        """Positions searched by all threads since the search began, or 0 after `close`."""
        helpers = (helper.workspace for helper in self._helpers if helper.takes_part)
        return sum(workspace.nodes for workspace in (*self._workspaces[:1], *helpers))

    def search_root(self, words: Words, low: int, high: int, depth: int) -> int:
        """Search the root moves of a position with all threads (see `kernels.root.search_root`)."""
        self.first.node_limit = self._limit  # because a slice may have left its own limit behind
        if not self._helpers or depth < ALONE_DEPTH:
            return root.search_root(self.first.record, *words, low, high, depth)
        return self._search_together(words, low, high, depth)

    def search_slice(self, words: Words, low: int, high: int, depth: int) -> int:
        """Search the root moves for one slice of nodes, using only the first thread.

        If `is_paused` is true afterward, call this again with the same arguments to continue. The table keeps
        the results of earlier slices.
        """
        first = self.first
        self._slices = self._slices + 1 if self.is_paused else 0
        first.node_limit = min(first.nodes + SLICE * (1 + self._slices // GROWTH), self._limit)
        value = root.search_root(first.record, *words, low, high, depth)
        self.is_paused = first.is_stopped and not self._was_stopped and first.nodes < self._limit
        if self.is_paused:
            first.is_stopped = False
        return value

    def _search_together(self, words: Words, low: int, high: int, depth: int) -> int:
        """Search all moves in each free thread. Return the value found by the thread that finishes first."""
        first = self.first
        winner: list[tuple[ThreadData, int]] = []  # empty, or the winning thread and its value

        def work(workspace: ThreadData) -> None:
            value = root.search_root(workspace.record, *words, low, high, depth)
            with self._lock:
                is_winner = not winner and not workspace.is_stopped
                if is_winner:
                    winner.append((workspace, value))
                # The first thread's node limit may have stopped only this thread. It must then stop the
                # helpers. Otherwise, a helper that finishes during the next search could win and stop that
                # search, if it is on a clock.
                if is_winner or workspace is first:
                    self._stop_others(workspace)

        # Prepare all helpers before any helper begins. A helper may win immediately, and preparing another
        # helper after that would undo the stop.
        briefed = [helper for helper in self._helpers if helper.is_free()]
        for helper in briefed:
            self._brief(helper)
        for helper in briefed:
            helper.begin(partial(work, helper.workspace))
        work(first)
        for helper in briefed:
            if helper.job is not None:
                helper.job.take_back()
        if not self._is_timed:
            self._wait()
        if not winner:
            return first.root_state().best
        workspace, value = winner[0]
        with self._lock:
            first.is_stopped = self._was_stopped
        if workspace is not first:
            first.copy_root(workspace)
        return value

    def _brief(self, helper: _Helper) -> None:
        """Give a helper the first thread's root moves and limits."""
        if not helper.takes_part:
            helper.workspace.join(self.first)
            helper.takes_part = True
        helper.workspace.copy_root(self.first)
        with self._lock:
            helper.workspace.is_stopped = self._was_stopped

    def _wait(self) -> None:
        """Wait until all helpers are free."""
        for helper in self._helpers:
            helper.wait()

    def _stop_others(self, workspace: ThreadData) -> None:
        for other in self._workspaces:
            if other is not workspace:
                other.is_stopped = True
