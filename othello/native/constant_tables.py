"""Puts constant tables into the machine code.

The tables are computed only when the code is compiled, never by a process that loads the finished library.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from othello.native import ir, llvm

Build = Callable[[], Sequence[int]]
Lookup = Callable[[Annotated[int, "uint64"]], int]


def frozen_words(bits: int = 64) -> Callable[[Build], Lookup]:
    """Turn a function that returns a list of words into a kernel function that looks up a word by index.

    Each table entry takes up *bits* bits. The index is also a word. It is not checked.
    """
    return _decorator(bits, "uint64")


def frozen_numbers(bits: int = 64) -> Callable[[Build], Lookup]:
    """Like `frozen_words`, but for a list of signed numbers. The lookup returns an int64."""
    return _decorator(bits, "int64")


def _decorator(bits: int, result: str) -> Callable[[Build], Lookup]:
    def decorate(build: Build) -> Lookup:
        def entries() -> list[int]:
            return [value & (1 << bits) - 1 for value in build()]

        @llvm.emitted(result, "uint64")
        def lookup(builder: Any, index: Any) -> Any:
            name = f"{build.__module__}.{build.__name__}"
            table = llvm.constant_table(builder.module, name, ir.IntType(bits), entries)
            entry = llvm.load_entry(builder, table, index)
            if bits == ir.I64.width:
                return entry
            return (builder.sext if result == "int64" else builder.zext)(entry, ir.I64)

        return lookup

    return decorate
