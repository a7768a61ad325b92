"""Memory by address: reading, writing, exchanging, and frames."""

import mmap

import pytest
from hypothesis import given, strategies as st

from othello.kernels.bits import Word, to_word
from othello.native import memory
from othello.native.kernel import kernel
from othello.native.memory import Address, Memory
from tests.positions import words

WORDS = 16
offsets = st.integers(0, WORDS - 1).map(lambda index: 8 * index)
_frame = memory.stack(4)


@kernel
def load(address: Address, offset: int) -> Word:
    return memory.load(address, offset)


@kernel
def load_acquire(address: Address, offset: int) -> Word:
    return memory.load_acquire(address, offset)


@kernel
def store(address: Address, offset: int, value: Word) -> None:
    memory.store(address, offset, value)


@kernel
def store_release(address: Address, offset: int, value: Word) -> None:
    memory.store_release(address, offset, value)


@kernel
def exchanged(address: Address, offset: int, expected: Word, value: Word) -> bool:
    return memory.exchanged(address, offset, expected, value)


@kernel
def prefetch(address: Address) -> None:
    memory.prefetch(address)


@kernel
def sum_of_frames(depth: int) -> Word:
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


@kernel
def frames_in_a_loop(count: int) -> int:
    """The number of times that the frame of a call moves while the call continues."""
    changes, last = 0, 0
    for index in range(count):
        frame = _frame()
        if index > 0 and frame != last:
            changes += 1
        last = frame
    return changes


@pytest.fixture
def block():
    return Memory(8 * WORDS)


@given(offset=offsets, value=words)
def test_a_stored_word_is_read_back_at_its_offset_and_no_other_word_changes(offset, value):
    for write in (store, store_release):
        block = Memory(8 * WORDS)
        for index in range(WORDS):
            block.words[index] = 100 + index
        expected = block.words.tolist()
        expected[offset // 8] = value
        write(block.address, offset, value)
        assert block.words.tolist() == expected
        assert load(block.address, offset) == load_acquire(block.address, offset) == value


@kernel
def load_int16(address: Address, offset: int) -> int:
    return memory.load_int16(address, offset)


@given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=1, max_size=8))
def test_a_16_bit_number_is_read_with_its_sign_at_any_offset(numbers):
    block = Memory(2 * len(numbers))
    for index, number in enumerate(numbers):
        block.view("h")[index] = number
    assert [load_int16(block.address, 2 * index) for index in range(len(numbers))] == numbers


@given(offset=offsets, old=words, expected=words, value=words)
def test_exchanged(offset, old, expected, value):
    """A word is replaced only if it has the expected value. The result tells whether it was replaced."""
    block = Memory(8 * WORDS)
    block.words[offset // 8] = old
    done = exchanged(block.address, offset, expected, value)
    assert done == (old == expected)
    assert block.words[offset // 8] == (value if done else old)
    block.words[offset // 8] = 0
    assert not any(block.words)


@given(offset=offsets, old=words, value=words)
def test_a_word_with_the_expected_value_is_replaced(offset, old, value):
    block = Memory(8 * WORDS)
    block.words[offset // 8] = old
    assert exchanged(block.address, offset, old, value)
    assert block.words[offset // 8] == value


def test_a_prefetch_changes_nothing_and_accepts_any_address(block):
    for index in range(WORDS):
        block.words[index] = 7
    prefetch(block.address)
    prefetch(0)
    assert set(block.words) == {7}


def test_every_call_has_its_own_frame_which_nested_calls_do_not_change():
    assert sum_of_frames(50) == sum(10 * depth + index for depth in range(51) for index in range(4))


def test_a_call_has_one_frame():
    """A kernel that gets its frame in a loop gets the same address each time, so the stack does not grow."""
    assert frames_in_a_loop(1_000_000) == 0


@given(st.integers(0, 5000))
def test_new_memory(size):
    """New memory is zeroed, begins on a page, and has at least the requested length in whole words."""
    block = Memory(size)
    assert block.size == size
    assert size <= len(block.bytes) < size + 16
    assert len(block.bytes) == 8 * len(block.words) > 0
    assert block.address % mmap.PAGESIZE == 0
    assert not any(block.bytes)


@given(st.integers(1, 5000))
def test_cleared_memory_is_zero_everywhere(size):
    block = Memory(size)
    block.bytes[:size] = b"\xff" * size
    block.clear()
    assert not any(block.bytes)


@pytest.mark.parametrize("size", [2**62, 2**80])
def test_memory_that_cannot_be_allocated_raises_memoryerror_with_its_size(size):
    with pytest.raises(MemoryError, match=f"{size} bytes of memory cannot be allocated"):
        Memory(size)


def test_memory_of_a_file(tmp_path):
    """Memory of a file contains the file's bytes. Writing to this memory does not change the file."""
    path = tmp_path / "file"
    content = bytes(mmap.ALLOCATIONGRANULARITY) + bytes(range(64))
    path.write_bytes(content)
    with open(path, "rb") as file:
        block = Memory.of_file(file, mmap.ALLOCATIONGRANULARITY, 64)
    assert bytes(block.bytes) == bytes(range(64))
    assert load(block.address, 8) == int.from_bytes(bytes(range(8, 16)), "little")
    store(block.address, 8, 5)
    assert (block.words[1], path.read_bytes()) == (5, content)


@pytest.mark.parametrize("size", [100, 10_000_000])
def test_a_file_without_all_of_the_bytes_is_refused_not_mapped_in_part(tmp_path, size):
    path = tmp_path / "file"
    path.write_bytes(bytes(mmap.ALLOCATIONGRANULARITY + 64))
    with open(path, "rb") as file, pytest.raises((OSError, ValueError)):
        Memory.of_file(file, mmap.ALLOCATIONGRANULARITY, size)
