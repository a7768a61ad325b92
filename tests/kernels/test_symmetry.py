"""The eight symmetries: a group, and the same one as in `othello.rules.square`."""

import itertools

import pytest
from hypothesis import given, strategies as st

from othello.kernels.symmetry import canonical_symmetry, transformed
from othello.rules.square import SYMMETRIES, inverse, transform_bits, transform_square
from tests import positions
from tests.positions import words

symmetries = st.sampled_from(SYMMETRIES)
ASYMMETRIC = 0b10000011
"""a1, b1, h1: no symmetry but the identity keeps these squares."""


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_each_square_goes_to_the_square_that_transform_square_gives(symmetry):
    for square in range(64):
        assert transformed(1 << square, symmetry) == 1 << transform_square(square, symmetry)


@given(words, symmetries)
def test_a_set_of_squares_goes_where_transform_bits_takes_it(word, symmetry):
    assert transformed(word, symmetry) == transform_bits(word, symmetry)


@given(words, words, symmetries)
def test_sets(one, other, symmetry):
    """Symmetries keep the number of squares, and commute with union and intersection."""
    assert transformed(one, symmetry).bit_count() == one.bit_count()
    mine, theirs = transformed(one, symmetry), transformed(other, symmetry)
    assert transformed(one | other, symmetry) == mine | theirs
    assert transformed(one & other, symmetry) == mine & theirs


def test_all_are_different():
    """The eight symmetries are all different, and the first one is the identity."""
    images = [transformed(ASYMMETRIC, symmetry) for symmetry in SYMMETRIES]
    assert images[0] == ASYMMETRIC
    assert len(set(images)) == 8


@given(words)
def test_the_composition_of_two_symmetries_is_one_of_the_eight(word):
    for first, second in itertools.product(SYMMETRIES, repeat=2):
        images = {transformed(ASYMMETRIC, each): each for each in SYMMETRIES}
        both = images[transformed(transformed(ASYMMETRIC, first), second)]
        assert transformed(transformed(word, first), second) == transformed(word, both)


@given(words, symmetries)
def test_a_symmetry_and_its_inverse_in_either_order_map_every_square_to_itself(word, symmetry):
    assert transformed(transformed(word, symmetry), inverse(symmetry)) == word
    assert transformed(transformed(word, inverse(symmetry)), symmetry) == word


@given(positions.any_words)
def test_canonical_symmetry_gives_the_least_image(pair):
    """The canonical symmetry makes (player, opponent) the least of its eight images."""
    images = [tuple(transform_bits(each, symmetry) for each in pair) for symmetry in SYMMETRIES]
    assert images[canonical_symmetry(*pair)] == min(images)


@given(positions.any_words, symmetries)
def test_all_images_of_a_position_have_one_canonical_form(pair, symmetry):
    forms = set()
    for words_ in (pair, tuple(transformed(each, symmetry) for each in pair)):
        found = canonical_symmetry(*words_)
        forms.add(tuple(transformed(each, found) for each in words_))
    assert len(forms) == 1
