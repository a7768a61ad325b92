"""Perft: published counts, the slow model, and that a table changes no count."""

import pytest
from hypothesis import given, settings, strategies as st

from othello.kernels import perft
from othello.native import memory
from othello.rules.position import Position
from tests import model, positions, source

FILE = source.DATA / "perft" / "start.txt"
LINES = [line.split() for line in FILE.read_text().splitlines() if not line.startswith("#")]
COUNTS = {int(ply): int(count) for ply, count in LINES}
START = Position.start().player, Position.start().opponent


def table_of(entries):
    return memory.Memory(entries * perft.ENTRY)


def hashed(pair, depth, entries):
    space = table_of(entries)
    return perft.perft_hashed(space.address, entries, *pair, depth)


@pytest.mark.parametrize(
    "ply", [*range(1, 11), *(pytest.param(ply, marks=pytest.mark.slow) for ply in (11, 12))]
)
def test_the_numbers_of_games_from_the_start_are_the_published_ones(ply):
    assert perft.perft(*START, ply) == COUNTS[ply]


@pytest.mark.parametrize("ply", [*range(1, 11), pytest.param(12, marks=pytest.mark.slow)])
def test_with_a_table_the_numbers_of_games_from_the_start_are_the_published_ones(ply):
    assert hashed(START, ply, 1 << 16) == COUNTS[ply]


@settings(max_examples=100)
@given(
    st.tuples(positions.reached_words() | positions.pass_words | positions.final_words, st.integers(1, 3))
    | st.tuples(positions.reached_words(empties=st.integers(0, 6)), st.integers(4, 9))
)
def test_model(case):
    """From any position in a game, including passes and ends of games, the count equals the model's."""
    pair, depth = case
    assert perft.perft(*pair, depth) == model.perft(model.from_words(*pair), depth)


@given(
    positions.reached_words() | positions.pass_words | positions.final_words,
    st.integers(1, 6),
    st.sampled_from([1, 2, 7, 64, 1000]),
)
def test_a_table_of_any_size_even_of_a_single_entry_does_not_change_a_count(pair, depth, entries):
    assert hashed(pair, depth, entries) == perft.perft(*pair, depth)


@given(st.lists(st.tuples(positions.reached_words() | positions.pass_words, st.integers(1, 5)), min_size=2))
def test_a_table_keeps_positions_and_depths_apart(asked):
    """A table full of other counts never returns the count of another position or depth."""
    space = table_of(64)
    for pair, depth in asked:
        for plies in (depth, depth + 1):
            assert perft.perft_hashed(space.address, 64, *pair, plies) == perft.perft(*pair, plies)
