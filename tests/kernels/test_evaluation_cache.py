"""The evaluation cache of a thread, entry by entry, and the evaluation with it."""

import itertools

from hypothesis import given, strategies as st

from othello.kernels import evaluation_cache
from othello.kernels.evaluate import LIMIT, evaluate
from othello.kernels.evaluation_cache import cached_value, entry_of, store
from othello.kernels.features import set_features
from othello.kernels.hashing import holds
from othello.search.evaluation_files import shipped
from tests import model, positions
from tests.cases import cases
from tests.kernels.records import Memory

memory = Memory()
reached = positions.reached_words()


@given(reached, st.integers(-LIMIT, LIMIT))
def test_an_entry_has_the_position_and_its_value_whatever_its_sign(pair, value):
    entry = entry_of(memory.record, *pair)
    store(entry, *pair, value)
    assert holds(entry, *pair)
    assert cached_value(entry) == value


@given(reached, reached)
def test_an_entry_is_never_taken_for_that_of_a_position_with_other_boards(one, other):
    entry = entry_of(memory.record, *one)
    store(entry, *one, 10)
    assert holds(entry, *other) == (one == other)


@given(reached)
def test_every_entry_lies_inside_the_memory_at_a_multiple_of_its_size(pair):
    place = entry_of(memory.record, *pair) - int(memory.record.evaluations)
    assert place % evaluation_cache.ENTRY == 0
    assert 0 <= place <= 8 * evaluation_cache.WORDS - evaluation_cache.ENTRY


@cases("seed", range(10))
def test_cached_values_are_those_of_the_evaluation(seed):
    """An empty cache and a full cache give the same value: the value without the cache, plus the tempo."""
    memory.reset()
    game = [model.to_words(board) for board in positions.random_game(seed)]
    for _, pair in itertools.product(range(2), game):
        set_features(memory.record, *pair)
        assert evaluate(memory.record, *pair) == memory.value_at_the_end(pair, shipped())


def test_a_known_position_needs_no_features():
    """The second value of a position comes from the cache, until the cache is cleared."""
    memory.reset()
    start, other = (model.to_words(board) for board in itertools.islice(positions.random_game(1), 0, 20, 19))
    set_features(memory.record, *start)
    value = evaluate(memory.record, *start)
    set_features(memory.record, *other)
    assert evaluate(memory.record, *start) == value
    entry = entry_of(memory.record, *start)
    assert holds(entry, *start)
    memory.clear_own()
    assert not holds(entry, *start)
