"""Memory by address: reading, writing, exchanging, and frames."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit, types

from othello.kernels import memory
from othello.kernels.bits import to_word
from tests.positions import words

WORDS = 16
offsets = st.integers(0, WORDS - 1).map(lambda index: 8 * index)
_frame = memory.stack(4)


@njit(types.uint64(types.int64, types.int64))
def load(address, offset):
    return memory.load(address, offset)


@njit(types.uint64(types.int64, types.int64))
def load_acquire(address, offset):
    return memory.load_acquire(address, offset)


@njit(types.void(types.int64, types.int64, types.uint64))
def store(address, offset, value):
    memory.store(address, offset, value)


@njit(types.void(types.int64, types.int64, types.uint64))
def store_release(address, offset, value):
    memory.store_release(address, offset, value)


@njit(types.boolean(types.int64, types.int64, types.uint64, types.uint64))
def exchanged(address, offset, expected, value):
    return memory.exchanged(address, offset, expected, value)


@njit(types.void(types.int64))
def prefetch(address):
    memory.prefetch(address)


@njit(types.uint64(types.int64))
def sum_of_frames(depth):
    """Each call writes to its frame, lets the next one do the same, and adds up what it wrote."""
    frame = _frame()
    for index in range(4):
        memory.store(frame, 8 * index, to_word(10 * depth + index))
    below = to_word(0)
    if depth > 0:
        below = sum_of_frames(depth - 1)
    for index in range(4):
        below += memory.load(frame, 8 * index)
    return below


@njit(types.int64(types.int64))
def frames_in_a_loop(count):
    """The number of times that the frame of a call changes its place while the call goes on."""
    changes, last = 0, 0
    for index in range(count):
        frame = _frame()
        if index > 0 and frame != last:
            changes += 1
        last = frame
    return changes


@pytest.fixture
def block():
    return memory.aligned(WORDS)


@pytest.mark.parametrize("read", [load, load_acquire])
@pytest.mark.parametrize("write", [store, store_release])
@given(offset=offsets, value=words)
def test_load_and_store(read, write, offset, value):
    """A stored word is read back at its offset, and no other word changes."""
    block = memory.aligned(WORDS)
    block[:] = range(100, 100 + WORDS)
    expected = block.copy()
    expected[offset // 8] = value
    write(block.ctypes.data, offset, value)
    assert block.tolist() == expected.tolist()
    assert read(block.ctypes.data, offset) == value


@njit(types.int64(types.int64, types.int64))
def load_int16(address, offset):
    return memory.load_int16(address, offset)


@given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=1, max_size=8))
def test_load_int16(numbers):
    """A 16-bit number is read with its sign, at any offset."""
    array = np.array(numbers, np.int16)
    assert [load_int16(array.ctypes.data, 2 * index) for index in range(len(numbers))] == numbers


@given(offset=offsets, old=words, expected=words, value=words)
def test_exchanged(offset, old, expected, value):
    """A word is replaced only if it has the expected value; the result says whether it was replaced."""
    block = memory.aligned(WORDS)
    block[offset // 8] = old
    done = exchanged(block.ctypes.data, offset, expected, value)
    assert done == (old == expected)
    assert block[offset // 8] == (value if done else old)
    assert np.count_nonzero(np.delete(block, offset // 8)) == 0


@given(offset=offsets, old=words, value=words)
def test_exchanged_when_expected(offset, old, value):
    """A word with the expected value is replaced."""
    block = memory.aligned(WORDS)
    block[offset // 8] = old
    assert exchanged(block.ctypes.data, offset, old, value)
    assert block[offset // 8] == value


def test_prefetch(block):
    """A prefetch changes nothing and accepts any address."""
    block[:] = 7
    prefetch(block.ctypes.data)
    prefetch(0)
    assert set(block.tolist()) == {7}


def test_frames_are_separate():
    """Every call has a frame of its own, which nested calls do not change."""
    assert sum_of_frames(50) == sum(10 * depth + index for depth in range(51) for index in range(4))


def test_a_call_has_one_frame():
    """A kernel that gets its frame in a loop gets the same address each time: the stack does not grow."""
    assert frames_in_a_loop(1_000_000) == 0


@given(st.integers(1, 5000))
def test_aligned(count):
    """New memory has the requested length, is zeroed, and begins on a cache line."""
    block = memory.aligned(count)
    assert block.shape == (count,)
    assert block.dtype == np.uint64
    assert block.ctypes.data % memory.LINE == 0
    assert not block.any()
    assert block.flags.writeable
