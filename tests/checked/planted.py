"""Kernels with errors of every kind that checked libraries report."""

import ctypes
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

from othello.kernels.bits import to_word
from othello.native import ir, llvm, memory
from othello.native.kernel import kernel

Word = Annotated[int, "uint64"]
Number = Annotated[float, "float64"]
Bytes = Annotated[Any, "uint8[::1]"]
BUFFER = memory.Memory(64)
two_words = memory.stack(2)
trailing_zeros = llvm.instruction("cttz", "int64", 1)


@llvm.emitted("int64", "int64", "int64")
def sum_without_overflow(builder, a, b):
    return builder.add(a, b, flags=["nsw"])


@llvm.emitted("int64", "int64", "int64")
def quotient(builder, a, b):
    return builder.sdiv(a, b)


@llvm.emitted("uint64", "int64")
def entry(builder, index):
    table = llvm.constant_table(builder.module, "planted.table", ir.I64, lambda: [3, 1, 4, 1])
    return llvm.load_entry(builder, table, index)


@kernel
def shift(word: Word, count: Word) -> Word:
    return word << count


@kernel
def zeros(word: Word) -> int:
    return trailing_zeros(word)


@kernel
def table(index: int) -> Word:
    return entry(index)


@kernel
def array(values: Bytes, index: int) -> int:
    return values[index] + 0


@kernel
def number(value: Number) -> int:
    return int(value)


@kernel
def alignment(address: int) -> Word:
    return memory.load(address, 0)


@kernel
def overflow(a: int, b: int) -> int:
    return sum_without_overflow(a, b)


@kernel
def heap(address: int, offset: int) -> Word:
    return memory.load(address, offset)


@kernel
def frame(offset: int) -> Word:
    words = two_words()
    memory.store(words, offset, to_word(offset))
    return memory.load(words, 0)


@kernel
def race(address: int, times: int) -> None:
    for number in range(times):
        memory.store(address, 0, to_word(number))


@kernel
def division(a: int, b: int) -> int:
    return quotient(a, b)


CALLS = {
    shift: ((1, 63), (1, 64)),
    zeros: ((1,), (0,)),
    table: ((3,), (4,)),
    array: (((ctypes.c_uint8 * 4)(), 3), ((ctypes.c_uint8 * 4)(), 4)),
    number: ((1e18,), (1e19,)),
    alignment: ((BUFFER.address,), (BUFFER.address + 4,)),
    overflow: ((1 << 62, 1), ((1 << 63) - 1, 1)),
    heap: ((BUFFER.address, 56), (BUFFER.address, 64)),
    frame: ((8,), (16,)),
    race: ((BUFFER.address, 1), (BUFFER.address, 10**8)),  # so long that both threads run at the same time
    division: ((1, 1), (1, 0)),  # it is the last, as the processor ends the process
}
"""Arguments that are right, and arguments that are wrong."""


def main(kind, *names):
    """Call all kernels with right arguments. If *kind* is "wrong", call the named kernels with wrong ones."""
    is_wrong = kind == "wrong"
    for planted, arguments in CALLS.items():
        if not is_wrong or planted.name.partition(".")[2] in names:
            with ThreadPoolExecutor() as pool:
                if planted is race and is_wrong:
                    pool.submit(planted, *arguments[is_wrong])
                planted(*arguments[is_wrong])
