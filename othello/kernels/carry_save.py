"""Adds many vectors of small numbers with carry-save adders. A single instruction adds three bits.

A full adder turns three vectors into two vectors. The first contains the sums of the three bits at each
position, and the second contains the carries, which have twice the weight. Therefore all bits of all numbers
are added at the same time, and no carry propagates from bit to bit. `columns[k]` lists the vectors with a
weight of 2 ** k. An adder takes two instructions for 512 bits. It leaves one vector fewer from which numbers
must be extracted.

Source: C. S. Wallace, "A Suggestion for a Fast Multiplier" (1964).
"""

import itertools
from typing import Any, Final

from othello.native import ir, llvm

SUM, CARRY = 0x96, 0xE8
"""Truth tables of a full adder. SUM: one or three bits are set. CARRY: two or three bits are set."""
MAX_LEFT: Final = 2
"""Maximum number of vectors in a column after `reduced`."""
BYTES: Final = 64
"""Size of a vector in bytes. Its lanes are 64 bits wide."""


def reduced(b: Any, columns: list[list[Any]]) -> list[list[Any]]:
    """Return columns with the same sum but no more than MAX_LEFT vectors in each column."""
    left = [list(column) for column in columns]
    for weight, column in enumerate(left):
        while len(column) > MAX_LEFT:
            # Add the oldest vectors first, so that adders wait for each other as little as possible.
            three, column[:3] = column[:3], []
            column.append(_ternary(b, SUM, three))
            if weight + 1 == len(left):
                left.append([])
            left[weight + 1].append(_ternary(b, CARRY, three))
    return left


def joined(first: list[list[Any]], second: list[list[Any]]) -> list[list[Any]]:
    """Return columns that contain the vectors from both lists of columns."""
    columns = itertools.zip_longest(first, second, fillvalue=list[Any]())
    return [one + other for one, other in columns]


def _ternary(b: Any, table: int, three: list[Any]) -> Any:
    kind = ir.vector_type(64, BYTES // 8)
    name = "llvm.x86.avx512.pternlog.q.512"
    return b.call(llvm.declared(b.module, name, kind, [kind, kind, kind, ir.I32]), [*three, ir.I32(table)])
