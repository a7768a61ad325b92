"""Memory for kernels that search, laid out by `ThreadData`."""

from othello.kernels.constants import EXACT
from othello.kernels.evaluate import LIMIT, estimate
from othello.kernels.features import set_features
from othello.kernels.table import new_table
from othello.search.thread_data import ThreadData

UNLIMITED = 2**62


class Memory(ThreadData):
    """A workspace with a small table. Kernels take `record`."""

    def __init__(self, table_mib=0.25, evaluation=None):
        super().__init__(new_table(table_mib), evaluation)
        self.reset()

    def reset(self):
        """Restore the state before the first search."""
        self.clear()
        self.record.nodes, self.record.stop = 0, 0
        self.record.node_limit = UNLIMITED
        self.record.selectivity = EXACT
        self.record.age = 1

    def value_at_the_end(self, pair, evaluation):
        """The value of a position where a search ends, without the cache: the static value and the tempo."""
        set_features(self.record, *pair)
        tempo = round(100 * evaluation.deviations.tempo_at(64 - (pair[0] | pair[1]).bit_count()))
        return min(LIMIT, estimate(self.record, *pair) + tempo)
