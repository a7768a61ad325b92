"""Memory by address: tables, caches and move lists that live outside Numba's arrays.

An address is an int64. Arrays would cost seven machine words a call and reference counts;
an address costs one. Nothing is checked: who passes an address answers for its length.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from othello.kernels import simd

Address = int
"""Where some memory starts, in bytes."""

LINE = 64
"""Bytes in a cache line."""


def _pointer(builder: Any, address: Any, offset: Any, element: Any) -> Any:
    place = builder.add(address, offset)
    return builder.inttoptr(place, ir.PointerType(element))


@intrinsic  # type: ignore[untyped-decorator]
def load(typing_context: Any, address: Any, offset: Any) -> Any:
    """The word *offset* bytes beyond *address*."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(builder, *args, simd.I64))

    return types.uint64(types.int64, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def store(typing_context: Any, address: Any, offset: Any, value: Any) -> Any:
    """Write the word *value* to *offset* bytes beyond *address*."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(builder, args[0], args[1], simd.I64))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def load_acquire(typing_context: Any, address: Any, offset: Any) -> Any:
    """An atomic `load`; no later read of this thread happens before it."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(builder, *args, simd.I64), "acquire", 8)

    return types.uint64(types.int64, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def store_release(typing_context: Any, address: Any, offset: Any, value: Any) -> Any:
    """An atomic `store`; no earlier access of this thread happens after it."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store_atomic(args[2], _pointer(builder, args[0], args[1], simd.I64), "release", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def exchanged(typing_context: Any, address: Any, offset: Any, expected: Any, value: Any) -> Any:
    """Atomically write *value* if the word there is *expected*; whether it was."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _pointer(builder, args[0], args[1], simd.I64)
        outcome = builder.cmpxchg(place, args[2], args[3], "acq_rel", "monotonic")
        return builder.extract_value(outcome, 1)

    return types.boolean(types.int64, types.int64, types.uint64, types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typing_context: Any, address: Any) -> Any:
    """Ask for the cache line at *address*; it is needed soon."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.PointerType(simd.I8))
        kinds = [pointer.type, simd.I32, simd.I32, simd.I32]
        function = simd.declared(builder.module, "llvm.prefetch.p0", ir.VoidType(), kinds)
        builder.call(function, [pointer, simd.I32(0), simd.I32(3), simd.I32(1)])
        return context.get_dummy_value()

    return types.void(types.int64), codegen


def stack(words: int) -> Any:
    """A function that gives the address of *words* words in the frame of the kernel that calls it.

    They last until that kernel returns, and hold anything until they are written.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def frame(typing_context: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            with builder.goto_entry_block():
                space = builder.alloca(simd.I64, words)
            return builder.ptrtoint(space, simd.I64)

        return types.int64(), codegen

    return frame


def aligned(words: int) -> Any:
    """A zeroed array of so many words that starts on a cache line."""
    space = np.zeros(words + LINE // 8, dtype=np.uint64)
    skipped = -space.ctypes.data % LINE // 8
    return space[skipped : skipped + words]
