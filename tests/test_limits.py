"""Limits: values out of range are refused."""

import dataclasses
import math

import numpy as np
import pytest

from othello.search.limits import Clock, Goal, LimitOptions, Limits, limits_of


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
    ("wrong", "message"),
    [
        ({"remaining": math.nan}, "remaining is nan: it must be 0 or more seconds"),
        ({"remaining": 1, "increment": math.nan}, "increment is nan: it must be 0 or more seconds"),
        ({"remaining": 1, "period": -1}, "period is -1: it must be 0 or more seconds"),
        ({"remaining": 1, "moves_to_go": 0}, "moves_to_go is 0: it must be at least 1"),
    ],
)
def test_clock_out_of_range(wrong, message):
    """A clock refuses NaN, which compares false with every bound, negative times and 0 moves."""
    with pytest.raises(ValueError, match=message):
        Clock(**wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"depth": 2.5}, "depth is 2.5: it must be a whole number"),
        ({"depth": "6"}, "depth is '6': it must be a whole number"),
        ({"level": 4.0}, "level is 4.0: it must be a whole number"),
        ({"nodes": 1e6}, "nodes is 1000000.0: it must be a whole number"),
        ({"multipv": None}, "multipv is None: it must be a whole number"),
        ({"seconds": "1"}, "seconds is '1': it must be a number"),
        ({"clock": 60}, r"clock is 60: it must be a Clock, such as Clock\(60.0\)"),
        ({"goal": "exact"}, "goal is 'exact': it must be a Goal, such as Goal.EXACT"),
    ],
)
def test_wrong_types(wrong, message):
    """A limit of another type is a TypeError with its name, its value and the right type."""
    with pytest.raises(TypeError, match=message):
        Limits(**wrong)


def test_numbers_of_numpy():
    """Whole numbers of NumPy are accepted, and become numbers of Python."""
    limits = Limits(depth=np.int64(6), nodes=np.uint32(1000), seconds=np.float32(0.5))
    assert (limits.depth, limits.nodes, limits.seconds) == (6, 1000, 0.5)
    assert type(limits.depth) is int


def test_options_replace_limits():
    """Limits by name replace those of an object, and stand alone without one."""
    assert limits_of(None, {"depth": 6}) == Limits(depth=6)
    changed = limits_of(Limits(depth=6, nodes=9), {"depth": 7, "multipv": 2})
    assert changed == Limits(depth=7, nodes=9, multipv=2)
    assert limits_of(Limits(depth=6), {"depth": None}) == Limits()


@pytest.mark.parametrize("wrong", [6, 1.0, {"depth": 6}])
def test_limits_without_a_name(wrong):
    """A number in place of Limits is a TypeError that says how to name it."""
    with pytest.raises(TypeError, match="is not a Limits object: name the limit, as in depth=6 or"):
        limits_of(wrong, {})


def test_unknown_limits():
    """A name that is not a limit is a TypeError that lists those that are."""
    names = "'dept' is not a limit: use level, depth, nodes, seconds, clock, window, percent or multipv"
    with pytest.raises(TypeError, match=names):
        limits_of(None, {"dept": 6})


def test_every_limit_has_a_name():
    """All fields of Limits but the goal can be given by name."""
    fields = {field.name for field in dataclasses.fields(Limits)}
    assert set(LimitOptions.__annotations__) == fields - {"goal"}


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
