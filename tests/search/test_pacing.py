"""Pace: searches use their time, and no game is lost on time with iterations of any length."""

import itertools
import statistics
import time

import pytest
from hypothesis import given, strategies as st

from othello import Clock, Color, Engine, Limits, Position
from othello.search.clock import CAUTIOUS_SPEED, DROP, EXTENSION, MARGIN, Budget, Pace, budget, clock_budget
from othello.search.schedule import Plan, schedule
from tests import positions
from tests.cases import cases

DELAY = 0.003
"""Seconds by which a stop comes late in simulated games: 30 moves must have room in the margin."""

times = st.floats(0.2, 1000)
growths = st.floats(1.0, 8.0)


def noted(budget, moves, values=(0,)):
    """The pace of a search whose iterations found these moves and values. The last ones stay."""
    pace = Pace(budget)
    for number in range(max(len(moves), len(values))):
        move, value = (sequence[min(number, len(sequence) - 1)] for sequence in (moves, values))
        pace.note(move, value)
    return pace


# One decision


def test_iterations_may_begin_before_the_soft_limit_and_not_after_it():
    pace = noted(Budget(1.0, 3.0), (19,))
    assert pace.allows(0.99)
    assert not pace.allows(1.0)


@cases(
    ("moves", "values", "is_longer"),
    [
        ((19, 19, 26), (0,), True),
        ((19, 26, 26), (0,), False),
        ((19,), (0, 0, -DROP - 1), True),
        ((19,), (0, -DROP - 1, -DROP - 1), False),
        ((19,), (0, 0, DROP + 1), False),
    ],
)
def test_extension(moves, values, is_longer):
    """Another best move or a much lower value extends the soft limit, up to the hard limit."""
    for hard in (1.5, 30.0):
        pace = noted(Budget(1.0, hard), moves, values)
        assert pace.allows(1.01) is is_longer
        assert not pace.allows(min(hard, EXTENSION))


def test_time_that_cannot_be_kept():
    """Seconds for one move cannot be saved, so iterations may begin until they are over."""
    assert noted(Budget(6.0, 6.0), (19,)).allows(5.9)


# Whole games on a clock that tests make


def simulated(budget, empties, first, growth, unrest):
    """The time of a search whose iterations take *first* seconds and grow by a factor."""
    pace, now, cost = Pace(budget), 0.0, first
    for number in range(len(schedule(Plan(empties, budget=budget), empties))):
        if number and not pace.allows(now):
            return now
        if number and now + cost > budget.hard:
            return budget.hard + DELAY
        now += cost
        # Some iterations take an unpredictable time, so the search must be stopped.
        cost *= 1000 if unrest >> number & 7 == 7 else growth
        pace.note(number if unrest >> number & 1 else 0, 0)
    return now


@given(
    times,
    st.floats(0, 10),
    st.integers(30, 60),
    st.lists(st.tuples(growths, st.integers(0, 2**40)), min_size=30, max_size=30),
    st.floats(1e4, 1e9),
)
def test_no_simulated_game_is_lost(left, increment, empties, moves, speed):
    """Games whose iterations take any time, with stops that come late, end with time on the clock."""
    for squares, (growth, unrest) in zip(range(empties, 0, -2), moves, strict=False):
        budget = clock_budget(Clock(left, increment), squares, speed)
        used = simulated(budget, squares, 1e-4, growth, unrest)
        assert used <= budget.hard + DELAY
        left -= used
        assert left > 0
        left += increment


@given(times, st.integers(1, 40), st.integers(1, 60), growths, st.floats(1e4, 1e9))
def test_no_simulated_period_is_lost(left, stones, squares, growth, speed):
    """Periods of some moves, with stops that come late, end with time on the clock."""
    for number in range(stones):
        clock = Clock(left, moves_to_go=stones - number)
        budget = clock_budget(clock, max(1, squares - 2 * number), speed)
        left -= simulated(budget, max(1, squares - 2 * number), 1e-5, growth, -1)
        assert left > 0


# Real searches


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=16) as engine:
        yield engine


def test_no_iteration_begins_after_the_soft_limit():
    """When its time is over, a search ends between two iterations and reports that it was stopped."""
    infos = []
    # Every look at the clock takes a second, so the timer, which takes real time, never fires.
    with Engine(table_mib=1, now=itertools.count().__next__) as engine:
        result = engine.play(Position.start(), Limits(seconds=50), on_info=infos.append)
    assert result.was_stopped
    assert result.depth == infos[-1].depth > 3
    assert infos[-2].seconds < 50 - MARGIN < result.seconds


def test_a_search_is_known_to_the_next(monkeypatch):
    """The budget of a search follows from the speed, the delay and the share of earlier searches."""
    known = []

    def noting(limits, empties, speed, delay, share, is_quiet):
        known.append((speed, delay, share))
        return budget(limits, empties, speed, delay, share, is_quiet=is_quiet)

    monkeypatch.setattr("othello.search.engine.clock.budget", noting)
    with Engine(table_mib=1, now=itertools.count().__next__) as engine:
        result = engine.play(Position.start(), Limits(seconds=20))
        engine.play(Position.start(), Limits(seconds=20))
    late, share = result.seconds - (20 - MARGIN), known[1][2]
    assert known == [(CAUTIOUS_SPEED, 0, 1), (result.nodes / result.seconds, late, share)]
    assert 0 <= share < 1


@pytest.mark.timing
@pytest.mark.parametrize("limits", [Limits(seconds=0.3, level=60), Limits(clock=Clock(1.0))])
@pytest.mark.parametrize("empties", [50, 22])
def test_hard_limits_of_real_searches(engine, limits, empties):
    """Half of the searches end within the margin after the hard limit, and none long before the minimum."""
    late = []
    for seed in range(5):
        engine.new_game()
        position = Position(*positions.random_position(seed, empties), Color.BLACK)
        hard, least = (budget(limits, empties, processors=share).hard for share in (1, 0))
        result = engine.play(position, limits)
        late.append(result.seconds - hard)
        assert result.seconds > least / 4 or not result.was_stopped
    assert statistics.median(late) < MARGIN


@pytest.mark.timing
@pytest.mark.parametrize("clock", [Clock(1.0), Clock(0.5, 0.05)])
def test_both_sides_of_a_game_on_a_short_clock_end_with_time_left(engine, clock):
    engine.new_game()
    position, left = Position.start(), dict.fromkeys(Color, clock.remaining)
    while not position.is_over:
        turn = position.turn
        began = time.perf_counter()
        move = engine.play(position, Limits(clock=Clock(left[turn], clock.increment))).move
        left[turn] -= time.perf_counter() - began
        assert left[turn] > 0
        left[turn] += clock.increment
        position = position.play(move)
