"""Limits: what is out of range is refused, and nothing else."""

import dataclasses

import pytest

from othello.limits import Clock, Goal, Limits


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"level": -1}, "level is -1: it must be from 0 to 60"),
        ({"level": 61}, "level is 61: it must be from 0 to 60"),
        ({"level": "casual"}, "level is .casual.: it must be a number; HumanPlayer has those with names"),
        ({"depth": 0}, "depth is 0: it must be at least 1"),
        ({"nodes": 0}, "nodes is 0: it must be at least 1"),
        ({"nodes": -5}, "nodes is -5: it must be at least 1"),
        ({"seconds": -0.1}, "seconds is -0.1: it must not be negative"),
    ],
)
def test_out_of_range(wrong, message):
    """A limit that makes no sense is refused, with its name, its value and what would be right."""
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
    """Limits at the ends of their ranges are taken as they are, alone and together."""
    limits = Limits(**right)
    assert {name: getattr(limits, name) for name in right} == right


def test_nothing_is_limited_unasked():
    """Limits that are not given do not limit, and what is wanted is a move."""
    limits = Limits()
    assert (limits.level, limits.depth, limits.nodes, limits.seconds, limits.clock) == (None,) * 5
    assert limits.goal is Goal.MOVE


def test_limits_are_values():
    """Limits go down unchanged: they are equal if they say the same, and cannot be changed."""
    assert Limits(depth=5) == Limits(depth=5) != Limits(depth=6)
    assert hash(Limits(depth=5)) == hash(Limits(depth=5))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Limits().depth = 3
