"""Words and bits against Python's own numbers."""

import ctypes

from hypothesis import given, strategies as st

from othello.kernels import bits
from othello.kernels.bits import Numbers, Word
from othello.native.kernel import kernel
from othello.native.llvm import WordConstant
from tests.cases import cases
from tests.positions import squares, words

positive_words = words.filter(bool)
numbers = st.integers(0, 2**63 - 1)


@kernel
def popcount(word: Word) -> int:
    return bits.popcount(word)


@kernel
def lowest(word: Word) -> int:
    return bits.lowest(word)


@kernel
def high_product(left: Word, right: Word) -> Word:
    return bits.high_product(left, right)


@kernel
def there_and_back(number: int) -> int:
    return bits.to_int(bits.to_word(number))


@kernel
def visited(word: Word, indices: Numbers) -> int:
    count = 0
    while word != bits.ZERO:
        indices[count] = bits.lowest(word)
        word = bits.without_lowest(word)
        count += 1
    return count


@given(words)
def test_the_number_of_bits_is_the_one_that_python_counts(word):
    assert popcount(word) == word.bit_count()


@given(positive_words)
def test_ends(word):
    """The lowest and the highest bit are the first and the last square of the word."""
    assert lowest(word) == squares(word)[0]
    assert bits.highest(word) == squares(word)[-1]


@cases("square", range(64))
def test_each_square_has_its_own_bit_which_is_both_lowest_and_highest(square):
    assert bits.bit(square) == 2**square
    assert lowest(2**square) == bits.highest(2**square) == square


@given(words)
def test_without_lowest(word):
    """Removing the lowest bit leaves the other squares. An empty word stays empty."""
    assert squares(bits.without_lowest(word)) == squares(word)[1:]


@given(words)
def test_iteration(word):
    """Removing the lowest bit repeatedly visits each square once, in ascending order."""
    indices = (ctypes.c_int64 * 64)()
    assert indices[: visited(word, indices)] == squares(word)


@given(words)
def test_file_as_row(word):
    """File a becomes a row, a1 first. Other files have no influence."""
    assert squares(bits.file_as_row(word)) == [row for row in range(8) if 8 * row in squares(word)]


@given(words, words)
def test_the_high_product_is_the_upper_half_of_the_product_of_128_bits(left, right):
    assert high_product(left, right) == left * right >> 64


@given(numbers | st.sampled_from([0, 1, 2**62, 2**63 - 1]))
def test_a_number_that_becomes_a_word_is_the_same_number_when_it_comes_back(number):
    assert there_and_back(number) == number


@given(st.integers(-(2**70), 2**70))
def test_constants(value):
    """A constant is an unsigned 64-bit word, even if it is created from a negative number."""
    constant = bits.word_constant(value)
    assert isinstance(constant, WordConstant)
    assert int(constant) == value % 2**64


def test_the_named_words_hold_the_squares_in_their_names():
    assert (int(bits.ZERO), int(bits.ONE), int(bits.BYTE)) == (0, 1, 255)
    assert squares(int(bits.CORNERS)) == [0, 7, 56, 63]
    assert squares(int(bits.FILE_A)) == list(range(0, 64, 8))
