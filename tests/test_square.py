"""Names, words and symmetries of squares."""

import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.errors import FormatError, InvalidNotationError, OthelloError, quoted
from othello.square import (
    NO_MOVE,
    PASS,
    SYMMETRIES,
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


def test_orientation():
    """Squares are counted along the rows from a1, at the top left, to h8."""
    assert [parse_square(name) for name in ("a1", "b1", "h1", "a2", "h8")] == [0, 1, 7, 8, 63]


@pytest.mark.parametrize("square", range(64))
def test_names_round_trip(square):
    """Every square is what its name says, in either case and with blanks around."""
    name = format_square(square)
    assert parse_square(name) == parse_square(name.upper()) == parse_square(f" {name}\n") == square
    assert parse_move(name) == square
    assert format_move(square) == name


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass", "pa", "PA", "ps", "PS", "--"])
def test_passes(text):
    """A pass is read in every spelling and written as "pass"."""
    assert parse_move(text) == PASS
    assert format_move(PASS) == "pass"


@pytest.mark.parametrize(
    "text", ["", " ", "i1", "a9", "a0", "5f", "f", "f55", "f 5", "1", "ﬀ5", "f\uff15", "-", "passs"]
)
def test_bad_names(text):
    """What is no square is neither a square nor a move, and the error shows it."""
    for parse in (parse_square, parse_move):
        with pytest.raises(InvalidNotationError) as caught:
            parse(text)
        assert repr(text) in str(caught.value)


def test_pass_is_not_a_square():
    """A pass is a move but no square."""
    with pytest.raises(InvalidNotationError):
        parse_square("pass")


@pytest.mark.parametrize("number", [-1, 64, NO_MOVE, 1000])
def test_numbers_that_are_no_square(number):
    """A number outside 0..63 has no name."""
    with pytest.raises(InvalidNotationError, match=str(number)):
        format_square(number)


@given(st.lists(st.integers(0, 63)))
def test_names_of_many(squares):
    """Several squares are read from their names, with blanks or commas between."""
    text = format_moves(squares)
    assert parse_squares(text) == parse_squares(text.upper().replace(" ", ", ")) == squares


@given(positions.words)
def test_squares_of_word(bits):
    """The squares of a word are its bits in ascending order, and make the word again."""
    assert squares_of(bits) == positions.squares(bits)
    assert bits_of(squares_of(bits)) == bits


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetry_is_a_rearrangement(symmetry):
    """A symmetry takes the 64 squares to 64 different squares, and its inverse takes them back."""
    images = [transform_square(square, symmetry) for square in range(64)]
    assert sorted(images) == list(range(64))
    assert [transform_square(image, inverse(symmetry)) for image in images] == list(range(64))


def test_symmetries_differ():
    """The eight symmetries are eight, and 0 changes nothing."""
    images = [tuple(transform_square(square, each) for square in range(64)) for each in SYMMETRIES]
    assert len(set(images)) == 8
    assert images[0] == tuple(range(64))


def test_symmetries_form_a_group():
    """One symmetry after another is again a symmetry."""
    images = {tuple(transform_square(square, each) for square in range(64)) for each in SYMMETRIES}
    for first in SYMMETRIES:
        for second in SYMMETRIES:
            both = tuple(transform_square(transform_square(s, first), second) for s in range(64))
            assert both in images


def test_symmetry_bits_mean_what_they_say():
    """Symmetry 1 mirrors left and right, 2 top and bottom, 4 transposes, in this order."""
    b1 = parse_square("b1")
    names = [format_square(transform_square(b1, each)) for each in SYMMETRIES]
    assert names == ["b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"]


@given(positions.words, st.sampled_from(SYMMETRIES))
def test_words_move_as_their_squares(bits, symmetry):
    """A symmetry takes a word to the word of the images of its squares."""
    images = [transform_square(square, symmetry) for square in squares_of(bits)]
    assert transform_bits(bits, symmetry) == bits_of(images)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_pass_has_no_place(symmetry):
    """A symmetry moves squares and leaves passes."""
    assert transform_move(PASS, symmetry) == PASS
    assert transform_move(1, symmetry) == transform_square(1, symmetry)


def test_vocabulary_is_light():
    """Squares, scores and errors can be had without numba or numpy, which take long to import."""
    imports = "import othello.errors, othello.score, othello.square, sys"
    code = f"{imports}; print({{'numba', 'numpy'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_errors_are_value_errors():
    """Whoever expects a ValueError for bad input gets one."""
    assert issubclass(OthelloError, ValueError)


def test_format_error_names_the_place():
    """A format error shows its file, its line if it has one, and the reason, and survives pickling."""
    error = pickle.loads(pickle.dumps(FormatError("games.obf", 3, "no side to move")))
    assert str(error) == "games.obf, line 3: no side to move"
    assert (str(error.path), error.line, error.reason) == ("games.obf", 3, "no side to move")
    assert str(FormatError("games.obf", None, "is a directory")) == "games.obf: is a directory"


def test_messages_cut_long_texts():
    """An error message does not repeat a whole file."""
    assert quoted("x" * 1000) == f"'{'x' * 40}...'"
    assert quoted("x" * 40) == f"'{'x' * 40}'"
