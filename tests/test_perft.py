"""Perft from Python: divided counts, hash tables, and ends of games."""

from hypothesis import given, strategies as st

from othello import Color, Position, format_move
from othello.rules.perft import Counter, perft
from tests import positions
from tests.cases import cases

counter, hashed = Counter(), Counter(table_mib=1)
reached = positions.positions(positions.reached_words() | positions.pass_words | positions.final_words)
SIX_PLIES = 8200


def test_divide_by_symmetry():
    """The four first moves are symmetric, so each leads to a quarter of the sequences."""
    counts = counter.divide(Position.start(), 6)
    assert {format_move(move): count for move, count in counts.items()} == dict.fromkeys(
        ("d3", "c4", "f5", "e6"), SIX_PLIES // 4
    )


def test_perft_counts_for_a_board_a_position_or_a_text_with_and_without_a_table():
    expected = Counter().count(Position.start(), 4)
    assert perft("", 4) == perft(Position.start(), 4, table_mib=1) == expected


@given(reached, st.integers(1, 4), st.sampled_from([counter, hashed]))
def test_divide(position, depth, used):
    """The counts below all moves, or below the pass, add up to the count of the position."""
    counts = used.divide(position, depth)
    if position.is_over:
        assert counts == {}
        return
    assert list(counts) == position.legal_moves
    assert sum(counts.values()) == used.count(position, depth)


@given(reached, st.sampled_from([0, -1]))
def test_the_count_at_depth_0_or_less_is_1(position, depth):
    assert counter.count(position, depth) == hashed.count(position, depth) == 1


@cases("turn", Color)
def test_the_count_does_not_depend_on_the_color_to_move(turn):
    pair = positions.random_position(5, 30)
    assert counter.count(Position(*pair, turn), 4) == counter.count(Position(*pair, turn.other), 4)


def test_clearing_empties_the_table_and_counting_afterwards_is_correct():
    used = Counter(table_mib=1)
    used.count(Position.start(), 7)
    assert any(used._table.words)
    used.clear()
    assert not any(used._table.words)
    assert used.count(Position.start(), 7) == 55092
