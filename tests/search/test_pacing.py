"""Pace: searches go on while it pays, and no game is lost on time, however long iterations take."""

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.engine import Engine
from othello.limits import Clock, Limits
from othello.position import Position
from othello.score import Color
from othello.search.clock import Budget, clock_budget
from othello.search.pacing import DROP, EXTENSION, Pace
from othello.search.schedule import Plan, schedule
from tests import positions

DELAY = 0.003
"""Seconds by which a stop comes late in simulated games: 30 moves must have room in the margin."""
LATE = 0.05
"""Seconds by which the best of several real searches may be late."""

times = st.floats(0.2, 1000)
growths = st.floats(1.0, 8.0)


def noted(budget, moves, values=(0,)):
    """The pace of a search whose iterations found these moves and values; the last ones stay."""
    pace = Pace(budget)
    for number in range(max(len(moves), len(values))):
        move, value = (each[min(number, len(each) - 1)] for each in (moves, values))
        pace.note(move, value)
    return pace


# One decision


def test_goes_on():
    """With time left a search goes on, after its time it does not."""
    pace = noted(Budget(1.0, 3.0), (19,))
    assert pace.allows(0.99)
    assert not pace.allows(1.0)


@pytest.mark.parametrize(
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
    """Another best move or a much lower value in the last iteration earns more time, within the hard one."""
    for hard in (1.5, 30.0):
        pace = noted(Budget(1.0, hard), moves, values)
        assert pace.allows(1.01) is is_longer
        assert not pace.allows(min(hard, EXTENSION))


def test_time_that_cannot_be_kept():
    """Seconds for one move are of no use afterwards: until they are over iterations begin."""
    assert noted(Budget(6.0, 6.0), (19,)).allows(5.9)


# Whole games on a clock that tests make


def simulated(budget, empties, first, growth, unrest):
    """The time that a search would take whose iterations grow so fast."""
    pace, now, cost = Pace(budget), 0.0, first
    for number in range(len(schedule(Plan(empties, budget=budget), empties))):
        if number and not pace.allows(now):
            return now
        if number and now + cost > budget.hard:
            return budget.hard + DELAY
        now += cost
        # Now and then nothing could have told how long the next one takes: then the stop has to come.
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
    """Nor do periods of some moves."""
    for number in range(stones):
        clock = Clock(left, moves_to_go=stones - number)
        budget = clock_budget(clock, max(1, squares - 2 * number), speed)
        left -= simulated(budget, max(1, squares - 2 * number), 1e-5, growth, -1)
        assert left > -DELAY * stones  # the margin of the last move is for its own delay


# Real searches


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=16)


@pytest.mark.parametrize("remaining", [0.0, 0.15, 0.6, 2.0])
@pytest.mark.parametrize("empties", [50, 30, 22, 16])
def test_budgets_of_real_searches(engine, remaining, empties):
    """A search on a short clock keeps its hard limit, but for the delays of a busy machine."""
    late = []
    for seed in range(3):
        position = Position(*positions.random_position(seed, empties), Color.BLACK)
        hard = clock_budget(Clock(remaining), empties, engine._searcher.speed).hard
        began = time.perf_counter()
        result = engine.go(position, Limits(clock=Clock(remaining)))
        late.append(time.perf_counter() - began - hard)
        assert result.move in position.legal_moves()
        if late[-1] < LATE:
            return
    pytest.fail(f"late by {late} seconds")


@pytest.mark.parametrize(("main", "increment"), [(1.0, 0.0), (0.5, 0.05)])
def test_real_games(engine, main, increment):
    """Both sides of a game on short clocks end with time left, but for a machine that stands still."""
    flagged = []
    for _ in range(3):
        engine.new_game()
        position, left = Position.start(), dict.fromkeys(Color, main)
        while not position.is_over:
            turn = position.turn
            began = time.perf_counter()
            move = engine.go(position, Limits(clock=Clock(max(0.0, left[turn]), increment))).move
            left[turn] += increment - (time.perf_counter() - began)
            position = position.apply(move)
        if min(left.values()) > 0:
            return
        flagged.append(left)
    pytest.fail(f"lost on time: {flagged}")


def test_the_speed_is_learned(engine):
    """A search that takes long enough tells its speed to the next; a new game knows nothing of it."""
    engine.new_game()
    before = engine._searcher.speed
    result = engine.go(Position.start(), Limits(seconds=0.3))
    assert engine._searcher.speed == result.nodes / result.seconds != before
    engine.new_game()
    assert engine._searcher.speed == before


def test_delays_are_learned():
    """A search that ended too late leaves less time to the next, until searches end in time again."""
    engine, found = Engine(table_mib=1), []
    assert engine._searcher.delay == 0
    engine.go(Position.start(), Limits(seconds=0.02), on_info=lambda info: time.sleep(0.05))
    found.append(engine._searcher.delay)
    assert found[0] >= 0.05 - 0.02
    engine.new_game()
    for _ in range(20):
        engine.go(Position.start(), Limits(seconds=0.02))
        found.append(engine._searcher.delay)
    assert min(found) < found[0]
    assert all(after >= 0.9 * before - 1e-9 for before, after in itertools.pairwise(found))
