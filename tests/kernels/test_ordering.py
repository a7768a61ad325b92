"""The terms of the move ordering, against a count square by square."""

from hypothesis import given, strategies as st

from othello.kernels.ordering import corner_stability, first_by_square
from othello.rules.square import SQUARE_NAMES, parse_square

BESIDE = {"a1": "b1 a2", "h1": "g1 h2", "a8": "b8 a7", "h8": "g8 h7"}
"""The corners, and the squares next to them on the edges."""


@given(st.integers(0, 2**64 - 1))
def test_a_corner_counts_and_so_does_each_disc_beside_an_own_corner_on_an_edge(discs):
    def has(square):
        return discs >> parse_square(square) & 1

    expected = sum(
        1 + sum(has(square) for square in squares.split())
        for corner, squares in BESIDE.items()
        if has(corner)
    )
    assert corner_stability(discs) == expected


@given(st.integers(1, 2**64 - 1))
def test_first_by_square(moves):
    """Corners come first, C and X squares last, and equal squares in the order of the board."""

    def rank(name):
        if name in BESIDE:
            return 0
        return 1 + (name[0] in "abgh" and name[1] in "1278")

    names = [name for square, name in enumerate(SQUARE_NAMES) if moves >> square & 1]
    assert first_by_square(moves) == parse_square(min(names, key=rank))
