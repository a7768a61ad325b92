"""The random generator and the hash of two boards."""

import itertools

from hypothesis import given

from othello.kernels.hashing import mixed, random_word, spread
from othello.native import memory
from tests.positions import words


def test_random_words():
    """The generator gives the published first words of SplitMix64 for the seed 1234567."""
    state = memory.Memory(8)
    state.words[0] = 1234567
    outputs = [random_word(state.address) for _ in range(3)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(words)
def test_each_word_of_a_generator_is_mixed_of_its_state(word):
    state = memory.Memory(8)
    state.words[0] = word
    output = random_word(state.address)
    assert output == mixed(int(state.words[0]))


def test_boards_that_differ_in_one_disc_have_hashes_with_different_upper_bits():
    boards = [(1 << one, 1 << other) for one, other in itertools.permutations(range(64), 2)]
    assert len({spread(*board) >> 40 for board in boards}) > 0.99 * len(boards)
