"""The memory that one searching thread works on, apart from the table that threads share."""

from typing import Any

import numpy as np

from othello.kernels import bound_cache, features, memory, ordering, root, search_state, table
from othello.kernels.constants import EXACT
from othello.search import evaluation_files
from othello.search.evaluation import Evaluation


class Workspace:
    """A record of `state` with all that it points to; kernels take the record."""

    def __init__(self, shared: Any, evaluation: Evaluation | None = None) -> None:
        """Make the memory of a thread for a table made by `table.new_table`.

        Without *evaluation* the shipped one is used.
        """
        evaluation = evaluation or evaluation_files.shipped()
        self._table = shared
        self._evaluation = evaluation.arrays()
        self._cache = memory.aligned(bound_cache.WORDS)
        self._features = memory.aligned(features.WORDS)
        self.roots = memory.aligned(ordering.LONGEST * root.ITEM // 8).reshape(-1, root.ITEM // 8)
        """The list of root moves, see `kernels.root`."""
        self.record: Any = np.zeros(1, search_state.STATE)[0]
        """What kernels take."""
        self.record["table"] = shared.ctypes.data
        self.record["buckets"] = shared.nbytes // table.BUCKET
        for name, array in self._evaluation.items():
            self.record[name] = array.ctypes.data
        self.record["features"] = self._features.ctypes.data
        self.record["bound_cache"] = self._cache.ctypes.data
        self.record["root_moves"] = self.roots.ctypes.data
        self.record["node_limit"] = search_state.UNLIMITED
        self.record["selectivity"] = EXACT

    def clear(self) -> None:
        """Forget everything that earlier searches found out, in the shared table too."""
        self._table[:] = 0
        self._cache[:] = 0
        self.record["age"] = 0
