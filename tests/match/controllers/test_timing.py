"""Time limits as text, and the clock of a game."""

import pytest

from othello.errors import InvalidNotationError
from othello.match.controllers.timing import GameClock, TimeRule, parse_clock, parse_move_time


def test_a_clock_is_seconds_or_minutes_and_seconds_with_an_increment_or_without():
    for text, main, increment in (
        ("60", 60, 0),
        ("1:30", 90, 0),
        ("5:00+2", 300, 2),
        ("0.5+0.25", 0.5, 0.25),
        ("90:00", 5400, 0),
    ):
        assert parse_clock(text) == TimeRule(main=main, increment=increment), text


BAD = ["", "0", "x", "-1", "1:2:3", "60+", "nan", "inf", "1e9", "60+x", "٣", "1_0", "9" * 5000]


def test_a_text_that_is_not_a_time_is_refused():
    for parse, name in ((parse_clock, "clock"), (parse_move_time, "time per move")):
        for text in BAD:
            with pytest.raises(InvalidNotationError, match=f"is not a {name}"):
                pytest.fail(f"{text!r} is {parse(text)}")


def test_game_clock():
    """A clock loses the seconds of a move, is never negative, and gains the increment."""
    clock = GameClock(TimeRule(main=10, increment=1))
    clock.spend(4)
    assert clock.limit == 7
    clock.spend(7.5)
    assert clock.limit == 1
    assert (clock.used, clock.longest, clock.moves) == (11.5, 7.5, 2)
    assert GameClock(TimeRule()).limit is None


def test_a_time_between_separators_that_float_refuses():
    """`str.strip` removes the separator U+001F, but `float` refuses it."""
    assert parse_move_time("\x1f0.5\x1f") == TimeRule(per_move=0.5)
