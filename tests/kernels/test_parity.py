"""Parity of the quadrants."""

from hypothesis import given

from othello.kernels.parity import odd_quadrants, quadrant
from tests.positions import squares, words


def place(square):
    return square % 8 // 4, square // 8 // 4


@given(words)
def test_odd_quadrants(empties):
    """A square is in the set if and only if its quadrant has an odd number of empty squares."""
    quadrants = odd_quadrants(empties)
    for square in range(64):
        count = sum(place(other) == place(square) for other in squares(empties))
        assert quadrants >> square & 1 == count % 2


def test_quadrant():
    """The quadrant of a square contains the 16 squares on its side of both middle lines."""
    for square in range(64):
        same = [other for other in range(64) if place(other) == place(square)]
        assert squares(quadrant(square)) == same
