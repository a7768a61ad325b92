"""Memory for kernels that search, laid out by `Workspace`."""

from othello.kernels.constants import EXACT
from othello.kernels.table import new_table
from othello.search.workspace import Workspace

UNLIMITED = 2**62


class Memory(Workspace):
    """A workspace with a small table; kernels take `record`."""

    def __init__(self, table_mib=0.25, evaluation=None):
        super().__init__(new_table(table_mib), evaluation)
        self.reset()

    def reset(self):
        """Restore the state before the first search."""
        self.clear()
        self.record["nodes"], self.record["stop"] = 0, 0
        self.record["node_limit"] = UNLIMITED
        self.record["selectivity"] = EXACT
        self.record["age"] = 1
