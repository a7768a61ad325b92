"""Words and bits: the vocabulary of every kernel.

A set of squares is one unsigned 64-bit word: bit 0 is a1, bit 1 is b1, bit 8 is a2,
bit 63 is h8; row 1 is the top line of a diagram. A word is uint64 from birth to death:
Numba makes int64 or even float64 of a word that meets a Python literal, so constants are
made by `word`, and squares and counts (int64) turn into words by `bit` only.

Counting and scanning are single machine instructions through LLVM's intrinsics.
"""

from typing import Annotated, Any, Final, cast

import numpy as np
from numba import types
from numba.extending import intrinsic

from othello.kernels import simd
from othello.kernels.jit import kernel

Word = Annotated[int, types.uint64]
"""64 bits; most often a set of squares."""
Square = int
"""0 (a1) to 63 (h8)."""


def word(value: int) -> int:
    """*value* as a constant that stays an unsigned 64-bit word inside kernels."""
    return cast(int, np.uint64(value & simd.WORD))


ZERO: Final = word(0)
ONE: Final = word(1)
FULL: Final = word(simd.WORD)
CORNERS: Final = word(0x8100_0000_0000_0081)
FILE_A: Final = word(0x0101_0101_0101_0101)
FILE_H: Final = word(0x8080_8080_8080_8080)


def _unary(name: str, *flags: Any) -> Any:
    """The LLVM intrinsic llvm.<name>.i64 as a function word -> int64 or word."""
    result = types.uint64 if name == "bswap" else types.int64

    @intrinsic  # type: ignore[untyped-decorator]
    def call(typing_context: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kinds = [simd.I64, *(flag.type for flag in flags)]
            function = simd.declared(builder.module, f"llvm.{name}.i64", simd.I64, kinds)
            return builder.call(function, [args[0], *flags])

        return result(types.uint64), codegen

    return call


popcount = _unary("ctpop")
"""Number of bits set."""
lowest = _unary("cttz", simd.I1(1))
"""Index of the lowest bit; undefined for 0."""
highest_zeros = _unary("ctlz", simd.I1(1))
"""Number of zero bits above the highest bit; undefined for 0."""
byte_swap = _unary("bswap")
"""Rows in reverse order: the board mirrored top to bottom."""


@kernel
def bit(square: Square) -> Word:
    """The word with only *square* in it."""
    return ONE << np.uint64(square)
