"""Time budgets: no game is lost on time, and more time is never less."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.limits import Clock, Limits
from othello.search import clock
from othello.search.clock import Budget, budget, clock_budget

seconds = st.floats(0, 100_000)
increments = st.floats(0, 100)
empties = st.integers(1, 60)
moves_to_go = st.none() | st.integers(1, 60)
clocks = st.builds(Clock, seconds, increments, moves_to_go)
shares = st.lists(st.floats(0, 1), min_size=30, max_size=30)
"""How much of its budget each move of a game uses."""


def game(left, increment, used, first_empties=60):
    """The budgets of a game on one clock, with what was left before each."""
    for number, share in enumerate(used):
        squares = first_empties - 2 * number
        if squares < 1:
            return
        found = clock_budget(Clock(left, increment), squares)
        yield left, found
        left += increment - share * found.hard


@given(clocks, empties)
def test_a_budget_is_within_the_clock(left, squares):
    """No move may take more than is left, nor less than nothing; the soft limit comes first."""
    found = clock_budget(left, squares)
    assert 0 <= found.soft <= found.hard <= left.remaining


@given(st.floats(1, 100_000), increments, moves_to_go, empties)
def test_a_margin_is_left(left, increment, moves, squares):
    """Some time is always left over for the transmission of the move."""
    assert clock_budget(Clock(left, increment, moves), squares).hard <= left - clock.MARGIN


@given(seconds, increments, shares, st.integers(1, 60))
def test_whole_games(left, increment, used, squares):
    """Whatever its moves use of their budgets, even all, a game never runs out of time."""
    for before, found in game(left, increment, used, squares):
        assert before >= 0
        assert found.hard <= before


@given(seconds, st.integers(1, 60), st.integers(1, 60), st.lists(st.floats(0, 1), min_size=60, max_size=60))
def test_periods(left, moves, squares, used):
    """Nor does a period of some moves, whose clock holds for them alone."""
    for number in range(moves):
        found = clock_budget(Clock(left, 0.0, moves - number), max(1, squares - 2 * number))
        assert found.hard <= left
        left -= used[number] * found.hard


@given(seconds, seconds, increments, moves_to_go, empties)
def test_more_time_is_never_less(one, other, increment, moves, squares):
    """With more on the clock a move may take no less."""
    less, more = (clock_budget(Clock(each, increment, moves), squares) for each in sorted((one, other)))
    assert less.soft <= more.soft
    assert less.hard <= more.hard


@given(seconds, increments, increments, moves_to_go, empties)
def test_more_increment_is_never_less(left, one, other, moves, squares):
    """With a greater increment a move may take no less."""
    less, more = (clock_budget(Clock(left, each, moves), squares) for each in sorted((one, other)))
    assert less.soft <= more.soft
    assert less.hard <= more.hard


@given(seconds, increments, st.integers(1, 60), st.integers(1, 60), empties)
def test_fewer_moves_never_have_less(left, increment, one, other, squares):
    """With fewer moves to make in the same time a move may take no less."""
    more, less = (clock_budget(Clock(left, increment, each), squares) for each in sorted((one, other)))
    assert less.soft <= more.soft
    assert less.hard <= more.hard


@given(clocks, empties, st.floats(1e3, 1e9), st.floats(1e3, 1e9))
def test_more_speed_is_never_less(left, squares, one, other):
    """A faster search solves earlier, so that a move may take no less; and none more than there is."""
    less, more = (clock_budget(left, squares, speed) for speed in sorted((one, other)))
    assert less.soft <= more.soft
    assert less.hard <= more.hard <= left.remaining


@given(st.floats(0.001, 1e6), st.floats(1e3, 1e9))
def test_solvable(time, speed):
    """What counts as solvable in a time takes as many positions as are searched in it, and no more."""
    squares = clock.solvable_empties(time, speed)
    assert 0 <= squares <= 60
    if 0 < squares < 60:
        assert clock.SOLUTION_SCALE * math.exp(clock.SOLUTION_GROWTH * squares) == pytest.approx(time * speed)


def test_a_solution_gets_time():
    """The move that can solve the game may take several times as much as the ones long before."""
    left = Clock(60.0)
    solved = int(clock.solvable_empties(60 * clock.SOLUTION_SHARE * 0.97, clock.CAUTIOUS_SPEED))
    early, late = clock_budget(left, 58), clock_budget(left, solved - 1)
    assert late.soft > 5 * early.soft
    assert late.soft == pytest.approx(0.4 * 60, rel=0.05)


def test_the_middle_of_the_game_gets_most():
    """On the same clock of its own for so many moves a move in the middle counts for more than the first."""
    weights = [clock._weight(squares) for squares in range(1, 61)]
    assert max(weights) == clock._weight(clock.HEAVIEST_EMPTIES) == 1
    assert min(weights) >= clock.LIGHTEST


@given(st.floats(10, 100_000), empties)
def test_the_last_move_of_a_period(left, squares):
    """The last move of a period may take nearly all that is left."""
    assert clock_budget(Clock(left, 0.0, 1), squares).hard > 0.9 * left


@given(st.floats(10, 10_000))
def test_moves_get_their_share(left):
    """When each move takes its soft limit, none of the first twenty has to do with a tenth of another's."""
    found = []
    for squares in range(60, 20, -2):
        found.append(clock_budget(Clock(left), squares).soft)
        left -= found[-1]
    assert min(found) > max(found) / 10


@given(st.floats(10, 10_000))
def test_the_clock_is_used(left):
    """Moves that take their soft limit use more than half of the clock until few squares are empty."""
    first = left
    for squares in range(60, 0, -2):
        left -= clock_budget(Clock(left), squares).soft
    assert left < first / 2


@given(empties)
def test_no_limit(squares):
    """Without a clock or a time for the move there is no budget."""
    assert budget(Limits(), squares) is None
    assert budget(Limits(depth=5, nodes=1000, level=10), squares) is None


@given(seconds, empties)
def test_time_for_one_move(allowed, squares):
    """Seconds for a move are kept with a margin, and nearly all of them may be used."""
    found = budget(Limits(seconds=allowed), squares)
    assert 0 <= found.soft <= found.hard <= allowed
    assert found.hard >= 0.9 * allowed - clock.MARGIN
    if allowed > 0.001:
        assert found.hard < allowed


@given(seconds, clocks, empties)
def test_both_limits_hold(allowed, left, squares):
    """With a clock and seconds for the move neither is exceeded."""
    both = budget(Limits(seconds=allowed, clock=left), squares)
    alone = budget(Limits(seconds=allowed), squares)
    on_clock = budget(Limits(clock=left), squares)
    assert both == Budget(min(alone.soft, on_clock.soft), min(alone.hard, on_clock.hard))


@pytest.mark.parametrize("remaining", [0.0, 0.001, 0.04])
def test_an_empty_clock(remaining):
    """With nothing left a move takes no time, and nothing breaks."""
    assert clock_budget(Clock(remaining, 5.0), 40) == Budget(0.0, 0.0)


@pytest.mark.parametrize("limit", [0.05, 0.1, 0.2])
def test_short_times_for_one_move_are_used(limit):
    """A tenth of a second for each move was less than the margin, so that nothing of it was used."""
    found = clock_budget(Clock(limit, moves_to_go=1), 40)
    assert limit / 2 < found.soft <= found.hard <= 0.8 * limit


@given(clocks, empties, st.floats(0, 1), st.floats(0, 1))
def test_longer_delays_never_have_more(left, squares, one, other):
    """Where searches end too late a move may take no more, and still some time where there is any."""
    more, less = (clock_budget(left, squares, delay=delay) for delay in sorted((one, other)))
    assert 0 <= less.soft <= more.soft
    assert less.hard <= more.hard
    assert (less.hard > 0) == (more.hard > 0)


@pytest.mark.parametrize("limit", [0.1, 0.17, 0.4])
def test_delays_have_room_in_short_times(limit):
    """A fifth of a short time for one move was too little room for the delays of a busy computer."""
    delay = limit / 6
    found = clock_budget(Clock(limit, moves_to_go=1), 40, delay=delay)
    assert limit / 4 < found.hard < limit - min(clock.MARGIN, clock.DELAYS * delay)
