"""Constant tables in the machine code."""

import pytest
from numba import njit, types

from othello.kernels.frozen import frozen_numbers, frozen_words

BUILT = []


@frozen_words()
def wide_words():
    BUILT.append("wide_words")
    return [2**64 - 1, 0, 2**63, 12345678901234567890]


@frozen_words(bits=8)
def narrow_words():
    return [0, 1, 127, 128, 255]


@frozen_numbers()
def wide_numbers():
    return [-(2**63), 2**63 - 1, 0, -1]


@frozen_numbers(bits=16)
def narrow_numbers():
    return [-(2**15), 2**15 - 1, 0, -1, 300]


@frozen_words()
def never_used():
    raise AssertionError("nobody asked for this table")


def reader(lookup, result):
    @njit(result(types.uint64))
    def read(index):
        return lookup(index)

    return read


@pytest.mark.parametrize(
    ("lookup", "result", "entries"),
    [
        (wide_words, types.uint64, [2**64 - 1, 0, 2**63, 12345678901234567890]),
        (narrow_words, types.uint64, [0, 1, 127, 128, 255]),
        (wide_numbers, types.int64, [-(2**63), 2**63 - 1, 0, -1]),
        (narrow_numbers, types.int64, [-(2**15), 2**15 - 1, 0, -1, 300]),
    ],
    ids=["wide words", "narrow words", "wide numbers", "narrow numbers"],
)
def test_entries(lookup, result, entries):
    """Look-ups return the entries at any width: words unsigned, numbers signed."""
    read = reader(lookup, result)
    assert [read(index) for index in range(len(entries))] == entries


def test_types():
    """Entries of a table of words are uint64, those of a table of numbers int64."""

    @njit
    def both():
        return wide_words(types.uint64(0)), wide_numbers(types.uint64(0))

    both()
    assert both.nopython_signatures[0].return_type == types.Tuple((types.uint64, types.int64))


def test_tables_are_built_when_they_are_compiled():
    """A table is made when a kernel that uses it is compiled, once for each such kernel."""
    BUILT.clear()

    @njit(types.uint64(types.uint64))
    def twice(index):
        return wide_words(index) ^ wide_words(index + types.uint64(1))

    assert BUILT == ["wide_words"]
    assert twice(0) == 2**64 - 1
    assert BUILT == ["wide_words"]
