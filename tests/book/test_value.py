"""Values with their certainty, and the negamax of both."""

import pytest
from hypothesis import given, strategies as st

from othello.book.value import CLOSE_CD, Value, exact, heuristic, negamaxed, score_of, selective, value_of
from othello.rules.score import Bound, Centidiscs, Color, Score
from tests.cases import cases

HEURISTICS = st.builds(
    heuristic, st.integers(-6400, 6400), st.integers(0, 60), st.sampled_from([None, 1, 73, 99])
)
SELECTIVES = st.builds(selective, st.integers(-64, 64), st.integers(1, 99), st.integers(0, 60))
EXACTS = st.builds(exact, st.integers(-64, 64), st.integers(0, 60))
VALUES = HEURISTICS | SELECTIVES | EXACTS
BLACK = Color.BLACK


@given(VALUES)
def test_a_value_is_the_same_after_it_was_a_score(value):
    assert value_of(score_of(value, BLACK)) == value


@given(VALUES)
def test_negation(value):
    """Negating twice changes nothing. A single negation swaps the bounds and keeps the certainty."""
    negated = -value
    assert -negated == value
    assert (-value).trust == value.trust
    assert (-value).lower == -value.upper


@cases(
    "score",
    [
        Score.wld(1, BLACK),
        Score.exact(4, BLACK, bound=Bound.LOWER),
        Score.heuristic(Centidiscs(4), BLACK, 3, bound=Bound.UPPER),
    ],
)
def test_a_book_does_not_take_bounds_and_outcomes(score):
    with pytest.raises(ValueError, match="not bounds or outcomes"):
        value_of(score)


def test_order_of_trust():
    """Estimates are least certain, and deeper estimates are more certain. Then come selective and exact
    values."""
    rising = [
        heuristic(0, 5, 73),
        heuristic(0, 5),
        heuristic(0, 30, 73),
        heuristic(0, 60),
        selective(0, 73, 40),
        selective(0, 95, 20),
        exact(0, 10),
    ]
    trusts = [book_value.trust for book_value in rising]
    assert trusts == sorted(set(trusts))


def value(*options, complete=True, empties=30, **bounds):
    return negamaxed(options, empties, is_complete=complete, **bounds)


def test_no_moves():
    """Without a move and without a proof, there is no value. Proved bounds alone are a value."""
    assert value() is None
    assert value(lower=4, upper=4) == exact(4, 30)


def test_the_value_is_that_of_the_best_move():
    assert value(heuristic(50, 20), heuristic(-1000, 20)) == heuristic(50, 20)


def test_a_weak_move_that_is_close_weakens_the_value():
    """A move that may well be better limits the certainty. A move that looks much worse does not."""
    best = heuristic(50, 20)
    assert value(best, heuristic(50 - CLOSE_CD, 4)).trust == heuristic(0, 4).trust
    assert value(best, heuristic(49 - CLOSE_CD, 4)).trust == best.trust


def test_a_proved_worse_move_does_not_weaken_the_value():
    """A move that is proved to be worse does not matter, even if its value is close."""
    worse = Value(0, heuristic(0, 1).trust, -64, 0)
    assert value(heuristic(50, 20), worse).trust == heuristic(0, 20).trust


def test_exact_needs_all_moves():
    """An exact best move makes the value exact only if every other move is proved not to be better."""
    assert value(exact(4), exact(2)) == exact(4, 30)
    book_value = value(exact(4, 20), heuristic(-3000, 8))
    assert (book_value.cd, book_value.trust, book_value.lower, book_value.upper) == (
        400,
        heuristic(0, 8).trust,
        4,
        64,
    )
    assert value(exact(4), Value(100, heuristic(0, 3).trust, -64, 4)) == exact(4, 30)


def test_selective_needs_all_moves():
    """A selective value is the final score only if the other moves reach the end, too."""
    assert value(selective(4, 95), selective(2, 73)).trust == selective(0, 73).trust
    assert value(selective(4, 95), heuristic(-3000, 8)).trust == heuristic(0, 8).trust


def test_moves_without_a_value():
    """If some moves have no value, the value is at most an estimate, and its upper bound is open."""
    assert value(exact(4, 20), complete=False) == Value(400, heuristic(0, 20).trust, 4, 64)
    assert value(selective(4, 95, 20), complete=False) == Value(400, heuristic(0, 20).trust)


def test_an_estimate_outside_the_proved_bounds_moves_to_them():
    assert value(heuristic(900, 10), upper=6) == Value(600, heuristic(0, 10).trust, -64, 6)


@given(st.lists(VALUES, min_size=1, max_size=5), st.booleans())
def test_properties(options, complete):
    """The value is the maximum and lies within its bounds. It is exact if and only if the bounds meet."""
    book_value = value(*options, complete=complete)
    assert book_value.cd == max(option.cd for option in options)
    assert 100 * book_value.lower <= book_value.cd <= 100 * book_value.upper
    assert book_value.is_exact == (score_of(book_value, BLACK).is_proved)
    if not book_value.is_exact:
        assert book_value.trust <= min(option.trust for option in options if option.cd == book_value.cd)
    score_of(book_value, BLACK)  # a score with all its rules
