"""The memory that one searching thread works on, apart from the table that threads share."""

from typing import Any

import numpy as np

from othello.kernels import bound_cache, features, memory, ordering, root, search_state, table
from othello.kernels.constants import EXACT
from othello.search import weights
from othello.search.weights import Weights


class Workspace:
    """A record of `state` with all that it points to; kernels take the record."""

    def __init__(self, shared: Any, evaluation: Weights | None = None) -> None:
        """Make the memory of a thread for a table made by `table.new_table`.

        *evaluation* stands for the weights that are shipped.
        """
        evaluation = evaluation or weights.shipped()
        self._table = shared
        self._weights = evaluation.tables
        self._deviations = evaluation.deviations.table()
        self._cache = memory.aligned(bound_cache.WORDS)
        self._features = memory.aligned(features.WORDS)
        self.roots = memory.aligned(ordering.LONGEST * root.ITEM // 8).reshape(-1, root.ITEM // 8)
        """The list of root moves, see `kernels.root`."""
        self.record: Any = np.zeros(1, search_state.STATE)[0]
        """What kernels take."""
        self.record["table"] = shared.ctypes.data
        self.record["buckets"] = shared.nbytes // table.BUCKET
        self.record["weights"] = self._weights.ctypes.data
        self.record["deviations"] = self._deviations.ctypes.data
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
