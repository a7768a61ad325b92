"""Memory by address: tables, caches and move lists that live outside Numba's arrays.

An address is an int64. Passing an array would take seven machine words and reference counting;
an address takes one word. Nothing is checked: the caller guarantees that the memory is long enough.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from othello.kernels import llvm

Address = int
"""The start of a piece of memory, in bytes."""

I16 = ir.IntType(16)
LINE = 64
"""Bytes in a cache line."""


def _pointer(builder: Any, address: Any, offset: Any, element: Any) -> Any:
    place = builder.add(address, offset)
    return builder.inttoptr(place, ir.PointerType(element))


@llvm.emitted(types.uint64, types.int64, types.int64)
def load(builder: Any, address: Any, offset: Any) -> Any:
    """The word *offset* bytes beyond *address*."""
    return builder.load(_pointer(builder, address, offset, llvm.I64))


@llvm.emitted(types.void, types.int64, types.int64, types.uint64)
def store(builder: Any, address: Any, offset: Any, value: Any) -> Any:
    """Write the word *value* to *offset* bytes beyond *address*."""
    builder.store(value, _pointer(builder, address, offset, llvm.I64))


def read_int16(builder: Any, address: Any, offset: Any) -> Any:
    """The signed 16-bit number *offset* bytes beyond *address*, in 64 bits: instructions for `emitted`."""
    return builder.sext(builder.load(_pointer(builder, address, offset, I16)), llvm.I64)


@llvm.emitted(types.int64, types.int64, types.int64)
def load_int16(builder: Any, address: Any, offset: Any) -> Any:
    """The signed 16-bit number *offset* bytes beyond *address*."""
    return read_int16(builder, address, offset)


@llvm.emitted(types.uint64, types.int64, types.int64)
def load_acquire(builder: Any, address: Any, offset: Any) -> Any:
    """An atomic `load`; no later read of this thread happens before it."""
    return builder.load_atomic(_pointer(builder, address, offset, llvm.I64), "acquire", 8)


@llvm.emitted(types.void, types.int64, types.int64, types.uint64)
def store_release(builder: Any, address: Any, offset: Any, value: Any) -> Any:
    """An atomic `store`; no earlier access of this thread happens after it."""
    builder.store_atomic(value, _pointer(builder, address, offset, llvm.I64), "release", 8)


@llvm.emitted(types.boolean, types.int64, types.int64, types.uint64, types.uint64)
def exchanged(builder: Any, address: Any, offset: Any, expected: Any, value: Any) -> Any:
    """Atomically write *value* if the word there is *expected*; return whether it was."""
    place = _pointer(builder, address, offset, llvm.I64)
    outcome = builder.cmpxchg(place, expected, value, "acq_rel", "monotonic")
    return builder.extract_value(outcome, 1)


@llvm.emitted(types.void, types.int64)
def prefetch(builder: Any, address: Any) -> Any:
    """Start loading the cache line at *address*, which is needed soon."""
    pointer = builder.inttoptr(address, ir.PointerType(llvm.I8))
    kinds = [pointer.type, llvm.I32, llvm.I32, llvm.I32]
    function = llvm.declared(builder.module, "llvm.prefetch.p0", ir.VoidType(), kinds)
    builder.call(function, [pointer, llvm.I32(0), llvm.I32(3), llvm.I32(1)])


def stack(words: int) -> Callable[[], Address]:
    """Return a function that allocates *words* words in the frame of the calling kernel.

    It returns their address. They are not initialized, and are valid until that kernel returns.
    """

    @llvm.emitted(types.int64)
    def frame(builder: Any) -> Any:
        with builder.goto_entry_block():
            space = builder.alloca(llvm.I64, words)
        return builder.ptrtoint(space, llvm.I64)

    return frame


def aligned(words: int) -> Any:
    """A zeroed array of *words* words that starts on a cache line."""
    space = np.zeros(words + LINE // 8, dtype=np.uint64)
    skipped = -space.ctypes.data % LINE // 8
    return space[skipped : skipped + words]
