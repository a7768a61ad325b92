"""Positions as NumPy arrays, and back."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello import Board, Color, InvalidNotationError, InvalidPositionError, Position, arrays
from tests import positions
from tests.cases import cases

WRONG_ARRAYS = [((2, 2), float), ((2, 3), np.uint64), (2, np.uint64)]


@given(st.lists(positions.positions(), max_size=5))
def test_words(batch):
    """The bitboards of positions are their words, and an array of words is returned unchanged."""
    words = arrays.words(batch)
    assert (words.dtype, words.shape) == (np.uint64, (len(batch), 2))
    assert words.tolist() == [[position.player, position.opponent] for position in batch]
    assert arrays.words(words) is words


@given(positions.positions())
def test_an_element_of_the_planes_is_1_where_the_side_has_a_disc_by_row_and_file(position):
    player, opponent = arrays.planes([position])[0]
    for square in range(64):
        color = position.color_at(square)
        place = square // 8, square % 8
        assert (player[place], opponent[place]) == (color is position.turn, color is position.turn.other)


@given(st.lists(positions.positions(), max_size=5), st.sampled_from(Color))
def test_planes_and_words_give_the_positions_again(batch, turn):
    batch = [Position(position.player, position.opponent, turn) for position in batch]
    assert arrays.positions(arrays.planes(batch), turn) == batch
    assert arrays.positions(arrays.words(batch), turn) == batch
    assert arrays.positions(arrays.planes(batch).astype(np.float32), turn) == batch


def test_boards_positions_and_texts_stand_side_by_side():
    board = Board("f5d6")
    assert np.array_equal(arrays.planes([board, board.position, "f5d6"]), arrays.planes([board] * 3))


@cases(
    ("wrong", "message"),
    [
        *((np.zeros(shape, kind), r"must be uint64 of shape \(n, 2\)") for shape, kind in WRONG_ARRAYS),
        (np.array([(1, 2), (3, 2)], np.uint64), "row 1 of the array has two discs on one square"),
        ("f5d6", "'f5d6' is one board, not several: use a list"),
    ],
)
def test_what_is_not_an_array_of_words(wrong, message):
    """Other types and shapes, overlapping discs and a single text raise errors that tell what would be
    right."""
    with pytest.raises((InvalidPositionError, InvalidNotationError), match=message):
        arrays.words(wrong)


def test_other_shapes():
    """Arrays that are not planes or words do not make positions, and neither do overlapping planes."""
    with pytest.raises(InvalidPositionError, match=r"must have the shape \(n, 2, 8, 8\) or \(n, 2\)"):
        arrays.positions(np.zeros((1, 3, 8, 8), np.uint8))
    with pytest.raises(InvalidPositionError, match="both sides have a disc"):
        arrays.positions(np.ones((1, 2, 8, 8), np.uint8))
