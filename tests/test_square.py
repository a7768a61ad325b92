"""Squares: names, words and symmetries."""

import copy
import json
import operator
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello.errors import FormatError, InvalidNotationError, OthelloError, quoted
from othello.rules.square import (
    NO_MOVE,
    PASS,
    SYMMETRIES,
    Move,
    bits_of,
    format_move,
    format_moves,
    format_square,
    inverse,
    parse_move,
    parse_square,
    parse_squares,
    squares_of,
    transform_bits,
    transform_move,
    transform_square,
)
from tests import positions
from tests.cases import cases


def test_squares_are_numbered_along_the_rows_from_a1_at_the_top_left_to_h8():
    assert [parse_square(name) for name in ("a1", "b1", "h1", "a2", "h8")] == [0, 1, 7, 8, 63]


@cases("square", range(64))
def test_names_round_trip(square):
    """Every square is read back from its name, in any case and with spaces around it."""
    name = format_square(square)
    assert parse_square(name) == parse_square(name.upper()) == parse_square(f" {name}\n") == square
    assert parse_move(name) == square
    assert format_move(square) == name


@cases("text", ["pass", "PASS", "Pass", "pa", "PA", "ps", "PS", "--"])
def test_passes(text):
    """A pass is read in every spelling and written as "pass"."""
    assert parse_move(text) == PASS
    assert format_move(PASS) == "pass"


@cases("text", ["", " ", "i1", "a9", "a0", "5f", "f", "f55", "f 5", "1", "ﬀ5", "f\uff15", "-", "passs"])
def test_the_error_for_a_bad_name_shows_the_text_for_squares_and_for_moves(text):
    for parse in (parse_square, parse_move):
        with pytest.raises(InvalidNotationError) as caught:
            parse(text)
        assert repr(text) in str(caught.value)


def test_a_pass_is_a_move_and_is_not_a_square():
    with pytest.raises(InvalidNotationError):
        parse_square("pass")


# Moves


@cases("number", range(65))
def test_a_move_compares_counts_and_prints_as_an_integer_and_as_its_name(number):
    move, name = Move(number), format_move(number)
    assert move == number == move
    assert move == name == move
    assert move == name.upper()
    assert not move != name  # noqa: SIM202  # != has its own method
    assert move != "a" + name
    assert move != number + 1
    assert (str(move), f"{move}", f"{move:>5}", f"{move:d}") == (name, name, name.rjust(5), str(number))
    assert repr(move) == f"Move('{name}')"
    assert eval(repr(move)) is move
    assert [number, 100][0:1] == [move]
    assert (hash(move), operator.index(move), json.dumps(move)) == (hash(number), number, str(number))
    assert move, "every move is true, a1 as well"


def test_names_numbers_of_all_types_copies_and_pickles_give_the_same_object():
    move = Move("d3")
    for same in (
        Move(19),
        Move(move),
        Move(np.uint8(19)),
        copy.deepcopy(move),
        pickle.loads(pickle.dumps(move)),
    ):
        assert same is move
    assert Move("pass") is Move("PA") is Move(64) is PASS


@cases("other", [None, 19.5, b"d3", ["d3"], "", "d9"])
def test_comparing_a_move_with_other_things_is_allowed_and_false(other):
    assert Move("d3") != other


def test_lists_of_moves_are_compared_with_lists_of_names_and_have_names():
    moves = squares_of(bits_of([19, 26]))
    assert moves == ["d3", "c4"]
    assert "C4" in moves
    assert moves.index("c4") == 1


@cases("wrong", [2.5, None, b"d3", ("d", 3)])
def test_a_value_of_another_type_is_a_typeerror_that_says_what_a_move_is(wrong):
    with pytest.raises(TypeError, match="is not a move: use a name such as 'd3', or a number"):
        Move(wrong)


@cases(
    ("make", "number"),
    [
        (format_square, 64),
        *((make, value) for make in (format_square, Move) for value in (-1, NO_MOVE, 1000)),
    ],
)
def test_numbers_that_are_not_squares_or_moves(make, number):
    """A number outside 0..63 has no name, and a number outside 0..64 is not a move."""
    with pytest.raises(InvalidNotationError, match=f"{number} is not a" + " move: use 0" * (make is Move)):
        make(number)


@given(st.lists(st.integers(0, 63)))
def test_names_of_many(squares):
    """Several squares are read from names that are separated by spaces or commas."""
    text = format_moves(squares)
    assert parse_squares(text) == parse_squares(text.upper().replace(" ", ", ")) == squares


@given(positions.words)
def test_squares_of_word(bits):
    """The squares of a word are its bits in ascending order, and convert back to the same word."""
    assert squares_of(bits) == positions.squares(bits)
    assert bits_of(squares_of(bits)) == bits


@cases("symmetry", SYMMETRIES)
def test_a_symmetry_permutes_the_64_squares_and_its_inverse_restores_them(symmetry):
    images = [transform_square(square, symmetry) for square in range(64)]
    assert sorted(images) == list(range(64))
    assert [transform_square(image, inverse(symmetry)) for image in images] == list(range(64))


def test_the_eight_symmetries_differ_and_0_is_the_identity():
    images = [tuple(transform_square(square, symmetry) for square in range(64)) for symmetry in SYMMETRIES]
    assert len(set(images)) == 8
    assert images[0] == tuple(range(64))


def test_the_composition_of_two_symmetries_is_a_symmetry():
    images = {tuple(transform_square(square, symmetry) for square in range(64)) for symmetry in SYMMETRIES}
    for first in SYMMETRIES:
        for second in SYMMETRIES:
            both = tuple(transform_square(transform_square(s, first), second) for s in range(64))
            assert both in images


def test_symmetry_bits_mean_what_they_say():
    """Symmetry 1 mirrors left and right, 2 mirrors top and bottom, and 4 transposes, in this order."""
    b1 = parse_square("b1")
    names = [format_square(transform_square(b1, symmetry)) for symmetry in SYMMETRIES]
    assert names == ["b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"]


@given(positions.words, st.sampled_from(SYMMETRIES))
def test_the_image_of_a_word_is_the_word_of_the_images_of_its_squares(bits, symmetry):
    images = [transform_square(square, symmetry) for square in squares_of(bits)]
    assert transform_bits(bits, symmetry) == bits_of(images)


@cases("symmetry", SYMMETRIES)
def test_a_symmetry_leaves_a_pass_unchanged_and_takes_names(symmetry):
    assert transform_move(PASS, symmetry) is PASS
    assert transform_move("B1", symmetry) == transform_square(1, symmetry)
    assert transform_move(1, symmetry) == transform_square(1, symmetry)


def test_all_errors_about_bad_input_are_valueerrors():
    assert issubclass(OthelloError, ValueError)


def test_format_error_names_the_place():
    """A format error contains its file, its line if there is a line, and the reason, even after pickling."""
    error = pickle.loads(pickle.dumps(FormatError("games.obf", 3, "the side to move is missing")))
    assert str(error) == "games.obf, line 3: the side to move is missing"
    assert (str(error.path), error.line, error.reason) == ("games.obf", 3, "the side to move is missing")
    assert str(FormatError("games.obf", None, "is a directory")) == "games.obf: is a directory"


def test_an_error_message_truncates_long_texts():
    assert quoted("x" * 1000) == f"'{'x' * 40}...'"
    assert quoted("x" * 40) == f"'{'x' * 40}'"
