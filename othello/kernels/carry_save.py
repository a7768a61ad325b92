"""Sums of many vectors of small numbers by carry-save adders, with one instruction for three bits.

A full adder turns three vectors into two: the bits of their sums, and the carries, which have twice the
weight. All bits of all numbers are thus added at the same time, and no carry runs from bit to bit.
`columns[k]` lists vectors whose weight is 2 ** k. An adder takes two instructions for 512 bits, and leaves
one vector fewer whose numbers must be extracted.

Source: C. S. Wallace, "A Suggestion for a Fast Multiplier" (1964).
"""

import itertools
from typing import Any, Final

from othello.native import ir, llvm

SUM, CARRY = 0x96, 0xE8
"""Truth tables of a full adder: whether one or three of the bits are set, and whether two or three are."""
MAX_LEFT: Final = 2
"""Maximum number of vectors in a column after `reduced`."""
BYTES: Final = 64
"""Size of a vector, whose lanes are 64 bits wide."""


def reduced(b: Any, columns: list[list[Any]]) -> list[list[Any]]:
    """Columns with the same sum, each of at most MAX_LEFT vectors."""
    left = [list(column) for column in columns]
    for weight, column in enumerate(left):
        while len(column) > MAX_LEFT:
            # The oldest vectors come first, so that sums of sums wait least for each other.
            three, column[:3] = column[:3], []
            column.append(_ternary(b, SUM, three))
            if weight + 1 == len(left):
                left.append([])
            left[weight + 1].append(_ternary(b, CARRY, three))
    return left


def joined(first: list[list[Any]], second: list[list[Any]]) -> list[list[Any]]:
    """The vectors of two lists of columns, joined column by column."""
    columns = itertools.zip_longest(first, second, fillvalue=list[Any]())
    return [one + other for one, other in columns]


def _ternary(b: Any, table: int, three: list[Any]) -> Any:
    kind = ir.vector_type(64, BYTES // 8)
    name = "llvm.x86.avx512.pternlog.q.512"
    return b.call(llvm.declared(b.module, name, kind, [kind, kind, kind, ir.I32]), [*three, ir.I32(table)])
