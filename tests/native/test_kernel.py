"""Kernels: types that do not fit are refused, by the compiler and at calls from Python."""

import ast
import ctypes
import importlib
import inspect
import itertools
import re
import textwrap
from typing import Annotated, Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from othello.kernels import bits, endgame, last_flip, moves, stability, static_values
from othello.kernels.bits import Boards, Bytes, Integers, Numbers, Word, Words
from othello.kernels.search_state import SearchState, State
from othello.native import build, library
from othello.native.kernel import KERNELS, kernel
from tests.kernels import compiled
from tests.kernels.records import Memory

WORD = 2**64 - 1
Float = Annotated[float, "float32"]
Double = Annotated[float, "float64"]
Floats = Annotated[Any, "float32[::1]"]
Rows = Annotated[Any, "int16[:, ::1]"]
Cube = Annotated[Any, "int32[:, :, ::1]"]
Three = Annotated[tuple[int, int, bool], ("int64", "uint64", "bool")]

# Types in kernels


def refusal(function):
    """The message with which the front end refuses a kernel."""
    with pytest.raises(TypingError) as caught:
        compiled.front_end(function)
    return re.sub(r"\x1b\[\d*m", "", str(caught.value))


def test_a_literal_number_is_refused():
    """Compiling a caller that passes a number for a word fails with an error that names the kernel."""

    def caller(player: Word) -> Word:
        return stability.stable_discs(player, 1)

    assert "stability.stable_discs takes (uint64, uint64), not (uint64, int64)" in refusal(caller)


@pytest.mark.parametrize("given", ["int64", "float64", "uint32", "bool"])
def test_a_kernel_does_not_take_signed_words_floats_or_words_of_fewer_bits(given):
    def caller(player: Annotated[Any, given]) -> int:
        return last_flip.count_last_flips(3, player)

    assert "count_last_flips takes (int64, uint64), not (int64, " in refusal(caller)


def test_a_word_that_met_a_literal_is_refused():
    """A word that a literal has turned into a signed number is refused as an argument."""

    def caller(player: Word) -> Word:
        return bits.without_lowest(player & 255)

    assert "bits.without_lowest takes" in refusal(caller)


def test_emitted_functions_check_their_types():
    """A function of LLVM instructions takes its declared types only, as a kernel does."""

    def caller(number: int) -> int:
        return bits.popcount(number)

    assert "takes (uint64,), not (int64,)" in refusal(caller)


@kernel
def with_literals(word: Word) -> Word:
    return bits.bit(5) | bits.bit(6) | word


def test_a_literal_number_is_accepted_as_an_int64():
    assert with_literals(1) == 0b1100001


def test_calls_between_kernels_return_results_only_so_an_exception_would_be_lost():
    for module in build.modules():
        importlib.import_module(f"{library.PACKAGE}.{module}")
    assert len(KERNELS) > 100
    for name, entry in KERNELS.items():
        source = textwrap.dedent(inspect.getsource(entry.function))
        raising = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise | ast.Assert)]
        assert not raising, name


# Arguments and results


@kernel
def echo_word(value: Word) -> Word:
    return value


@kernel
def echo_number(value: int) -> int:
    return value


@kernel
def echo_truth(value: bool) -> bool:
    return value


@kernel
def echo_float(value: Float) -> Float:
    return value


@kernel
def echo_double(value: Double) -> Double:
    return value


@kernel
def several(number: int, word: Word, truth: bool) -> Three:
    return number, word, truth


@kernel
def nothing(number: int) -> None:
    pass


@kernel
def nodes_of(search: SearchState) -> int:
    search.stop = search.nodes + 1
    return search.nodes


@kernel
def sum_of_words(array: Words) -> Word:
    total = bits.ZERO
    for word in array:
        total += word
    return total


@kernel
def sum_of_all(numbers: Numbers, integers: Integers, octets: Bytes, floats: Floats) -> Double:
    total = 0.0
    for index in range(len(numbers)):
        total += numbers[index] + integers[index] + octets[index] + floats[index]
    return total


@kernel
def number_at(rows: Rows, row: int, column: int) -> int:
    return rows[row, column]


@kernel
def number_in_cube(cube: Cube, place: int, row: int, column: int) -> int:
    return cube[place, row, column]


@kernel
def fill(array: Numbers, value: int) -> None:
    for index in range(len(array)):
        array[index] = value


def test_words_are_unsigned_and_numbers_have_their_sign():
    words, numbers = [0, 1, 2**63 - 1, 2**63, 2**64 - 1], [0, 1, -1, 2**63 - 1, -(2**63)]
    assert list(map(echo_word, words)) == words
    assert list(map(echo_number, numbers)) == numbers


def test_truth_values_floats_of_both_sizes_and_void_have_their_python_values():
    assert (echo_truth(True), echo_truth(False)) == (True, False)
    assert (echo_float(0.5), echo_double(0.1), nothing(1)) == (0.5, 0.1, None)
    assert echo_float(0.1) == np.float32(0.1)


@pytest.mark.parametrize("given", [(-5, 2**63, True), (2**40, 7, False)])
def test_several_results(given):
    """A kernel with several results returns a tuple, in which each result has its own type."""
    results = several(*given)
    assert results == given
    assert list(map(type, results)) == [int, int, bool]


def test_results_are_python_numbers():
    """Kernels return Python integers, and words are never negative."""
    assert type(bits.bit(63)) is int
    assert bits.bit(63) == 2**63
    assert type(endgame.stability_bound(0, 1, 64, 63)) is int


def test_records():
    """A record is passed by its address, so a kernel can read and write its fields."""
    record = State(nodes=41)
    assert nodes_of(record) == 41
    assert record.stop == 42


def test_arrays_of_ctypes_and_of_numpy():
    """An array from ctypes and an array from NumPy are the same to a kernel, even if they are empty."""
    assert sum_of_words((ctypes.c_uint64 * 3)(1, 2, WORD)) == 2
    assert sum_of_words(np.array([1, 2, WORD], np.uint64)) == 2
    assert sum_of_words(np.zeros(0, np.uint64)) == sum_of_words((ctypes.c_uint64 * 0)()) == 0
    by_numpy = [np.arange(5, dtype=kind) for kind in (np.int64, np.int32, np.uint8, np.float32)]
    kinds = (ctypes.c_int64, ctypes.c_int32, ctypes.c_uint8, ctypes.c_float)
    by_ctypes = [(kind * 5)(*range(5)) for kind in kinds]
    assert sum_of_all(*by_numpy) == sum_of_all(*by_ctypes) == 40.0
    fill(numbers := np.zeros(3, np.int64), -7)
    assert numbers.tolist() == [-7] * 3


def test_arrays_with_several_dimensions():
    """Rows of an array follow each other in memory, and the last index changes fastest."""
    rows = np.arange(12, dtype=np.int16).reshape(3, 4) - 5
    assert [[number_at(rows, row, column) for column in range(4)] for row in range(3)] == rows.tolist()
    cube = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    assert number_in_cube(cube, 1, 2, 3) == 23
    assert number_in_cube(cube, 1, 0, 2) == 14


def test_prepared_calls():
    """A prepared call reads its arrays each time, keeps them alive, and checks its arguments once."""
    words = np.array([1, 2], np.uint64)
    call = sum_of_words.prepared(words)
    assert call() == 3
    words[0] = 40
    del words
    assert call() == 42
    with pytest.raises(TypeError, match="is not uint64"):
        sum_of_words.prepared(np.zeros(2))


# Calls that do not fit


def test_values_that_are_no_integers_or_out_of_range():
    """Such a value raises a TypeError that names the kernel. It is not truncated."""
    large = [2**63, -(2**63) - 1, 2**80]
    for called, wrong in (
        *itertools.product(
            [echo_word, echo_number, bits.without_lowest, bits.bit], [None, "a1", 1.5, [1], np.zeros(2)]
        ),
        *itertools.product([echo_number], large),
        *itertools.product([echo_word], [-1, 2**64]),
    ):
        with pytest.raises(TypeError, match=re.escape(called.name)):
            pytest.fail(f"{called.name} of {wrong!r} is {called(wrong)}")
    for wrong in large:
        with pytest.raises(TypeError, match="fill"):
            fill(np.zeros(3, np.int64), wrong)


@pytest.mark.parametrize(
    ("called", "given"), [(echo_word, WORD), (echo_number, -(2**63)), (echo_truth, True)]
)
def test_unchecked_calls(called, given):
    """A call without checks takes and returns the same numbers, even on the first call."""
    assert called.unchecked(given) == given
    assert type(called.unchecked(given)) is type(given)


def test_numbers_of_arguments():
    """Too few arguments raise TypeError, because machine code would read the memory behind them."""
    with pytest.raises(TypeError, match="arguments"):
        moves.flips(1, 2)
    with pytest.raises(TypeError, match=r"test_kernel\.sum_of_all takes 4 arguments, not 3"):
        sum_of_all(1, 2, 3)


def test_a_call_with_a_keyword_which_machine_code_would_ignore_raises_typeerror():
    with pytest.raises(TypeError, match=r"bits\.bit takes no keyword arguments"):
        bits.bit(square=3)
    with pytest.raises(TypeError, match=r"bits\.bit takes no keyword arguments"):
        bits.bit(3, square=3)


def test_values_that_are_no_records():
    """Anything except a record in place of a record raises TypeError, because its address would be
    invalid."""
    for wrong in (None, 0, 1 << 20, "a1", b"bytes", (ctypes.c_int64 * 40)(), np.zeros(40)):
        with pytest.raises(TypeError):
            pytest.fail(f"{wrong!r} is taken: {nodes_of(wrong)}")


def test_arrays_of_another_type():
    """An array with items of another type, and anything that is not an array, is refused."""
    for wrong in (
        None,
        1 << 20,
        [1, 2],
        b"12345678",
        memoryview(bytes(8)),
        np.zeros(4, np.int64),
        np.zeros(4, np.uint32),
        np.zeros(4, np.float64),
        np.zeros(4, bool),
        np.zeros(4, ">u8"),
        (ctypes.c_int64 * 4)(),
        (ctypes.c_uint32 * 4)(),
        ((ctypes.c_uint64 * 2) * 2)(),
        np.uint64(3),
    ):
        with pytest.raises((TypeError, ValueError), match=r"test_kernel\.sum_of_words: argument 0 "):
            pytest.fail(f"{wrong!r} is taken: {sum_of_words(wrong)}")


def test_an_array_with_more_or_fewer_dimensions_than_the_kernel_has_is_refused():
    with pytest.raises(ValueError, match=r"argument 0 has 2 dimensions instead of 1"):
        sum_of_words(np.zeros((2, 2), np.uint64))
    with pytest.raises(ValueError, match=r"argument 0 has 0 dimensions instead of 1"):
        sum_of_words(np.zeros((), np.uint64))
    with pytest.raises(ValueError, match=r"argument 0 has 1 dimensions instead of 2"):
        number_at(np.zeros(4, np.int16), 0, 0)
    with pytest.raises(TypeError, match=r"argument 0 is not int16"):
        number_at((ctypes.c_int16 * 4)(), 0, 0)


def test_arrays_in_another_order_are_refused():
    """An array whose rows are not contiguous in memory is refused, not read as if they were."""
    words, values = np.arange(1, 5, dtype=np.uint64), np.zeros(2, np.int64)
    memory = Memory()
    record = memory.record
    static_values.estimate_all(record, words[:2], words[2:], values)
    with pytest.raises(
        ValueError, match=r"static_values\.estimate_all: argument 1 is an array that is not C-cont"
    ):
        static_values.estimate_all(record, words[::2], words[2:], values)
    with pytest.raises(ValueError, match=r"argument 3 "):
        static_values.estimate_all(record, words[:2], words[2:], np.zeros(4, np.int64)[::2])
    with pytest.raises(ValueError, match=r"argument 0 "):
        sum_of_words(words[::-1])
    for wrong in (np.zeros((3, 4), np.int16).T, np.zeros((4, 6), np.int16)[:, :3]):
        with pytest.raises(ValueError, match="C-contiguous"):
            number_at(wrong, 0, 0)


def test_a_kernel_may_write_any_array_so_one_that_is_read_only_is_refused():
    constant = np.zeros(3, np.int64)
    constant.flags.writeable = False
    with pytest.raises(ValueError, match=r"test_kernel\.fill: argument 0 .*read-only"):
        fill(constant, 1)
    assert not constant.any()


# Declarations


def test_signatures():
    """A signature contains the types of the result and the arguments, as the annotations declare them."""
    assert several.signature == (("int64", "uint64", "bool"), ("int64", "uint64", "bool"))
    assert fill.signature == ("void", ("int64[::1]", "int64"))
    assert nodes_of.signature == ("int64", (State,))


def test_a_kernel_that_returns_two_boards_declares_them_as_words():
    @kernel
    def swapped(player: Word, opponent: Word) -> Boards:
        return opponent, player

    KERNELS.pop(swapped.name)
    assert swapped.signature == (("uint64", "uint64"), ("uint64", "uint64"))
    assert swapped.symbol == "test_kernel_swapped"
