"""Limits: values out of range are refused."""

import dataclasses

import pytest

from othello.limits import Clock, Goal, Limits


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"level": -1}, "level is -1: it must be from 0 to 60"),
        ({"level": 61}, "level is 61: it must be from 0 to 60"),
        ({"level": "casual"}, "level is .casual.: it must be a number; HumanPlayer takes names"),
        ({"depth": 0}, "depth is 0: it must be at least 1"),
        ({"nodes": 0}, "nodes is 0: it must be at least 1"),
        ({"nodes": -5}, "nodes is -5: it must be at least 1"),
        ({"seconds": -0.1}, "seconds is -0.1: it must not be negative"),
    ],
)
def test_out_of_range(wrong, message):
    """A limit out of range is refused, with its name, its value and the right range."""
    with pytest.raises(ValueError, match=message):
        Limits(**wrong)


@pytest.mark.parametrize(
    "right",
    [
        {"level": 0},
        {"level": 60},
        {"depth": 1},
        {"depth": 100},
        {"nodes": 1},
        {"seconds": 0},
        {"clock": Clock(0)},
        {"level": 5, "depth": 3, "nodes": 10, "seconds": 1.5, "clock": Clock(60.0, 1.0, 10)},
    ],
)
def test_in_range(right):
    """Limits at the ends of their ranges are accepted, alone and together."""
    limits = Limits(**right)
    assert {name: getattr(limits, name) for name in right} == right


def test_nothing_is_limited_unasked():
    """Limits without arguments have no limit, and the goal is a move."""
    limits = Limits()
    assert (limits.level, limits.depth, limits.nodes, limits.seconds, limits.clock) == (None,) * 5
    assert limits.goal is Goal.MOVE


def test_limits_are_values():
    """Limits are compared and hashed by their fields, and cannot be changed."""
    assert Limits(depth=5) == Limits(depth=5) != Limits(depth=6)
    assert hash(Limits(depth=5)) == hash(Limits(depth=5))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Limits().depth = 3
