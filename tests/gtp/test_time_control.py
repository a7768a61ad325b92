"""Time settings of every form, clocks that controllers report, and moves that keep within them."""

import pytest
from hypothesis import example, given, strategies as st

from othello import Clock, Color
from othello.gtp.time_control import LATENCY, OVERHEAD_KEPT, TimeControl, TimeLeft, TimeSettings
from othello.search.clock import clock_budget
from tests.gtp.doubles import Time

BLACK, WHITE = Color


@pytest.fixture
def control(now):
    return TimeControl(now)


@pytest.fixture
def shown(control, now):
    """Return the clock at the beginning of a move."""
    return lambda color=BLACK: control.clock(color, now())


def move(control, now, seconds, color=BLACK):
    """Make a move that takes *seconds*, and return the clock at its beginning."""
    with control.move(color, now()) as clock:
        now.seconds += seconds
    return clock


@pytest.mark.parametrize("rule", [None, (0, 1, 0), (0, 0, 0), (0, 0, 5), (0, 30, 0), (300, 30, 0)])
def test_no_limit(control, now, rule, shown):
    """Without settings, there is no limit. A period without moves means no limit, and so do three zeros."""
    if rule is not None:
        control.configure(TimeSettings(*rule))
    assert shown() is None
    assert move(control, now, 100) is None
    assert shown() is None


GAMES = {
    "sudden death": ((120, 0, 0), None, 50, [(120, None), (70, None), (20, None), (0, None)]),
    "stones without a period": ((120, 0, 5), None, 50, [(120, None), (70, None), (20, None), (0, None)]),
    "main time, then periods": (
        *((20, 30, 3), None, 12),
        [(20, None), (10, None), (26, 2), (14, 1), (30, 3), (18, 2)],
    ),
    "periods": ((0, 30, 2), None, 12, [(30, 2), (18, 1), (30, 2)]),
    "periods of one move": ((0, 5, 1), None, 4, [(5, 1), (5, 1), (5, 1)]),
    "a report, then our clock": ((300, 0, 0), (80, 0), 30, [(80, None), (50, None), (20, None)]),
    "a second for each move": ((0, 1, 0), (1, 0), 0.6, [(1, 1), (1, 1)]),
    "seconds for each move": ((0, 5, 0), (5, 0), 3, [(5, 1), (5, 1)]),
    "increments": ((60, 2, 0), (60, 0), 12, [(60, None), (50, None), (40, None)]),
    "a report without settings": ((0, 0, 0), (10, 2), 3, [(10, 2), (7, 1), None]),
}
"""Settings, the time left that is sent once, seconds of each move, and time and moves to go before each."""


@pytest.mark.parametrize(("rule", "left", "seconds", "expected"), GAMES.values(), ids=GAMES)
def test_clocks_of_a_game(control, now, rule, left, seconds, expected):
    """The clock falls by the time of each move, and gains the time that the rules add."""
    control.configure(TimeSettings(*rule))
    if left is not None:
        control.set_left(BLACK, TimeLeft(*left))
    clocks = [move(control, now, seconds - LATENCY) for _ in expected]
    assert [clock and (round(clock.remaining, 6), clock.moves_to_go) for clock in clocks] == expected


def test_the_move_that_ends_the_main_time_may_use_its_share_of_the_first_period(control, now, shown):
    control.configure(TimeSettings(31, 30, 1))
    assert move(control, now, 30.5 - LATENCY) == Clock(31, increment=30)
    assert move(control, now, 10) == Clock(30, increment=30)
    assert shown() == Clock(30, moves_to_go=1, period=30)


def test_an_end_of_the_main_time_that_is_not_known(control, now, shown):
    """If LATENCY decides whether the main time has ended, a move gets the smaller of the two times."""
    control.configure(TimeSettings(31, 30, 2))
    move(control, now, 31 - LATENCY / 2)
    clock = shown()
    assert (clock.remaining, clock.moves_to_go) == (pytest.approx(30 - LATENCY / 2), 1)


def test_latency_of_earlier_moves_is_not_overhead(control, now, shown):
    """If the controller counted time for several moves, only the last move's part is its overhead."""
    control.configure(TimeSettings(60, 0, 0))
    for _ in range(2):
        move(control, now, 10)
    control.set_left(BLACK, TimeLeft(40 - 2 * LATENCY, 0))
    assert shown().overhead == pytest.approx(LATENCY)


def test_overstepped_clock(control, now, shown):
    """A clock that has run out shows 0, and the next period begins after its moves."""
    control.configure(TimeSettings(10, 10, 2))
    move(control, now, 100)
    assert shown() == Clock(0, moves_to_go=1, period=10)
    move(control, now, 100)
    assert shown() == Clock(10, moves_to_go=2, period=10)


def test_each_color_has_its_own_clock(control, now, shown):
    control.configure(TimeSettings(60, 0, 0))
    move(control, now, 20 - LATENCY)
    assert shown(BLACK).remaining == pytest.approx(40)
    assert shown(WHITE) == Clock(60)
    control.set_left(WHITE, TimeLeft(7, 0))
    assert shown(BLACK).remaining == pytest.approx(40)
    assert shown(WHITE) == Clock(7)


def test_new_games_and_settings(control, now, shown):
    """A new game resets the clocks and keeps the settings. New settings reset the clocks."""
    control.configure(TimeSettings(60, 0, 0))
    move(control, now, 20)
    control.new_game()
    assert shown() == Clock(60)
    control.set_left(BLACK, TimeLeft(30.5, 0))  # which says nothing about the last game's clock
    assert shown() == Clock(30.5)
    control.set_left(BLACK, TimeLeft(3, 0))
    control.configure(TimeSettings(0, 1, 0))
    assert shown() is None


@pytest.mark.parametrize(
    ("rule", "left", "clock"),
    [
        ((120, 0, 0), None, Clock(120)),
        ((120, 0, 5), None, Clock(120)),
        ((0, 10, 1), None, Clock(10, moves_to_go=1, period=10)),
        ((20, 30, 3), None, Clock(20, increment=10)),
        ((120, 0, 0), (80, 0), Clock(80)),
        ((0, 0, 0), (80, 0), Clock(80)),
        ((0, 0, 0), (80, 4), Clock(80, moves_to_go=4)),
        ((120, 0, 0), (80, 4), Clock(80, moves_to_go=4)),
        ((300, 30, 5), (80, 0), Clock(80, increment=6)),
        ((300, 30, 5), (20, 3), Clock(20, moves_to_go=3, period=30)),
        ((300, 30, 1), (2, 0), Clock(30, increment=30)),
        ((0, 30, 5), (20, 3), Clock(20, moves_to_go=3, period=30)),
        ((0, 30, 5), (20, 0), Clock(20, moves_to_go=5, period=30)),
        ((0, 5, 0), (5, 0), Clock(5, moves_to_go=1, period=5)),
        ((0, 5, 1), (5, 0), Clock(5, moves_to_go=1, period=5)),
        ((60, 2, 0), (41, 0), Clock(41, increment=2)),
    ],
)
def test_time_left(control, rule, left, clock, shown):
    """The reported time overrides the settings, and is a limit even if they set no limit."""
    control.configure(TimeSettings(*rule))
    if left is not None:
        control.set_left(BLACK, TimeLeft(*left))
    assert shown() == clock


@pytest.mark.parametrize("rule", [(0, 0, 0), (0, 1, 0), (0, 5, 1), (60, 0, 0), (60, 2, 0), (300, 30, 1)])
@pytest.mark.parametrize("stones", [0, 1, 3])
def test_a_clock_at_0_leaves_no_time_for_a_search_with_any_settings(control, rule, stones, shown):
    control.configure(TimeSettings(*rule))
    control.set_left(BLACK, TimeLeft(0, stones))
    clock = shown()
    assert clock.remaining == 0
    assert clock_budget(clock, 40).hard == 0


@pytest.mark.parametrize(("reported", "kept"), [(9, 9), (9.5, 9.5), (10, 9.6), (10.2, 10.2), (11, 10.5)])
def test_rounded_time_left(control, now, reported, kept, shown):
    """A report in whole seconds raises the engine's own clock only by more than rounding explains."""
    control.configure(TimeSettings(60, 0, 0))
    move(control, now, 60 - 9.6 - LATENCY)
    control.set_left(BLACK, TimeLeft(reported, 0))
    assert shown().remaining == pytest.approx(kept)


def test_time_in_the_queue(control, now, shown):
    """A clock runs from the arrival of the command, so waiting for the engine counts."""
    control.configure(TimeSettings(60, 0, 0))
    received = now()
    now.seconds += 5
    assert control.clock(BLACK, received).remaining == pytest.approx(55)
    with control.move(BLACK, received) as clock:
        assert clock.remaining == pytest.approx(55)
        now.seconds += 10
    assert shown().remaining == pytest.approx(45 - LATENCY)


def test_commands_written_ahead(control, now, shown):
    """The time for a move begins when the last move ends, even if its command arrived earlier."""
    control.configure(TimeSettings(60, 0, 0))
    received = now()
    for color in (BLACK, WHITE, BLACK):
        with control.move(color, received):
            now.seconds += 10 - LATENCY
    assert shown(BLACK).remaining == pytest.approx(40)
    assert shown(WHITE).remaining == pytest.approx(50)


def test_the_clock_runs_during_a_search_that_raises_an_error(control, now, shown):
    control.configure(TimeSettings(60, 0, 0))

    def fail():
        with control.move(BLACK, now()):
            now.seconds += 10
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert shown().remaining == pytest.approx(50 - LATENCY)


class Arbiter:
    """The clock of one player as a controller keeps it, exactly by the rules."""

    def __init__(self, rule, *, is_dialect):
        self.main, self.period, self.stones = rule
        self.is_per_move = is_dialect and self.main == 0
        self.is_fischer = is_dialect and self.main > 0
        self.left = TimeLeft(self.main, 0) if self.main else TimeLeft(self.period, self.stones)

    @property
    def available(self):
        """The seconds that the next move may take."""
        has_more = self.left.stones == 0 and not self.is_per_move and not self.is_fischer and self.stones
        return self.left.seconds + (self.period if has_more else 0)

    def spend(self, seconds):
        assert seconds <= self.available
        stones, rest = self.left.stones, self.left.seconds - seconds
        if self.is_per_move:
            return
        if self.is_fischer:
            self.left = TimeLeft(rest + self.period, 0)
        elif stones == 1:
            self.left = TimeLeft(self.period, self.stones)
        elif stones:
            self.left = TimeLeft(rest, stones - 1)
        elif rest <= 0 and self.stones:
            self.left = TimeLeft(self.period, self.stones)
            self.spend(-rest)
        else:
            self.left = TimeLeft(rest, 0)


seconds = st.floats(0.5, 100)
whole = st.integers(1, 100)
plain_rules = st.one_of(
    st.tuples(whole, st.just(0), st.just(0)),
    st.tuples(whole, whole, st.integers(1, 30)),
    st.tuples(st.just(0), whole, st.integers(1, 30)),
)
dialect_rules = st.tuples(st.integers(0, 100), whole, st.just(0))
"""`0 N 0` and `M N 0`, whose controller always sends `time_left`."""


def exactly(time):
    return time


def rounded(time):
    """Round to whole seconds, as Quarry does."""
    return float(int(time + 0.5))


ENDED_ONE_MOVE_LATER = [0, 0, 0, 0.34375, 0.46875, 0.03125, 0.7265625, 0.328125, 0.140625, 1, 0, 1, 1]
"""Shares of the budgets by which the engine's clock ends the main time one move before the controller's."""


@example(((89, 75, 3), False), None, [(share, 0.0) for share in ENDED_ONE_MOVE_LATER])
@given(
    rule=st.tuples(plain_rules, st.just(False)) | st.tuples(dialect_rules, st.just(True)),
    tell=st.sampled_from([None, exactly, rounded]),
    efforts=st.lists(st.tuples(st.floats(0, 1), st.floats(0, LATENCY)), min_size=1, max_size=30),
)
def test_never_too_long(rule, tell, efforts):
    """A move within its budget stays within the clock, with any settings and reports.

    The controller reports the clock exactly, in whole seconds, or never. A move takes any part of its budget,
    followed by some time for transmission. With less than a quarter of a second left, there may be no time
    for transmission, so only the budget is checked.
    """
    (numbers, is_dialect), now = rule, Time()
    tell = tell or (exactly if is_dialect else None)
    arbiter, control = Arbiter(numbers, is_dialect=is_dialect), TimeControl(now)
    control.configure(TimeSettings(*numbers))
    for number, (effort, delay) in enumerate(efforts):
        left, available = arbiter.left, arbiter.available
        if tell:
            control.set_left(BLACK, TimeLeft(tell(left.seconds), left.stones))
        with control.move(BLACK, now()) as clock:
            budget = clock_budget(clock, 60 - 2 * number)
            assert 0 <= budget.soft <= budget.hard
            if available < 0.25:
                delay = 0
            used = budget.hard * effort
            now.seconds += used
        assert used + delay <= available
        arbiter.spend(used + delay)
        now.seconds += delay


@given(rule=plain_rules, used=st.lists(seconds, max_size=40))
def test_our_own_clock(rule, used):
    """The engine's own clock agrees with the arbiter's clock as long as no move is too long."""
    now = Time()
    arbiter, control = Arbiter(rule, is_dialect=False), TimeControl(now)
    control.configure(TimeSettings(*rule))
    for duration in used:
        took = min(duration, arbiter.available * 0.9)
        if took > LATENCY:
            move(control, now, took - LATENCY)
            arbiter.spend(took)
            shown, expected = control.clock(BLACK, now()), TimeSettings(*rule).clock(arbiter.left)
            assert (shown.moves_to_go, shown.increment) == (expected.moves_to_go, expected.increment)
            assert shown.remaining == pytest.approx(expected.remaining, abs=1e-6)


def test_overhead_is_measured(control, now, shown):
    """If the controller counts more time than our own clock for a move, later moves expect the same
    excess."""
    control.configure(TimeSettings(10, 0, 0))
    move(control, now, 1.0)
    assert shown().overhead == 0
    control.set_left(BLACK, TimeLeft(8.93, 0))
    assert shown().overhead == pytest.approx(0.07)
    move(control, now, 1.0)
    control.set_left(BLACK, TimeLeft(7.93, 0))
    assert shown().overhead == pytest.approx(OVERHEAD_KEPT * 0.07)


@pytest.mark.parametrize("reported", [(8.0, 0), (9.5, 0), (8.9, 3)])
def test_overhead_that_cannot_be_measured(control, now, shown, reported):
    """Whole seconds may be rounded, and times that differ from our own clock's do not belong to the move."""
    control.configure(TimeSettings(10, 0, 0))
    move(control, now, 1.0)
    control.set_left(BLACK, TimeLeft(*reported))
    assert shown().overhead == 0
