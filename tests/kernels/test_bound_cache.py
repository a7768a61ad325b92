"""The bound cache of a thread, entry by entry."""

from hypothesis import given, strategies as st

from othello.kernels import bound_cache
from othello.kernels.bound_cache import entry_of_few, entry_of_more, store
from othello.kernels.hashing import holds
from tests import positions
from tests.kernels.records import Memory

PAIRS = positions.reached_words(empties=st.integers(5, 11))
memory = Memory()
entries = {"few": entry_of_few, "more": entry_of_more}


@given(PAIRS, st.integers(-64, 64), st.integers(-65, 64))
def test_a_result_above_alpha_becomes_a_lower_bound_any_other_an_upper_bound(pair, best, alpha):
    for entry_of in entries.values():
        entry = entry_of(memory.record, *pair)
        store(entry, *pair, best, alpha)
        assert holds(entry, *pair)
        bounds = bound_cache.lower(entry), bound_cache.upper(entry)
        assert bounds == ((best, 64) if best > alpha else (-64, best))


@given(PAIRS, PAIRS)
def test_an_entry_is_never_taken_for_that_of_a_position_with_other_boards(one, other):
    for entry_of in entries.values():
        entry = entry_of(memory.record, *one)
        store(entry, *one, 10, 0)
        assert holds(entry, *other) == (one == other)


@given(PAIRS)
def test_entries_lie_in_the_cache(pair):
    """Every entry lies inside the memory at a multiple of 8 bytes, and the two arrays do not overlap."""
    first = int(memory.record.bound_cache)
    few, more = (entry_of(memory.record, *pair) - first for entry_of in entries.values())
    assert few % 8 == more % 8 == 0
    assert 0 <= few <= bound_cache.MORE_START - bound_cache.ENTRY
    assert bound_cache.MORE_START <= more <= 8 * bound_cache.WORDS - bound_cache.ENTRY
