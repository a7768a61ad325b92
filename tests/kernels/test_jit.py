"""Compilation: types that do not fit are refused."""

import ast
import importlib
import inspect
import re
import textwrap

import numba
import numpy as np
import pytest
from numba import njit, types

from othello.kernels import bits, cache, endgame, last_flip, oneply, stability
from othello.kernels.jit import KERNELS
from tests.kernels.records import Memory

# Types


def test_a_literal_number_is_refused():
    """Compiling a caller that passes a number for a word fails with an error that names the kernel."""

    @njit
    def caller(player):
        return stability.stable_discs(player, 1)

    with pytest.raises(numba.TypingError) as caught:
        caller.compile((types.uint64,))
    message = re.sub(r"\x1b\[\d*m", "", str(caught.value))
    assert "stability.stable_discs takes (uint64, uint64), not (uint64, int64)" in message


@pytest.mark.parametrize("given", [types.int64, types.float64, types.uint32, types.boolean])
def test_other_types_are_refused(given):
    """A kernel is not compiled again for signed words, floats, or words of fewer bits."""

    @njit
    def caller(player):
        return last_flip.count_last_flips(3, player)

    with pytest.raises(numba.TypingError, match="count_last_flips takes"):
        caller.compile((given,))


def test_a_word_that_met_a_literal_is_refused():
    """A word that a literal has turned into a signed number is refused as an argument."""

    @njit
    def caller(player):
        return bits.without_lowest(player & 255)

    with pytest.raises(numba.TypingError, match=re.escape("bits.without_lowest takes")):
        caller.compile((types.uint64,))


def test_literal_numbers_are_numbers():
    """A literal number is accepted as an int64 and does not compile another version."""

    @njit(types.uint64(types.uint64))
    def caller(word):
        return bits.bit(5) | bits.bit(6) | word

    assert caller(1) == 0b1100001
    assert len(bits.bit.dispatcher.overloads) == 1


@pytest.mark.parametrize("wrong", [-1, 2**64, None, "a1"])
def test_python_values_that_are_no_words(wrong):
    """A Python value that is not a 64-bit word raises an error and is not truncated."""
    with pytest.raises((OverflowError, TypeError, ValueError)):
        bits.without_lowest(wrong)


def test_keyword_arguments_are_refused():
    """A call with a keyword, which compiled code would ignore, raises TypeError."""
    with pytest.raises(TypeError, match=r"bits\.bit takes no keyword arguments"):
        bits.bit(square=3)
    with pytest.raises(TypeError, match=r"bits\.bit takes no keyword arguments"):
        bits.bit(3, square=3)


def test_arrays_in_another_order_are_refused():
    """An array whose rows are not one after the other in memory is refused, not read as if they were."""
    words, found = np.arange(1, 5, dtype=np.uint64), np.zeros(2, np.int64)
    record = Memory().record
    oneply.estimate_all(record, words[:2], words[2:], found)
    with pytest.raises(ValueError, match=r"oneply\.estimate_all: argument 1 is an array that is not C-cont"):
        oneply.estimate_all(record, words[::2], words[2:], found)
    with pytest.raises(ValueError, match=r"argument 3 "):
        oneply.estimate_all(record, words[:2], words[2:], np.zeros(4, np.int64)[::2])


def test_results_are_python_numbers():
    """Kernels return Python integers; words are not negative."""
    assert type(bits.bit(63)) is int
    assert bits.bit(63) == 2**63
    assert type(endgame.stability_bound(0, 1, 64, 63)) is int


def test_no_kernel_raises_an_exception():
    """Calls between kernels return results only, so an exception would be lost."""
    for module in cache.modules():
        importlib.import_module(module)
    assert len(KERNELS) > 100
    for name, each in KERNELS.items():
        source = textwrap.dedent(inspect.getsource(each.function))
        raising = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise | ast.Assert)]
        assert not raising, name
