"""Time budgets: no game is lost on time, and more time on the clock never means less for a move."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from othello.search import clock
from othello.search.clock import Budget, budget, clock_budget
from othello.search.limits import Clock, Limits
from tests.cases import cases

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
        time_budget = clock_budget(Clock(left, increment), squares)
        yield left, time_budget
        left += increment - share * time_budget.hard


@given(clocks, empties)
def test_a_budget_is_within_the_clock(left, squares):
    """A budget lies within the clock: from 0 to the remaining time, the soft limit first."""
    time_budget = clock_budget(left, squares)
    assert 0 <= time_budget.soft <= time_budget.hard <= left.remaining


@given(st.floats(1, 100_000), increments, moves_to_go, empties)
def test_the_margin_for_the_transmission_of_the_move_is_never_used(left, increment, moves, squares):
    assert clock_budget(Clock(left, increment, moves), squares).hard <= left - clock.MARGIN


@given(seconds, increments, shares, st.integers(1, 60))
def test_whole_games(left, increment, used, squares):
    """A game never runs out of time if its moves use any part of their budgets."""
    for before, time_budget in game(left, increment, used, squares):
        assert before >= 0
        assert time_budget.hard <= before


@given(seconds, st.integers(1, 60), st.integers(1, 60), st.lists(st.floats(0, 1), min_size=60, max_size=60))
def test_a_period_of_some_moves_with_its_own_clock_never_runs_out_of_time(left, moves, squares, used):
    for number in range(moves):
        time_budget = clock_budget(Clock(left, 0.0, moves - number), max(1, squares - 2 * number))
        assert time_budget.hard <= left
        left -= used[number] * time_budget.hard


EFFECTS = {
    "time": (seconds, lambda left, value: {"clock": replace(left, remaining=value)}, True),
    "increment": (increments, lambda left, value: {"clock": replace(left, increment=value)}, True),
    "moves to go": (
        st.integers(1, 60),
        lambda left, value: {"clock": replace(left, moves_to_go=value)},
        False,
    ),
    "speed": (st.floats(1e3, 1e9), lambda left, value: {"speed": value}, True),
    "delay": (st.floats(0, 1), lambda left, value: {"delay": value}, False),
    "overhead": (st.floats(0, 1), lambda left, value: {"clock": replace(left, overhead=value)}, False),
    "processors": (st.floats(0, 1), lambda left, value: {"processors": value}, True),
    "quiet": (st.booleans(), lambda left, value: {"is_quiet": value}, True),
}
"""Values, the arguments of `clock_budget` with one of them, and whether more of it gives a move more time."""


@pytest.mark.parametrize("name", EFFECTS)
@given(left=clocks, squares=empties, delay=st.floats(0, 1), share=st.floats(0, 1), data=st.data())
def test_what_gives_more_time(name, left, squares, delay, share, data):
    """A budget is monotonic in each argument alone. Delays and overheads never make it empty."""
    values, arguments, is_growing = EFFECTS[name]
    given = {"clock": left, "empties": squares, "delay": delay, "processors": share}
    one, other = sorted((data.draw(values), data.draw(values)), reverse=not is_growing)
    less, more = (clock_budget(**given | arguments(left, value)) for value in (one, other))
    assert 0 <= less.soft <= more.soft
    assert less.hard <= more.hard
    assert more.hard <= left.remaining or name == "time"
    assert (less.hard > 0) == (more.hard > 0) or name not in ("delay", "overhead")


@given(st.floats(0.001, 1e6), st.floats(1e3, 1e9))
def test_solvable(time, speed):
    """Solving the solvable empty squares takes as many positions as are searched in the time."""
    squares = clock.solvable_empties(time, speed)
    assert 0 <= squares <= 60
    if 0 < squares < 60:
        assert clock.SOLUTION_SCALE * math.exp(clock.SOLUTION_GROWTH * squares) == pytest.approx(time * speed)


def test_a_solution_gets_time():
    """A move that can solve the game gets several times as much time as the first move."""
    left = Clock(60.0)
    solved = int(clock.solvable_empties(60 * clock.SOLUTION_SHARE * 0.97, clock.CAUTIOUS_SPEED))
    early, late = clock_budget(left, 58), clock_budget(left, solved - 1)
    assert late.soft > 5 * early.soft
    assert late.soft == pytest.approx(0.4 * 60, rel=0.05)


def test_the_middle_of_the_game_gets_most():
    """The weight of a move is 1 in the middle of the game and at least LIGHTEST elsewhere."""
    weights = [clock.weight(squares) for squares in range(1, 61)]
    assert max(weights) == clock.weight(clock.HEAVIEST_EMPTIES) == 1
    assert min(weights) >= clock.LIGHTEST


def test_weights_fall_like_a_normal_distribution():
    """At one PHASE_WIDTH from the heaviest move, the weight above LIGHTEST has fallen by a standard
    deviation."""
    expected = clock.LIGHTEST + (1 - clock.LIGHTEST) * 0.60653
    for squares in (clock.HEAVIEST_EMPTIES - clock.PHASE_WIDTH, clock.HEAVIEST_EMPTIES + clock.PHASE_WIDTH):
        assert clock.weight(squares) == pytest.approx(expected, rel=1e-4)


def test_a_move_may_use_its_increment_except_the_share_that_is_never_used():
    alone, increased = (clock_budget(Clock(100, increment, 5), 60).soft for increment in (0, 2))
    assert increased - alone == pytest.approx(2 * (1 - clock.SHARE_KEPT))


def test_the_margin_of_seconds_for_a_move():
    """Seconds for a move are used up to the margin, which is shorter on a quiet computer."""
    assert budget(Limits(seconds=10), 40).hard == pytest.approx(10 - clock.MARGIN)
    quiet = budget(Limits(seconds=10), 40, is_quiet=True)
    assert quiet.hard == pytest.approx(10 - clock.MARGIN * clock.QUIET_FACTOR)


@given(st.floats(10, 100_000), empties)
def test_the_last_move_of_a_period_may_take_nearly_all_the_remaining_time(left, squares):
    assert clock_budget(Clock(left, 0.0, 1), squares).hard > 0.9 * left


@given(st.floats(10, 10_000), st.integers(2, 20))
def test_moves_of_a_period_get_their_share(left, moves):
    """A move in a period gets its share of the time, and at most half of the time before the last move."""
    time_budget = clock_budget(Clock(left, 0.0, moves), 60)
    assert 0.9 * left <= moves * time_budget.soft <= left
    assert time_budget.hard <= left / 2


@given(st.floats(10, 10_000))
def test_moves_get_their_share(left):
    """If each move takes its soft limit, no limit of the first twenty is ten times another limit."""
    soft_limits = []
    for squares in range(60, 20, -2):
        soft_limits.append(clock_budget(Clock(left), squares).soft)
        left -= soft_limits[-1]
    assert min(soft_limits) > max(soft_limits) / 10


@given(st.floats(10, 10_000))
def test_the_clock_is_used(left):
    """Moves that take their soft limits use more than half of the clock in a game."""
    first = left
    for squares in range(60, 0, -2):
        left -= clock_budget(Clock(left), squares).soft
    assert left < first / 2


@given(empties)
def test_without_a_clock_or_seconds_for_the_move_there_is_no_budget(squares):
    assert budget(Limits(), squares) is None
    assert budget(Limits(depth=5, nodes=1000, level=10), squares) is None


@given(seconds, empties)
def test_seconds_for_a_move_may_be_used_but_for_the_margin(allowed, squares):
    time_budget = budget(Limits(seconds=allowed), squares)
    assert 0 <= time_budget.soft <= time_budget.hard <= allowed
    assert time_budget.hard >= 0.9 * allowed - clock.MARGIN
    if allowed > 0.001:
        assert time_budget.hard < allowed


@given(seconds, clocks, empties)
def test_with_a_clock_and_seconds_for_the_move_the_smaller_limits_count(allowed, left, squares):
    both = budget(Limits(seconds=allowed, clock=left), squares)
    alone = budget(Limits(seconds=allowed), squares)
    on_clock = budget(Limits(clock=left), squares)
    assert both == Budget(min(alone.soft, on_clock.soft), min(alone.hard, on_clock.hard))


@cases("remaining", [0.0, 0.001, 0.04])
def test_with_no_time_left_the_budget_is_empty_also_with_an_increment_to_come(remaining):
    assert clock_budget(Clock(remaining, 5.0), 40) == Budget(0.0, 0.0)


@cases("limit", [0.05, 0.1, 0.2])
def test_short_times_for_one_move_are_used(limit):
    """If each move has the same short time, the margin is a part of it, and at least half is used."""
    time_budget = clock_budget(Clock(limit, moves_to_go=1, period=limit), 40)
    assert limit / 2 < time_budget.soft <= time_budget.hard < 0.81 * limit


def test_shared_processors_have_a_longer_margin():
    """On half of a processor the margin is twice as long, and a short period is still used."""
    alone, crowded = (
        clock_budget(Clock(10, moves_to_go=1, period=10), 40, processors=processors)
        for processors in (1, 0.5)
    )
    assert alone.hard - crowded.hard == pytest.approx(clock.MARGIN)
    for share in (0.0, 0.2):
        time_budget = clock_budget(Clock(0.2, moves_to_go=1, period=0.2), 40, processors=share)
        assert 0.08 < time_budget.hard < 0.11


@cases(("limit", "used"), [(0.1, 0.092), (1, 0.96), (10, 9.96)])
def test_a_quiet_computer_has_a_short_margin(limit, used):
    """While no other program needs the processors, nearly all of a short time for one move is used."""
    limits = Limits(clock=Clock(limit, moves_to_go=1, period=limit))
    assert budget(limits, 40, is_quiet=True).hard == pytest.approx(used)
    assert budget(Limits(seconds=limit), 40, is_quiet=True).hard == pytest.approx(used)


@cases("limit", [0.1, 0.17, 0.4])
def test_delays_have_room_in_short_times(limit):
    """The margin of a short time for one move has room for the delays of recent searches."""
    delay = limit / 6
    time_budget = clock_budget(Clock(limit, moves_to_go=1, period=limit), 40, delay=delay)
    assert limit / 4 < time_budget.hard < limit - 0.99 * clock.DELAYS * delay


def test_the_last_move_of_a_long_period_keeps_the_margin():
    """The last move of a period keeps the margin of the whole period, not a part of the remaining time."""
    left = 0.15
    assert clock_budget(Clock(left, moves_to_go=1, period=1.0), 40).hard <= left / 2
    assert clock_budget(Clock(left, moves_to_go=1), 40).hard <= left / 2
    assert clock_budget(Clock(left, moves_to_go=1, period=left), 40).hard > 0.7 * left


@given(st.floats(0.5, 10), st.floats(0, 0.012), shares)
def test_whole_games_with_overhead(left, overhead, used):
    """A game does not run out of time if each move costs a known overhead besides its search."""
    for squares, share in zip(range(60, 0, -2), used, strict=True):
        left -= share * clock_budget(Clock(left, overhead=overhead), squares).hard + overhead
    assert left >= 0


@given(st.floats(0.5, 10), st.floats(0, 0.03), st.integers(1, 5), shares)
def test_periods_with_overhead(period, overhead, moves, used):
    """A period does not run out of time if each move costs a known overhead besides its search."""
    left = period
    for number in range(moves):
        time = Clock(left, moves_to_go=moves - number, period=period, overhead=overhead)
        left -= used[number] * clock_budget(time, 40).hard + overhead
    assert left >= 0
