"""Parity of the quadrants."""

from hypothesis import given

from othello.kernels.parity import odd_quadrants
from tests.positions import squares, words


def quadrant(square):
    return square % 8 // 4, square // 8 // 4


@given(words)
def test_odd_quadrants(empties):
    """A square is in the set if and only if its quadrant has an odd number of empty squares."""
    found = odd_quadrants(empties)
    for square in range(64):
        count = sum(quadrant(each) == quadrant(square) for each in squares(empties))
        assert found >> square & 1 == count % 2
