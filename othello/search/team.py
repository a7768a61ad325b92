"""Several threads that search one position together.

Each thread has a workspace of its own; they share the table and the marks of `kernels.busy`,
search the same root with the same window, and differ only in the order in which they meet
moves. The first to finish has the result, and stops the others. Exact values are the same
for any number of threads, for a table entry proves what it says whoever wrote it; which of
equal moves is found, and how many nodes it takes, may differ from run to run.
"""

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final

from othello.kernels import abdada, memory, root, table
from othello.kernels.bits import Word
from othello.search.evaluation import Evaluation
from othello.search.workspace import Workspace

ALONE_DEPTH: Final = 8
"""Searches of fewer plies are over before another thread could help."""


class Team:
    """Threads with their memory; what they find out ends up in `record` and `roots`."""

    def __init__(self, table_mib: float, threads: int = 1, evaluation: Evaluation | None = None) -> None:
        """Allocate a table of about *table_mib* mebibytes and the memory of *threads* threads."""
        shared = table.new_table(table_mib)
        self._workspaces = [Workspace(shared, evaluation) for _ in range(threads)]
        self.record = self._workspaces[0].record
        """The record of the first thread, which kernels take."""
        self.roots = self._workspaces[0].roots
        """The list of root moves, see `kernels.root`."""
        self._was_stopped = False
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        if threads > 1:
            self._marks = memory.aligned(abdada.WORDS)
            for workspace in self._workspaces:
                workspace.record["marks"] = self._marks.ctypes.data
            self._pool = ThreadPoolExecutor(threads - 1, thread_name_prefix="helper")

    def close(self) -> None:
        """Give the memory back; the team cannot search any more."""
        if self._pool is not None:
            self._pool.shutdown()
        self._workspaces.clear()

    def clear(self) -> None:
        """Forget everything that earlier searches found out."""
        for workspace in self._workspaces:
            workspace.clear()

    def begin(self) -> None:
        """Prepare for a new search."""
        self._was_stopped = False
        for workspace in self._workspaces:
            workspace.record["nodes"], workspace.record["stop"] = 0, 0
        self.record["age"] += 1

    def stop(self) -> None:
        """End the search of all threads."""
        with self._lock:
            self._was_stopped = True
            for workspace in self._workspaces:
                workspace.record["stop"] = 1

    def limit_nodes(self, nodes: int) -> None:
        """Let each thread search its share of so many positions."""
        for workspace in self._workspaces:
            workspace.record["node_limit"] = -(-nodes // len(self._workspaces))

    @property
    def nodes(self) -> int:
        """Positions searched by all threads."""
        return sum(int(workspace.record["nodes"]) for workspace in self._workspaces)

    def search_root(
        self, player: Word, opponent: Word, key: Word, color: int, low: int, high: int, depth: int
    ) -> int:
        """`kernels.root.search_root` by all threads; the list of root moves must have been written."""
        words = player, opponent, key, color, low, high, depth
        if self._pool is None or depth < ALONE_DEPTH:
            return int(root.search_root(self.record, *words))
        return self._search_together(self._pool, words)

    def _search_together(self, pool: ThreadPoolExecutor, words: tuple[int, ...]) -> int:
        first, *helpers = self._workspaces
        winner: list[tuple[Workspace, int]] = []
        for helper in helpers:
            self._brief(helper)

        def work(workspace: Workspace) -> None:
            value = int(root.search_root(workspace.record, *words))
            with self._lock:
                if not winner and not workspace.record["stop"]:
                    winner.append((workspace, value))
                if winner or workspace is first:
                    self._stop_others(workspace)

        jobs = [pool.submit(work, helper) for helper in helpers]
        work(first)
        wait(jobs)
        for job in jobs:
            job.result()
        if not winner:
            return int(self.record["root_best"])
        workspace, value = winner[0]
        with self._lock:
            self.record["stop"] = int(self._was_stopped)
        if workspace is not first:
            self.roots[:] = workspace.roots
            for name in ("root_best", "root_move", "root_done"):
                self.record[name] = workspace.record[name]
        return value

    def _brief(self, helper: Workspace) -> None:
        """Give a helper the task of the first thread."""
        helper.roots[:] = self.roots
        for name in ("root_count", "selectivity", "probes", "age"):
            helper.record[name] = self.record[name]
        with self._lock:
            helper.record["stop"] = int(self._was_stopped)

    def _stop_others(self, workspace: Workspace) -> None:
        for each in self._workspaces:
            if each is not workspace:
                each.record["stop"] = 1
