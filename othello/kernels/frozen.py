"""Constant tables inside the machine code, built only when it is compiled.

A process that loads kernels from the cache never builds them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types

from othello.kernels import llvm
from othello.kernels.bits import Word

Build = Callable[[], Sequence[int]]
Lookup = Callable[[Word], int]


def frozen_words(bits: int = 64) -> Callable[[Build], Lookup]:
    """A function from an index to the entry, a word, of the list that the decorated function makes.

    Entries below 2 ** *bits* are kept in so many bits. The index, a word, is not checked.
    """
    return _decorator(ir.IntType(bits), types.uint64)


def frozen_numbers(bits: int = 64) -> Callable[[Build], Lookup]:
    """As `frozen_words`, but the entries are signed numbers, looked up as int64."""
    return _decorator(ir.IntType(bits), types.int64)


def _decorator(element: Any, result: Any) -> Callable[[Build], Lookup]:
    def decorate(build: Build) -> Lookup:
        def entries() -> list[int]:
            return [value & (1 << element.width) - 1 for value in build()]

        @llvm.emitted(result, types.uint64)
        def lookup(builder: Any, index: Any) -> Any:
            name = f"{build.__module__}.{build.__name__}"
            table = llvm.constant_table(builder.module, name, element, entries)
            entry = llvm.load_entry(builder, table, index)
            if element.width == llvm.I64.width:
                return entry
            return (builder.sext if result == types.int64 else builder.zext)(entry, llvm.I64)

        return lookup

    return decorate
