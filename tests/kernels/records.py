"""Memory for kernels that search, as a `Searcher` lays it out."""

from othello.kernels.table import EXACT
from othello.search import Searcher

UNLIMITED = 2**62


class Memory(Searcher):
    """All that a search works on; `record` is what kernels take."""

    def __init__(self, table_mib=0.25):
        super().__init__(table_mib)
        self.record = self._record
        self.reset()

    def reset(self):
        """As before the first search."""
        self.clear()
        self.record["nodes"], self.record["stop"] = 0, 0
        self.record["node_limit"] = UNLIMITED
        self.record["selectivity"] = EXACT
        self.record["age"] = 1
