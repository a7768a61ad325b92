"""Calibration: measured speed, delays and processor time of searches."""

import itertools
from functools import partial

from othello.rules.position import Position
from othello.search.analysis import run
from othello.search.clock import CAUTIOUS_SPEED, Budget
from othello.search.schedule import Plan
from othello.search.searcher import Searcher
from othello.search.speed_history import (
    DELAY_KEPT,
    QUIET_DELAY,
    QUIET_SEARCHES,
    QUIET_SHARE,
    SHARE_SECONDS,
    SPEED_SECONDS,
    SpeedHistory,
)
from tests.cases import cases

BUDGET = Budget(0.5, 1.0)


def noted(*seconds, budget=BUDGET, share=1.0):
    """Return the calibration after searches of 1000 positions that took these numbers of seconds."""
    calibration = SpeedHistory()
    for second in seconds:
        calibration.note(1000, second, share * second, budget)
    return calibration


def test_nothing_is_known_at_first():
    """Before the first search, the speed is the cautious estimate and the delay is 0."""
    assert (SpeedHistory().speed, SpeedHistory().delay) == (CAUTIOUS_SPEED, 0)


def test_the_speed_is_that_of_the_last_search_of_at_least_speed_seconds():
    assert noted(0.25).speed == 4000
    assert noted(0.25, 0.5).speed == 2000
    assert noted(0.25, SPEED_SECONDS / 2).speed == 4000
    assert noted(0.25, budget=None).speed == 4000


def test_the_speed_is_forgotten():
    """A speed that was cleared is the cautious estimate again. Delays stay."""
    calibration = noted(2.0)
    calibration.forget_speed()
    assert (calibration.speed, calibration.delay) == (CAUTIOUS_SPEED, 1.0)


def test_delays():
    """A late search raises the delay immediately. Less late searches lower it slowly."""
    assert noted(1.25).delay == 0.25
    assert noted(1.25, 1.5).delay == 0.5
    assert noted(1.25, 1.0, 0.5).delay == 0.25
    delays = [noted(2.0, *[1.125] * count).delay for count in range(30)]
    for before, after in itertools.pairwise(delays):
        assert after == max(DELAY_KEPT * before, 0.125)
    assert delays[-1] == 0.125


def test_searches_without_a_limit_of_time_or_with_no_time_at_all_cannot_be_late():
    assert noted(5.0, budget=None).delay == 0
    assert noted(5.0, budget=Budget(0.0, 0.0)).delay == 0


def test_the_share_of_the_processors():
    """The share is the processor time of the last search in its seconds, unless that search was short."""
    assert SpeedHistory().share == 1
    assert noted(0.5, share=0.25).share == 0.25
    assert noted(0.5, share=1.25).share == 1
    assert noted(SHARE_SECONDS / 2, share=0.25).share == 1


def test_a_quiet_computer():
    """A computer is quiet after several searches in a row that were not disturbed."""
    enough = [0.5] * QUIET_SEARCHES
    assert not SpeedHistory().is_quiet
    assert not noted(*enough[1:]).is_quiet
    assert noted(*enough).is_quiet
    assert noted(*enough, share=QUIET_SHARE).is_quiet


@cases(("seconds", "share"), [(0.5, QUIET_SHARE - 0.01), (BUDGET.hard + QUIET_DELAY + 0.001, 1.0)])
def test_a_disturbed_search_ends_the_quiet(seconds, share):
    """The computer is not quiet if a search is late, or if other programs take the processor from it."""
    calibration = noted(*[0.5] * QUIET_SEARCHES)
    calibration.note(1000, seconds, share * seconds, BUDGET)
    assert not calibration.is_quiet
    for _ in range(QUIET_SEARCHES):
        calibration.note(1000, 0.5, 0.5, BUDGET)
    assert calibration.is_quiet


def test_short_searches_say_nothing_about_the_quiet():
    """Searches too short to measure their share neither make a computer quiet nor end the quiet."""
    short = SHARE_SECONDS / 2
    assert not noted(*[short] * QUIET_SEARCHES).is_quiet
    calibration = noted(*[0.5] * QUIET_SEARCHES)
    calibration.note(1000, short, 0.0, BUDGET)
    assert calibration.is_quiet


def test_a_search_is_noted():
    """A searcher records its positions, seconds and processor time, and forgets the speed when cleared."""
    ticks, processor_ticks = itertools.count(), itertools.count(step=2)
    searcher = Searcher(1, 2, now=lambda: next(ticks), processor_time=lambda: next(processor_ticks))
    result = run(partial(searcher.steps, Position.start(), Plan(2, budget=Budget(0.5, 1.0))))
    assert searcher.calibration.speed == result.nodes / result.seconds
    assert searcher.calibration.delay == result.seconds - 1.0 > 0
    assert searcher.calibration.share == 1 / result.seconds
    searcher.clear()
    assert searcher.calibration.speed == CAUTIOUS_SPEED
    assert searcher.calibration.delay == result.seconds - 1.0
