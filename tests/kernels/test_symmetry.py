"""The eight symmetries equal `othello.rules.square`'s, and give each position a canonical image."""

from hypothesis import given, strategies as st

from othello.kernels.symmetry import canonical_symmetry, transformed
from othello.rules.square import SYMMETRIES, transform_bits, transform_square
from tests import positions
from tests.cases import cases
from tests.positions import words

symmetries = st.sampled_from(SYMMETRIES)


@cases("symmetry", SYMMETRIES)
def test_each_square_goes_to_the_square_that_transform_square_gives(symmetry):
    for square in range(64):
        assert transformed(1 << square, symmetry) == 1 << transform_square(square, symmetry)


@given(words, symmetries)
def test_a_set_of_squares_goes_where_transform_bits_takes_it(word, symmetry):
    assert transformed(word, symmetry) == transform_bits(word, symmetry)


@given(positions.any_words)
def test_canonical_symmetry_gives_the_least_image(pair):
    """The canonical symmetry turns (player, opponent) into the smallest of its eight images."""
    images = [tuple(transform_bits(word, symmetry) for word in pair) for symmetry in SYMMETRIES]
    assert images[canonical_symmetry(*pair)] == min(images)
