"""Constant tables in the machine code."""

import pytest

from othello.kernels.bits import ONE, ZERO, Word
from othello.native.constant_tables import frozen_numbers, frozen_words
from othello.native.kernel import kernel
from tests.kernels import compiled

BUILT = []
WIDE_WORDS = [2**64 - 1, 0, 2**63, 12345678901234567890]
NARROW_WORDS = [0, 1, 127, 128, 255]
WIDE_NUMBERS = [-(2**63), 2**63 - 1, 0, -1]
NARROW_NUMBERS = [-(2**15), 2**15 - 1, 0, -1, 300]


@frozen_words()
def wide_words():
    BUILT.append("wide_words")
    return WIDE_WORDS


@frozen_words(bits=8)
def narrow_words():
    return NARROW_WORDS


@frozen_numbers()
def wide_numbers():
    return WIDE_NUMBERS


@frozen_numbers(bits=16)
def narrow_numbers():
    return NARROW_NUMBERS


@frozen_words()
def never_used():
    raise AssertionError("nobody asked for this table")


@kernel
def read_wide_words(index: Word) -> Word:
    return wide_words(index)


@kernel
def read_narrow_words(index: Word) -> Word:
    return narrow_words(index)


@kernel
def read_wide_numbers(index: Word) -> int:
    return wide_numbers(index)


@kernel
def read_narrow_numbers(index: Word) -> int:
    return narrow_numbers(index)


@pytest.mark.parametrize(
    ("read", "entries"),
    [
        (read_wide_words, WIDE_WORDS),
        (read_narrow_words, NARROW_WORDS),
        (read_wide_numbers, WIDE_NUMBERS),
        (read_narrow_numbers, NARROW_NUMBERS),
    ],
    ids=["wide words", "narrow words", "wide numbers", "narrow numbers"],
)
def test_entries(read, entries):
    """Look-ups return the entries at any width: words as unsigned, numbers as signed integers."""
    assert [read(index) for index in range(len(entries))] == entries


def test_types():
    """Entries of a table of words are uint64, and entries of a table of numbers are int64."""
    assert [wide_words.signature, narrow_words.signature] == [("uint64", ("uint64",))] * 2
    assert [wide_numbers.signature, narrow_numbers.signature] == [("int64", ("uint64",))] * 2


def test_tables_are_built_when_they_are_compiled():
    """A table is built when a kernel that uses it is compiled, once for each module."""
    BUILT.clear()

    def twice(index: Word) -> Word:
        return wide_words(index) ^ wide_words(index + ONE)

    compiled.front_end(twice)
    assert BUILT == ["wide_words"]
    assert read_wide_words(ZERO) == 2**64 - 1
    assert BUILT == ["wide_words"]


def test_a_call_of_a_look_up_from_python_raises_typeerror():
    with pytest.raises(TypeError, match="only kernels can call"):
        wide_words(0)
