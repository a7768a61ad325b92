"""Time: every form of settings, what controllers say about their clocks, and never a move too long."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtp.time_control import LATENCY, Left, Settings, TimeControl
from othello.limits import Clock
from othello.score import Color
from othello.search.clock import clock_budget

BLACK, WHITE = Color


class Time:
    """A time that passes when it is told to."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def now():
    return Time()


@pytest.fixture
def control(now):
    return TimeControl(now)


def shown(control, color=BLACK):
    """The clock at the beginning of a move."""
    return control.clock(color, control._now())


def move(control, now, seconds, color=BLACK):
    """A move that takes some seconds."""
    with control.move(color, now()) as clock:
        now.seconds += seconds
    return clock


def clocks(control, now, count, seconds):
    """What the clock shows at the beginning of some moves, each of so many seconds: time and moves."""
    found = [move(control, now, seconds - LATENCY) for _ in range(count)]
    return [(round(each.remaining, 6), each.moves_to_go) for each in found]


def test_without_settings(control, now):
    """There is no limit until somebody sets one."""
    assert shown(control) is None
    assert move(control, now, 100) is None
    assert shown(control) is None


@pytest.mark.parametrize(
    "rule",
    [(0, 1, 0), (0, 0, 0), (0, 0, 5), (0, 30, 0), (300, 30, 0)],
    ids=lambda rule: " ".join(map(str, rule)),
)
def test_no_limit(control, now, rule):
    """A period without moves is no limit, nor is no time at all."""
    control.configure(Settings(*rule))
    assert shown(control) is None
    assert move(control, now, 100) is None
    assert shown(control) is None


@pytest.mark.parametrize("rule", [(120, 0, 0), (120, 0, 5)])
def test_sudden_death(control, now, rule):
    """Without a word about it, the time for the game is what our moves leave of it."""
    control.configure(Settings(*rule))
    assert shown(control) == Clock(120)
    assert clocks(control, now, 4, 50) == [(120, None), (70, None), (20, None), (0, None)]


def test_canadian(control, now):
    """Periods follow the main time; a period that is used up by its moves is followed by the next."""
    control.configure(Settings(20, 30, 3))
    assert shown(control) == Clock(20, increment=10)
    assert clocks(control, now, 6, 12) == [(20, None), (10, None), (26, 2), (14, 1), (30, 3), (18, 2)]


def test_canadian_from_the_start(control, now):
    """Without a main time the first period begins at once."""
    control.configure(Settings(0, 30, 2))
    assert clocks(control, now, 3, 12) == [(30, 2), (18, 1), (30, 2)]


def test_seconds_a_move(control, now):
    """One move a period: each move has all of it."""
    control.configure(Settings(0, 5, 1))
    assert clocks(control, now, 3, 4) == [(5, 1), (5, 1), (5, 1)]


def test_last_of_the_main_time(control, now):
    """The move that ends the main time may use its share of the first period, so that there is one."""
    control.configure(Settings(31, 30, 1))
    assert move(control, now, 30.5 - LATENCY) == Clock(31, increment=30)
    assert move(control, now, 10) == Clock(30, increment=30)
    assert shown(control) == Clock(30, moves_to_go=1)


def test_overstepped(control, now):
    """A clock shows nothing less than 0, whatever the move took, and a period begins again after it."""
    control.configure(Settings(10, 10, 2))
    move(control, now, 100)
    assert shown(control) == Clock(0, moves_to_go=1)
    move(control, now, 100)
    assert shown(control) == Clock(10, moves_to_go=2)


def test_two_clocks(control, now):
    """Each color has its clock."""
    control.configure(Settings(60, 0, 0))
    move(control, now, 20 - LATENCY)
    assert shown(control, BLACK).remaining == pytest.approx(40)
    assert shown(control, WHITE) == Clock(60)
    control.set_left(WHITE, Left(7, 0))
    assert shown(control, BLACK).remaining == pytest.approx(40)
    assert shown(control, WHITE) == Clock(7)


def test_new_game(control, now):
    """Settings outlast a game; clocks do not."""
    control.configure(Settings(60, 0, 0))
    move(control, now, 20)
    control.new_game()
    assert shown(control) == Clock(60)


def test_new_settings(control, now):
    """Clocks start anew by new rules."""
    control.configure(Settings(60, 0, 0))
    control.set_left(BLACK, Left(3, 0))
    control.configure(Settings(0, 1, 0))
    assert shown(control) is None


@pytest.mark.parametrize(
    ("rule", "left", "clock"),
    [
        ((120, 0, 0), (80, 0), Clock(80)),
        ((0, 0, 0), (80, 0), Clock(80)),
        ((0, 0, 0), (80, 4), Clock(80, moves_to_go=4)),
        ((120, 0, 0), (80, 4), Clock(80, moves_to_go=4)),
        ((300, 30, 5), (80, 0), Clock(80, increment=6)),
        ((300, 30, 5), (20, 3), Clock(20, moves_to_go=3)),
        ((300, 30, 1), (2, 0), Clock(30, increment=30)),
        ((0, 30, 5), (20, 3), Clock(20, moves_to_go=3)),
        ((0, 30, 5), (20, 0), Clock(20, moves_to_go=5)),
        ((0, 5, 0), (5, 0), Clock(5, moves_to_go=1)),
        ((0, 5, 1), (5, 0), Clock(5, moves_to_go=1)),
        ((60, 2, 0), (41, 0), Clock(41, increment=2)),
    ],
)
def test_time_left(control, rule, left, clock):
    """The controller's word goes before the settings, and makes a limit where they had none."""
    control.configure(Settings(*rule))
    control.set_left(BLACK, Left(*left))
    assert shown(control) == clock


@pytest.mark.parametrize("rule", [(0, 0, 0), (0, 1, 0), (0, 5, 1), (60, 0, 0), (60, 2, 0), (300, 30, 1)])
@pytest.mark.parametrize("stones", [0, 1, 3])
def test_no_time_left(control, rule, stones):
    """A clock at 0 leaves no time to think, whatever the rules."""
    control.configure(Settings(*rule))
    control.set_left(BLACK, Left(0, stones))
    clock = shown(control)
    assert clock.remaining == 0
    assert clock_budget(clock, 40).hard == 0


def test_told_once(control, now):
    """After a word about the clock ours goes on from there."""
    control.configure(Settings(300, 0, 0))
    control.set_left(BLACK, Left(80, 0))
    assert clocks(control, now, 3, 30) == [(80, None), (50, None), (20, None)]


def test_seconds_a_move_told_once(control, now):
    """`0 5 0` with one `time_left` is five seconds a move from then on."""
    control.configure(Settings(0, 5, 0))
    control.set_left(BLACK, Left(5, 0))
    assert clocks(control, now, 2, 3) == [(5, 1), (5, 1)]


def test_fischer_told_once(control, now):
    """`60 2 0` with one `time_left` gets two seconds after each move."""
    control.configure(Settings(60, 2, 0))
    control.set_left(BLACK, Left(60, 0))
    assert clocks(control, now, 3, 12) == [(60, None), (50, None), (40, None)]


def test_moves_told_without_a_period(control, now):
    """Time for so many moves, with no rule for what follows, is no limit any more after them."""
    control.set_left(BLACK, Left(10, 2))
    assert clocks(control, now, 2, 3) == [(10, 2), (7, 1)]
    assert shown(control) is None


@pytest.mark.parametrize(("told", "kept"), [(9, 9), (9.5, 9.5), (10, 9.6), (10.2, 10.2), (11, 10.5)])
def test_rounded_time_left(control, now, told, kept):
    """Whole seconds may be rounded up, so they add to our own time what is sure; others are obeyed."""
    control.configure(Settings(60, 0, 0))
    move(control, now, 60 - 9.6 - LATENCY)
    control.set_left(BLACK, Left(told, 0))
    assert shown(control).remaining == pytest.approx(kept)


def test_time_in_the_queue(control, now):
    """A clock runs from when the command came in, so that waiting for the engine counts."""
    control.configure(Settings(60, 0, 0))
    received = now()
    now.seconds += 5
    assert control.clock(BLACK, received).remaining == pytest.approx(55)
    with control.move(BLACK, received) as clock:
        assert clock.remaining == pytest.approx(55)
        now.seconds += 10
    assert shown(control).remaining == pytest.approx(45 - LATENCY)


def test_commands_written_ahead(control, now):
    """A command that came in during the last move takes no time before it is carried out."""
    control.configure(Settings(60, 0, 0))
    received = now()
    for color in (BLACK, WHITE, BLACK):
        with control.move(color, received):
            now.seconds += 10 - LATENCY
    assert shown(control, BLACK).remaining == pytest.approx(40)
    assert shown(control, WHITE).remaining == pytest.approx(50)


def test_a_move_that_fails(control, now):
    """The clock runs on when a search dies of a mistake."""
    control.configure(Settings(60, 0, 0))

    def fail():
        with control.move(BLACK, now()):
            now.seconds += 10
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert shown(control).remaining == pytest.approx(50 - LATENCY)


class Referee:
    """The clock of one player as a controller keeps it, by the letter of the rules."""

    def __init__(self, rule, *, is_dialect):
        self.main, self.period, self.stones = rule
        self.is_per_move = is_dialect and self.main == 0
        self.is_fischer = is_dialect and self.main > 0
        self.left = Left(self.main, 0) if self.main else Left(self.period, self.stones)

    @property
    def available(self):
        """What the next move may take without losing the game."""
        has_more = self.left.stones == 0 and not self.is_per_move and not self.is_fischer and self.stones
        return self.left.seconds + (self.period if has_more else 0)

    def spend(self, seconds):
        assert seconds <= self.available
        stones, rest = self.left.stones, self.left.seconds - seconds
        if self.is_per_move:
            return
        if self.is_fischer:
            self.left = Left(rest + self.period, 0)
        elif stones == 1:
            self.left = Left(self.period, self.stones)
        elif stones:
            self.left = Left(rest, stones - 1)
        elif rest <= 0 and self.stones:
            self.left = Left(self.period, self.stones)
            self.spend(-rest)
        else:
            self.left = Left(rest, 0)


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
    """As Quarry does."""
    return float(int(time + 0.5))


@given(
    rule=st.tuples(plain_rules, st.just(False)) | st.tuples(dialect_rules, st.just(True)),
    tell=st.sampled_from([None, exactly, rounded]),
    efforts=st.lists(st.tuples(st.floats(0, 1), st.floats(0, LATENCY)), min_size=1, max_size=30),
)
@settings(max_examples=300)
def test_never_too_long(rule, tell, efforts):
    """Planned with all that is known of a clock, told exactly, in whole seconds or not, no move is too long.

    A move takes any part of its time, and then some for the way to the controller. When less
    than a quarter of a second is left, only the plan counts: there may be no time for that way.
    """
    (numbers, is_dialect), now = rule, Time()
    tell = tell or (exactly if is_dialect else None)
    referee, control = Referee(numbers, is_dialect=is_dialect), TimeControl(now)
    control.configure(Settings(*numbers))
    for number, (effort, delay) in enumerate(efforts):
        left, available = referee.left, referee.available
        if tell:
            control.set_left(BLACK, Left(tell(left.seconds), left.stones))
        with control.move(BLACK, now()) as clock:
            budget = clock_budget(clock, 60 - 2 * number)
            assert 0 <= budget.soft <= budget.hard
            if available < 0.25:
                delay = 0
            used = budget.hard * effort
            now.seconds += used
        assert used + delay <= available
        referee.spend(used + delay)
        now.seconds += delay


@given(rule=plain_rules, used=st.lists(seconds, max_size=40))
def test_clock_of_our_own(rule, used):
    """Our own clock is the referee's, as long as no move is too long."""
    now = Time()
    referee, control = Referee(rule, is_dialect=False), TimeControl(now)
    control.configure(Settings(*rule))
    for each in used:
        took = min(each, referee.available * 0.9)
        if took > LATENCY:
            move(control, now, took - LATENCY)
            referee.spend(took)
            known = control._known(BLACK)
            assert known.stones == referee.left.stones
            assert known.seconds == pytest.approx(referee.left.seconds, abs=1e-6)
