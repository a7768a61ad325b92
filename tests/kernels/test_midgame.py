"""The search to a fixed depth against plain minimax, and against itself."""

import ctypes
import functools

from hypothesis import assume, given, strategies as st

from othello.kernels import table
from othello.kernels.constants import HIGHEST, LOWEST
from othello.kernels.features import SLOT_BYTES, set_features
from othello.kernels.midgame import search_null, search_pv
from othello.kernels.zobrist import position_key
from othello.rules.square import SYMMETRIES, transform_bits
from othello.search.evaluation_files import shipped
from tests import model, positions, solved
from tests.cases import cases
from tests.kernels.records import UNLIMITED, Memory

BLACK, WHITE = 0, 1
memory = Memory()
PROBLEMS = solved.problems()


@functools.cache
def midgame():
    """Return positions far from the end, with few stable discs, which would end a null window early."""
    return [positions.random_position(seed, 26 + 2 * (seed % 16)) for seed in range(48)]


@functools.cache
def passes():
    return [pair for pair in positions.pass_positions() if solved.empties_of(pair) > 24][:16]


any_pair = st.deferred(lambda: st.sampled_from(midgame() + passes()))


def search(pair, depth, alpha=LOWEST, beta=HIGHEST, color=BLACK, used=None):
    """The value in a window, with an empty table unless one is given."""
    if used is None:
        memory.reset()
    key = position_key(*pair, color)
    set_features((used or memory).record, *pair)
    return search_pv((used or memory).record, *pair, key, color, alpha, beta, depth)


def null_search(pair, depth, alpha, color=BLACK):
    memory.reset()
    set_features(memory.record, *pair)
    return search_null(memory.record, *pair, position_key(*pair, color), color, alpha, depth, True)


def leaf(board):
    """The value of a leaf: the static value and the tempo, but 64 discs after a wipe-out."""
    player, opponent = model.to_words(board)
    if not player or not opponent:
        return 100 * model.final_score(board)
    return memory.value_at_the_end((player, opponent), shipped())


def minimax(pair, depth):
    return model.minimax(model.from_words(*pair), depth, leaf)


@cases("pair", lambda: midgame()[::4] + passes()[::4])
def test_minimax(pair):
    """With an open window, the value equals minimax with the evaluation at the leaves."""
    for depth in (1, 2, 3):
        assert search(pair, depth) == minimax(pair, depth)


@cases("pair", lambda: midgame()[:2] + passes()[:1])
def test_minimax_four_plies_deep(pair):
    """At four plies, where the table is used, the value equals minimax for either color."""
    value = minimax(pair, 4)
    assert search(pair, 4) == search(pair, 4, color=WHITE) == value


@given(any_pair, st.integers(1, 6), st.integers(-3000, 3000), st.integers(1, 800))
def test_windows(pair, depth, alpha, width):
    """In any window, the result is the value if it lies inside. Otherwise it is a bound on the value's
    side."""
    value = search(pair, depth)
    result = search(pair, depth, alpha, alpha + width)
    if alpha < result < alpha + width:
        assert result == value
    elif result <= alpha:
        assert value <= result
    else:
        assert value >= result


@given(any_pair, st.integers(1, 6), st.integers(-500, 500))
def test_null_windows(pair, depth, distance):
    """A null window shows on which side of it the value of the full window lies."""
    value = search(pair, depth)
    # Stable discs bound the result of a game that is nearly lost, but not its evaluation.
    assume(abs(value) < 5000)
    for alpha in (value + distance, value, value - 1):
        result = null_search(pair, depth, alpha)
        assert (result > alpha) == (value > alpha)
        assert result <= value if result > alpha else result >= value


@cases("pair", lambda: midgame()[:8])
def test_a_table_of_one_bucket_of_some_and_of_many_give_the_same_value(pair):
    values = {search(pair, 7, used=Memory(mebibytes)) for mebibytes in (1e-6, 1e-2, 8)}
    assert len(values) == 1


@cases("pair", lambda: midgame()[:10])
def test_the_color_of_the_side_to_move_changes_the_keys_but_not_the_value(pair):
    assert search(pair, 6, color=BLACK) == search(pair, 6, color=WHITE)


@cases("pair", lambda: midgame()[:3])
def test_all_images_of_a_position_have_the_same_value(pair):
    images = [tuple(transform_bits(word, symmetry) for word in pair) for symmetry in SYMMETRIES]
    assert len({search(image, 6) for image in images}) == 1


def features_of_root(used, pair):
    """The features that a search of this position began with, as they are now."""
    place = int(used.record.features) + SLOT_BYTES * solved.empties_of(pair)
    return bytes((ctypes.c_char * SLOT_BYTES).from_address(place))


@cases("pair", lambda: passes() + midgame()[:8])
def test_features_of_the_root_outlast_a_search(pair):
    """A search takes back each change of sides in the features, even when it is stopped."""
    for limit in (UNLIMITED, 50):
        memory.reset()
        memory.record.node_limit = limit
        set_features(memory.record, *pair)
        before = features_of_root(memory, pair)
        search_pv(memory.record, *pair, position_key(*pair, BLACK), BLACK, LOWEST, HIGHEST, 6)
        assert (limit < UNLIMITED) == bool(memory.record.stop)
        assert features_of_root(memory, pair) == before


@cases("pair", lambda: passes())
def test_a_forced_pass_negates_the_value_and_takes_no_depth(pair):
    for depth in range(1, 7):
        assert search(pair, depth) == -search(pair[::-1], depth, color=WHITE)


@cases("problem", PROBLEMS)
def test_solving(problem):
    """If the depth equals the number of empties, the value is exact, in open and narrow windows."""
    pair, value = (problem.position.player, problem.position.opponent), 100 * problem.value
    depth = problem.position.empties
    assert search(pair, depth) == value
    assert search(pair, depth, value - 100, value + 100) == value
    assert search(pair, depth, value, value + 100) <= value
    assert search(pair, depth, value - 100, value) >= value
    for alpha in (value - 1, value, -1, 0, 50):
        assert (null_search(pair, depth, alpha) > alpha) == (value > alpha)


@cases("pair", lambda: [pair for pair in positions.final_positions() if solved.empties_of(pair) > 10][:20])
def test_a_game_that_is_over_has_its_final_score_at_any_depth(pair):
    for depth in range(1, 8):
        assert search(pair, depth) == 100 * model.final_score(model.from_words(*pair))


@cases("pair", lambda: midgame()[:6])
def test_the_table_shortens_a_second_search(pair):
    """The second search of a position takes less than half the nodes of the first search."""
    first = search(pair, 7)
    spent = int(memory.record.nodes)
    memory.record.nodes = 0
    assert search(pair, 7, used=memory) == first
    assert memory.record.nodes < spent / 2


@cases("limit", [1, 100, 3000])
def test_node_limit(limit):
    """A search that reaches its node limit sets the stop flag and ends soon after."""
    memory.reset()
    memory.record.node_limit = limit
    pair = midgame()[0]
    set_features(memory.record, *pair)
    search_pv(memory.record, *pair, position_key(*pair, BLACK), BLACK, LOWEST, HIGHEST, 12)
    assert memory.record.stop == 1
    assert limit <= memory.record.nodes < limit + 10_000


def test_a_stopped_search_stores_nothing_wrong():
    """After searches that were stopped at any node, the value equals the value from an empty table."""
    pair = midgame()[1]
    value = search(pair, 6)
    memory.reset()
    for limit in (1, 10, 100, 200, 400, 800, 1600, 3200):
        memory.record.stop, memory.record.nodes, memory.record.node_limit = 0, 0, limit
        search(pair, 6, used=memory)
    memory.record.stop, memory.record.node_limit = 0, UNLIMITED
    assert search(pair, 6, used=memory) == value


def test_best_moves_are_kept():
    """The table's best move for a searched position has the value of the position."""
    for pair in midgame()[:8]:
        value = search(pair, 5)
        data = table.probe(memory.record, *pair, position_key(*pair, BLACK))
        assert table.lower(data) == table.upper(data) == value
        after = model.to_words(model.play(model.from_words(*pair), table.best_move(data)))
        assert -search(after, 4) == value
