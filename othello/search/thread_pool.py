"""Several threads that search one position together.

Each thread has its own `ThreadData`. The threads share the table and the marks of `kernels.abdada`, and
search the same root with the same window, in different orders of moves. The first thread to finish has
the result and stops the other threads.

A thread notices a stop only when the system runs it, which can take longer than the time for a move.
Therefore a search on a clock does not wait for helpers. A helper that is still busy with its last task gets
the next task later.

Exact values are the same for any number of threads, because every entry of the table is correct. The choice
among equal moves and the node count may differ from run to run.
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
"""Nodes of a slice of a search that can be stopped only between slices.

A slice repeats the moves from the root to the point where the last slice ended. With this number, 8 endings
(FFO 20-27) need 0.1 % more nodes than without slices, and 3 openings at level 20 need 0.9 % more. With 50,000
nodes they need 0.3 % and 4 % more.
"""
GROWTH: Final = 256
"""After this number of slices of a window, slices are twice as long, after twice this number three times as
long, and so on. A slice must be longer than the work that it repeats."""
ALONE_DEPTH: Final = 8
"""Searches of fewer plies use one thread, because other threads could not help in time."""


class _Job:
    """A task of a helper, which is done or taken back."""

    def __init__(self) -> None:
        # The thread that gets this lock decides what happens to the job. No thread releases the lock. With a
        # flag, a helper could begin a job while the first thread takes it back, and search while its memory
        # gets a new task.
        self._is_claimed = threading.Lock()
        self._error: BaseException | None = None
        self.has_ended = threading.Event()

    def do(self, work: Callable[[], None]) -> None:
        """Call *work*, unless the job was taken back."""
        if self._is_claimed.acquire(blocking=False):
            try:
                work()
            except BaseException as error:
                self._error = error
            self.has_ended.set()

    def take_back(self) -> None:
        """End the job, unless the helper has begun it."""
        if self._is_claimed.acquire(blocking=False):
            self.has_ended.set()

    def wait(self) -> None:
        """Wait for the end of the job. Raise its error, if there was one."""
        self.has_ended.wait()
        if self._error is not None:
            raise self._error


class _Helper:
    """An additional thread, which ends when this object is freed."""

    def __init__(self, workspace: ThreadData) -> None:
        self.workspace = workspace
        self.job: _Job | None = None
        """Its last task, or None after `wait` or `is_free` has noticed its end."""
        self.takes_part = False
        """Whether it has joined the current search."""
        # Unlike Queue, SimpleQueue has no lock for which a finalizer in the middle of `put` would wait.
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._end = weakref.finalize(self, self._tasks.put, None)
        # A daemon thread: at exit, Python joins all other threads before it stops background searches.
        self._thread = threading.Thread(target=_serve, args=(self._tasks,), name="helper", daemon=True)
        self._thread.start()

    def begin(self, work: Callable[[], None]) -> None:
        """Call *work* in the thread, which must be free."""
        self.job = _Job()
        self._tasks.put(partial(self.job.do, work))

    def wait(self) -> None:
        """Wait until the thread is free. Raise the error of its last task, if there was one."""
        job, self.job = self.job, None
        if job is not None:
            job.wait()

    def is_free(self) -> bool:
        """Return whether the thread can get a task. Raise the error of its last task, if there was one."""
        if self.job is not None and self.job.has_ended.is_set():
            self.wait()
        return self.job is None

    def close(self) -> None:
        """End the thread, after its last task."""
        self._end()
        self._thread.join()


def _serve(tasks: SimpleQueue[Callable[[], None] | None]) -> None:
    """Do tasks until one is None."""
    while (task := tasks.get()) is not None:
        task()
        del task  # it refers to the pool, which could otherwise not be freed


class ThreadPool:
    """Threads with their memory. The memory of the first thread gets the result."""

    def __init__(self, table_mib: float, threads: int = 1, evaluation: Network | None = None) -> None:
        """Allocate a table of about *table_mib* MiB and the memory of *threads* threads."""
        self.threads = threads
        """Number of threads."""
        shared = table.new_table(table_mib)
        self._workspaces = [ThreadData(shared, evaluation) for _ in range(threads)]
        self.first = self._workspaces[0]
        """The memory of the first thread, which has the root moves and gets the result."""
        self._was_stopped = self._is_timed = False
        self.has_slices = False
        """Whether the search consists of slices. Set it after `begin`."""
        self.is_paused = False
        """Whether the last slice ended before the end of the search."""
        self._slices = 0
        """Slices of the window before the current one."""
        self._limit = search_state.UNLIMITED
        # For the field `is_stopped` of all threads. Without it, a stop between reading `_was_stopped` and the
        # next write would be lost, and two threads that finish at the same time would both win. Reentrant: a
        # signal handler or a finalizer may stop the search in any thread.
        self._lock = threading.RLock()
        if threads > 1:
            marks = memory.Memory(8 * abdada.WORDS)
            for workspace in self._workspaces:
                workspace.share_marks(marks)
        self._helpers = [_Helper(workspace) for workspace in self._workspaces[1:]]

    def close(self) -> None:
        """Free the memory. The pool can no longer search."""
        for helper in self._helpers:
            helper.close()
        self._workspaces.clear()
        self._helpers.clear()
        vars(self).pop("first", None)  # `close` may be called twice

    def clear(self) -> None:
        """Remove all data of earlier searches."""
        self._wait()
        self.first.clear()
        for helper in self._helpers:
            helper.workspace.clear_own()

    def begin(self, *, is_timed: bool = False) -> None:
        """Prepare for a new search without a node limit. If it *is_timed*, it never waits for helpers."""
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
        """End the search of all threads. May be called from any thread."""
        with self._lock:
            self._was_stopped = True
            for workspace in self._workspaces:
                workspace.is_stopped = True

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped, by `stop` or by its node limit."""
        return self.first.is_stopped

    def limit_nodes(self, nodes: int) -> None:
        """Let each thread search its share of *nodes* positions, rounded up."""
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
        """Search the root moves of a position with all threads, see `kernels.root.search_root`."""
        self.first.node_limit = self._limit  # a slice may have left its own limit
        if not self._helpers or depth < ALONE_DEPTH:
            return root.search_root(self.first.record, *words, low, high, depth)
        return self._search_together(words, low, high, depth)

    def search_slice(self, words: Words, low: int, high: int, depth: int) -> int:
        """Search the root moves with the first thread, at most SLICE nodes.

        If `is_paused` is then true, the same call continues the search: the table has the results so far.
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
        """Search with all free threads. Each thread searches all moves, and the first to finish has won."""
        first = self.first
        winner: list[tuple[ThreadData, int]] = []  # empty, or the thread that has won and its value

        def work(workspace: ThreadData) -> None:
            value = root.search_root(workspace.record, *words, low, high, depth)
            with self._lock:
                is_winner = not winner and not workspace.is_stopped
                if is_winner:
                    winner.append((workspace, value))
                # The first thread may have been stopped alone, by its node limit. Then it stops the others,
                # because a helper that finishes later, in the next search on a clock, would win and stop that
                # search.
                if is_winner or workspace is first:
                    self._stop_others(workspace)

        # All helpers get their tasks before one of them begins. A helper may win immediately, and a later
        # task would undo its stop of the others.
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
        """Copy the task of the first thread to a helper."""
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
