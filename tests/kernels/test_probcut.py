"""Multi-ProbCut: depths of probes, margins, and what probes save."""

import ctypes
import functools
import math

from othello.kernels import probcut, table
from othello.kernels.bits import Word
from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.kernels.features import set_features
from othello.kernels.midgame import search_null, search_pv
from othello.kernels.zobrist import position_key
from othello.native.kernel import kernel
from othello.search.network import Network
from othello.search.probcut_margins import ProbCutMargins
from tests import positions
from tests.cases import cases
from tests.kernels.records import Memory

memory = Memory()
DEPTHS = range(probcut.MIN_DEPTH, probcut.SIZE)


@functools.cache
def with_zeros():
    return Memory(evaluation=Network.zero())


def midgame():
    return [positions.random_position(seed, 36 + seed) for seed in range(8)]


@kernel
def frozen_depth(depth: Word) -> int:
    return probcut.probe_depths(depth)


def test_probe_depths():
    """A probe is shallower than its search by an even number of plies, and at least one ply deep."""
    for depth in DEPTHS:
        assert 1 <= probcut.probe_depth(depth) < depth
        assert (depth - probcut.probe_depth(depth)) % 2 == 0
    assert [probcut.probe_depth(depth) for depth in (3, 8, 9, 20, 31)] == [1, 4, 5, 10, 15]


def test_kernels_read_the_depths_that_the_function_gives():
    assert [frozen_depth(depth) for depth in DEPTHS] == [probcut.probe_depth(depth) for depth in DEPTHS]


@cases("selectivity", range(EXACT))
def test_factors_cover_their_percentage(selectivity):
    """A normal error is below the factor of its selectivity in at least the given percentage of cases."""
    below = 50 * (1 + math.erf(probcut.DEVIATIONS[selectivity] / 100 / math.sqrt(2)))
    assert below >= probcut.PERCENT[selectivity]
    assert probcut.PERCENT[selectivity] < probcut.PERCENT[selectivity + 1]


@cases("selectivity", range(EXACT))
@cases(("empties", "depth"), [(40, 8), (40, 3), (24, 24), (60, 30), (13, 13)])
def test_margins(selectivity, empties, depth):
    """A margin is the deviation of the two depths times the factor. The static margin is half of both
    sums."""
    deviations = ProbCutMargins()
    used = with_zeros()
    used.record.selectivity = selectivity
    factor = probcut.DEVIATIONS[selectivity]
    shallow, static = (
        min(HIGHEST, round(100 * deviations.discs(plies, depth, empties)))
        for plies in (probcut.probe_depth(depth), 0)
    )
    assert probcut.probe_margin(used.record, empties, depth) == shallow * factor // 100
    assert probcut.static_margin(used.record, empties, depth) == (shallow + static) * factor // 200


def nodes(pair, depth, selectivity):
    """The positions that a search visits."""
    memory.reset()
    memory.record.selectivity = selectivity
    set_features(memory.record, *pair)
    search_pv(memory.record, *pair, position_key(*pair, 0), 0, LOWEST, HIGHEST, depth)
    return int(memory.record.nodes)


def test_probes_save_nodes():
    """The search with the smallest margins visits fewer positions than the search without cuts."""
    counts = {
        selectivity: sum(nodes(pair, 9, selectivity) for pair in midgame()) for selectivity in (0, EXACT)
    }
    assert counts[0] < counts[EXACT] / 2


@cases("pair", lambda: midgame()[:3])
def test_below_least_depth_the_selectivity_changes_nothing(pair):
    depth = probcut.MIN_DEPTH - 1
    assert nodes(pair, depth, 0) == nodes(pair, depth, EXACT)


def memory_with(deviation, selectivity):
    used = Memory()
    used.errors = (ctypes.c_int16 * (2 * probcut.SIZE**2))(*[deviation] * (2 * probcut.SIZE**2))
    used.record.deviations = ctypes.addressof(used.errors)
    used.record.selectivity = selectivity
    return used


def null_search(used, pair, alpha, depth=7):
    """The value against alpha, and the number of positions visited, with the tables as they are."""
    used.record.nodes = 0
    set_features(used.record, *pair)
    value = search_null(used.record, *pair, position_key(*pair, 0), 0, alpha, depth, True)
    return value, int(used.record.nodes)


@cases("pair", lambda: midgame()[:4])
def test_large_deviations_prevent_cuts(pair):
    """If shallow searches miss by 320 discs, the search equals the search without cuts, node for node."""
    for alpha in (-300, 0, 300):
        exact, selective = memory_with(32_000, EXACT), memory_with(32_000, 0)
        assert null_search(selective, pair, alpha) == null_search(exact, pair, alpha)


@cases("selectivity", range(EXACT))
@cases("pair", lambda: midgame()[:4])
def test_a_cut_gives_the_bound_beside_alpha(pair, selectivity):
    """Far from the value, a probe decides: it visits fewer positions and proves just what the window asks."""
    for alpha in (-4000, 4000):
        exact, selective = memory_with(50, EXACT), memory_with(50, selectivity)
        value, visited = null_search(exact, pair, alpha)
        bound, fewer = null_search(selective, pair, alpha)
        assert bound == (alpha + 1 if value > alpha else alpha)
        assert fewer < visited
        assert selective.record.probes == 0


@cases("alpha", [-4000, 4000])
def test_a_stopped_probe_decides_nothing(alpha):
    """A search that is stopped at the first node of a probe returns alpha immediately and stores nothing."""
    pair, used = midgame()[0], memory_with(50, 0)
    used.record.node_limit = 2
    assert null_search(used, pair, alpha, depth=12) == (alpha, 2)
    assert used.record.stop == 1
    assert table.probe(used.record, *pair, position_key(*pair, 0)) == 0
