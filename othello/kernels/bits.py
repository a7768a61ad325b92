"""Words and operations on their bits, used by all kernels.

A set of squares is an unsigned 64-bit word: bit 0 is a1, bit 1 is b1, bit 8 is a2, and bit 63 is h8. Row 1 is
the top line of a diagram. A word must remain a uint64, but Numba turns it into an int64 or even a float64
when it is combined with a Python literal. Therefore constants are made with `word_constant`. `bit` and
`to_word` turn numbers (int64) into words, and `to_int` turns words into numbers. Elements of arrays with
smaller types must also be converted: add 0 to turn an element into an int64, or 0.0 to turn a float32 into a
float64. Calls between kernels do not convert arguments.

Thanks to LLVM's intrinsics, a single machine instruction counts the bits or finds a bit.
"""

from typing import Annotated, Any, Final

from othello.kernels.geometry import Square as Square
from othello.native import ir, llvm
from othello.native.kernel import inlined_kernel

Word = Annotated[int, "uint64"]
"""64 bits, usually a set of squares."""
Boards = Annotated[tuple[int, int], ("uint64", "uint64")]
"""The discs of the side to move and the opponent's discs."""
Bytes = Annotated[Any, "uint8[::1]"]
Integers = Annotated[Any, "int32[::1]"]
Numbers = Annotated[Any, "int64[::1]"]
Words = Annotated[Any, "uint64[::1]"]
"""One-dimensional arrays from ctypes or NumPy."""
SquareAndRest = Annotated[tuple[int, int], ("int64", "uint64")]
"""A square that was removed from a set, and the rest of the set."""


def word_constant(value: int) -> int:
    """Return *value* as a constant that remains an unsigned 64-bit word in kernels."""
    return llvm.WordConstant(value & llvm.WORD)


ZERO: Final = word_constant(0)
ONE: Final = word_constant(1)
BYTE: Final = word_constant(0xFF)
CORNERS: Final = word_constant(0x8100_0000_0000_0081)
FILE_A: Final = word_constant(0x0101_0101_0101_0101)
FILE_A_TO_ROW_8: Final = word_constant(0x0102_0408_1020_4080)


@llvm.emitted("uint64", "int64")
def to_word(builder: Any, number: Any) -> Any:
    """Return a nonnegative number as a word. Only the type changes, because LLVM's integers have no sign."""
    return number  # emits no instruction


@llvm.emitted("int64", "uint64")
def to_int(builder: Any, bits: Any) -> Any:
    """Return a word below 2 ** 63 as a number. Only the type changes."""
    return bits  # emits no instruction


popcount = llvm.instruction("ctpop", "int64")
"""Returns the number of set bits in a word."""
lowest = llvm.instruction("cttz", "int64", 1)
"""Returns the index of the lowest set bit. Undefined for 0."""
_zeros_above = llvm.instruction("ctlz", "int64", 1)


@inlined_kernel
def highest(bits: Word) -> Square:
    """Return the index of the highest set bit. Undefined for 0."""
    return 63 - _zeros_above(bits)


@inlined_kernel
def bit(square: Square) -> Word:
    """Return a word in which only the bit of *square* is set."""
    return ONE << to_word(square)


@inlined_kernel
def without_lowest(bits: Word) -> Word:
    """Return *bits* without its lowest set bit."""
    return bits & (bits - ONE)


@inlined_kernel
def file_as_row(discs: Word) -> Word:
    """Return the discs on file a as a row: a1 becomes bit 0, and a8 becomes bit 7."""
    return ((discs & FILE_A) * FILE_A_TO_ROW_8) >> to_word(56)


@inlined_kernel
def pop_lowest(bits: Word) -> SquareAndRest:
    """Return the index of the lowest set bit and *bits* without this bit. Undefined for 0."""
    return lowest(bits), without_lowest(bits)


@llvm.emitted("uint64", "uint64", "uint64")
def high_product(builder: Any, left: Any, right: Any) -> Any:
    """Return the upper 64 bits of a product.

    For a random word *left*, this is a random number below *right*.
    """
    wide = [builder.zext(factor, ir.I128) for factor in (left, right)]
    return builder.trunc(builder.lshr(builder.mul(*wide), ir.I128(64)), ir.I64)


@inlined_kernel
def drawn(squares: Word, random: Word) -> Square:
    """Draw one of *squares* with equal probability. *random* is a random word."""
    for _ in range(to_int(high_product(random, to_word(popcount(squares))))):
        squares = without_lowest(squares)
    return lowest(squares)
