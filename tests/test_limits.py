"""Limits: values out of range are refused."""

import dataclasses
import math

import numpy as np
import pytest

from othello.search.limits import Clock, Goal, LimitOptions, Limits, limits_of
from tests.cases import cases

WRONG = [
    (Limits, {"level": -1}, ValueError, "level must be from 0 to 60, not -1"),
    (Limits, {"level": 61}, ValueError, "level must be from 0 to 60, not 61"),
    (
        Limits,
        {"level": "casual"},
        ValueError,
        "level must be a number, not .casual.: use HumanPlayer for a named level",
    ),
    (Limits, {"depth": 0}, ValueError, "depth must be at least 1, not 0"),
    (Limits, {"nodes": 0}, ValueError, "nodes must be at least 1, not 0"),
    (Limits, {"nodes": -5}, ValueError, "nodes must be at least 1, not -5"),
    (Limits, {"seconds": -0.1}, ValueError, "seconds must be at least 0, not -0.1"),
    (Limits, {"multipv": 0}, ValueError, "multipv must be at least 1, not 0"),
    (Limits, {"root_moves": ()}, ValueError, "root_moves is empty: name at least one move"),
    (Limits, {"root_moves": ["f5", "i9"]}, ValueError, "'i9' is not a move"),
    (Limits, {"selectivity": 0}, ValueError, "selectivity must be from 1 to 100, not 0"),
    (Limits, {"selectivity": 101}, ValueError, "selectivity must be from 1 to 100, not 101"),
    *((Limits, {"window": window}, ValueError, "window must be") for window in ((3, 3), (-65, 3), (1, 2, 3))),
    (Limits, {"depth": 2.5}, TypeError, "depth must be a whole number, not 2.5"),
    (Limits, {"depth": "6"}, TypeError, "depth must be a whole number, not '6'"),
    (Limits, {"level": 4.0}, TypeError, "level must be a whole number, not 4.0"),
    (Limits, {"nodes": 1e6}, TypeError, "nodes must be a whole number, not 1000000.0"),
    (Limits, {"multipv": None}, TypeError, "multipv must be a whole number, not None"),
    (Limits, {"seconds": "1"}, TypeError, "seconds must be a number, not '1'"),
    (Limits, {"clock": 60}, TypeError, r"clock must be a Clock such as Clock\(60.0\), not 60"),
    (Limits, {"goal": "exact"}, TypeError, "goal must be a Goal such as Goal.EXACT, not 'exact'"),
    (Clock, {"remaining": math.nan}, ValueError, "remaining must be 0 or more seconds, not nan"),
    (
        Clock,
        {"remaining": 1, "increment": math.nan},
        ValueError,
        "increment must be 0 or more seconds, not nan",
    ),
    (Clock, {"remaining": 1, "period": -1}, ValueError, "period must be 0 or more seconds, not -1"),
    (Clock, {"remaining": 1, "moves_to_go": 0}, ValueError, "moves_to_go must be at least 1, not 0"),
]


@cases(("make", "wrong", "error", "message"), WRONG)
def test_wrong_values(make, wrong, error, message):
    """A limit out of range or of another type is refused, with its name, its value and a valid choice."""
    with pytest.raises(error, match=message):
        make(**wrong)


def test_whole_numbers_of_numpy_are_accepted_and_become_numbers_of_python():
    limits = Limits(depth=np.int64(6), nodes=np.uint32(1000), seconds=np.float32(0.5))
    assert (limits.depth, limits.nodes, limits.seconds) == (6, 1000, 0.5)
    assert type(limits.depth) is int


def test_limits_by_name_replace_those_of_an_object_and_stand_alone_without_one():
    assert limits_of(None, {"depth": 6}) == Limits(depth=6)
    changed = limits_of(Limits(depth=6, nodes=9), {"depth": 7, "multipv": 2})
    assert changed == Limits(depth=7, nodes=9, multipv=2)
    assert limits_of(Limits(depth=6), {"depth": None}) == Limits()


@cases("wrong", [6, 1.0, {"depth": 6}])
def test_a_number_in_place_of_limits_is_a_typeerror_that_says_how_to_name_it(wrong):
    with pytest.raises(TypeError, match="is not a Limits object: name the limit, as in depth=6 or"):
        limits_of(wrong, {})


def test_a_name_that_is_not_a_limit_is_a_typeerror_that_lists_those_that_are():
    names = "use level, depth, nodes, seconds, clock, window, selectivity, multipv or root_moves"
    with pytest.raises(TypeError, match=f"'dept' is not a limit: {names}"):
        limits_of(None, {"dept": 6})


def test_all_fields_of_limits_but_the_goal_can_be_given_by_name():
    fields = {field.name for field in dataclasses.fields(Limits)}
    assert set(LimitOptions.__annotations__) == fields - {"goal"}


@cases(
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
def test_limits_at_the_ends_of_their_ranges_are_accepted_alone_and_together(right):
    limits = Limits(**right)
    assert {name: getattr(limits, name) for name in right} == right


def test_limits_without_arguments_have_no_limit_and_the_goal_is_a_move():
    limits = Limits()
    assert (limits.level, limits.depth, limits.nodes, limits.seconds, limits.clock) == (None,) * 5
    assert limits.goal is Goal.MOVE


def test_limits_are_compared_and_hashed_by_their_fields_and_cannot_be_changed():
    assert Limits(depth=5) == Limits(depth=5) != Limits(depth=6)
    assert hash(Limits(depth=5)) == hash(Limits(depth=5))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Limits().depth = 3
