"""Playing levels: each is at least as strong as the one below."""

import itertools

import pytest

from othello.levels import DEFAULT, STRONGEST, depth_of, solved_empties

LEVELS = range(STRONGEST + 1)


@pytest.mark.parametrize("level", LEVELS)
def test_depths(level):
    """A depth is at least one ply, and no more than there are empty squares."""
    for empties in range(1, 61):
        assert 1 <= depth_of(level, empties) <= empties


@pytest.mark.parametrize("empties", range(1, 61))
def test_higher_levels_look_no_less_far(empties):
    """A higher level searches as deep or deeper, whatever is left of the game."""
    depths = [depth_of(level, empties) for level in LEVELS]
    assert depths == sorted(depths)


@pytest.mark.parametrize("level", LEVELS)
def test_solving(level):
    """From its number of empty squares on a level plays exactly; before, it looks as far as its number."""
    for empties in range(1, 61):
        if empties <= solved_empties(level):
            assert depth_of(level, empties) == empties
        else:
            assert depth_of(level, empties) == min(max(1, level), empties)


def test_levels_differ():
    """Every level is stronger than the one below in some part of the game."""
    for lower, higher in itertools.pairwise(LEVELS):
        assert any(depth_of(lower, empties) < depth_of(higher, empties) for empties in range(1, 61))


def test_the_ends():
    """Level 0 looks one ply ahead, the strongest level always solves, and the default lies between."""
    assert {depth_of(0, empties) for empties in range(1, 61)} == {1}
    assert all(depth_of(STRONGEST, empties) == empties for empties in range(1, 61))
    assert 0 < DEFAULT < STRONGEST
