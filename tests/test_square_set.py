"""Sets of squares: operators and errors."""

import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello import InvalidNotationError, InvalidPositionError, SquareSet
from othello.rules.square import SYMMETRIES, transform_square
from tests.cases import cases

squares = st.frozensets(st.integers(0, 63))
"""Python's sets are the model for our sets."""


@given(squares, squares)
def test_algebra(one, other):
    """Every operator gives the same result as for Python's sets, with any iterable as the other operand."""
    mine, theirs = SquareSet(one), SquareSet(other)
    for right in (theirs, other, list(other)):
        assert set(mine & right) == one & other
        assert set(mine | right) == one | other
        assert set(mine - right) == one - other
        assert set(mine ^ right) == one ^ other
        assert (mine <= right, mine < right) == (one <= other, one < other)
        assert (mine >= right, mine > right) == (one >= other, one > other)
        assert mine.isdisjoint(right) == one.isdisjoint(other)
    left = list(one)
    assert [
        set(square_set) for square_set in (left & theirs, left | theirs, left - theirs, left ^ theirs)
    ] == [
        one & other,
        one | other,
        one - other,
        one ^ other,
    ]
    assert set(~mine) == set(range(64)) - one


@given(squares, squares)
def test_equal_sets_have_equal_hashes_and_a_set_survives_pickling(one, other):
    mine, theirs = SquareSet(one), SquareSet(other)
    assert (mine == theirs) == (one == other)
    assert len({mine, theirs, SquareSet(sorted(one, reverse=True))}) == len({one, other})
    assert pickle.loads(pickle.dumps(mine)) == mine
    assert mine != one


@given(squares)
def test_contents(one):
    """A set contains its squares in ascending order, and in descending order if reversed."""
    mine = SquareSet(one)
    assert list(mine) == sorted(one)
    assert list(reversed(mine)) == sorted(one, reverse=True)
    assert len(mine) == len(one)
    assert bool(mine) == bool(one)
    assert {number for number in range(-70, 140) if number in mine} == one
    assert {number for number in map(np.int64, range(-70, 140)) if number in mine} == one
    assert mine.bits == sum(1 << square for square in one)
    assert SquareSet.of_bits(mine.bits) == mine


@given(squares)
def test_texts(one):
    """A set is read back from its text and its repr, and its diagram marks its squares."""
    mine = SquareSet(one)
    assert SquareSet.parse(mine.format()) == mine
    assert eval(repr(mine), {"SquareSet": SquareSet}) == mine
    cells = "".join(line[2:].replace(" ", "") for line in str(mine).splitlines()[1:])
    assert {square for square, cell in enumerate(cells) if cell == "#"} == one


@given(squares, st.sampled_from(SYMMETRIES))
def test_the_image_of_a_set_has_the_images_of_its_squares(one, symmetry):
    assert set(SquareSet(one).transformed(symmetry)) == {transform_square(square, symmetry) for square in one}


@cases("number", [-1, 64, 1000])
def test_numbers_that_are_no_square(number):
    """A number outside 0..63 is refused in every argument for squares."""
    with pytest.raises(InvalidNotationError, match=str(number)):
        SquareSet([3, number])
    with pytest.raises(InvalidNotationError, match=str(number)):
        SquareSet() | [number]


@cases("bits", [-1, 2**64])
def test_a_word_with_more_than_64_bits_is_refused(bits):
    with pytest.raises(InvalidPositionError):
        SquareSet.of_bits(bits)


def test_the_error_for_a_bad_name_shows_the_text():
    with pytest.raises(InvalidNotationError, match="'z9' is not a square"):
        SquareSet.parse("a1 z9")
