"""Immutable sets of squares, with the same operators as Python's sets."""

import operator
from collections.abc import Iterable, Iterator

from othello.rules.square import (
    MoveLike,
    Square,
    Symmetry,
    bits_from,
    bits_of,
    parse_squares,
    square_number,
    squares_of,
    transform_bits,
)

ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF


class SquareSet:
    """An immutable set of squares. Iteration yields the squares in ascending order.

    >>> corners = SquareSet.parse("a1 h1 a8 h8")
    >>> top = SquareSet(range(8))
    >>> corners & top
    SquareSet.parse('a1 h1')
    >>> len(~corners), "h8" in corners, corners <= top | corners
    (60, True, True)
    >>> print(*top - corners)
    b1 c1 d1 e1 f1 g1
    >>> print(corners - top)
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . . . . . .
    4 . . . . . . . .
    5 . . . . . . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 # . . . . . . #

    As in Python's sets, `<=` tests for a subset. The other operand of `&`, `|`, `-`, `^`, `<=`, `<`, `>=` and
    `>` may be any iterable of squares. `==` is true only for another `SquareSet`.
    """

    __slots__ = ("_bits",)

    def __init__(self, squares: Iterable[MoveLike] = ()) -> None:
        """Create a set of squares, given as names or numbers, or as a string that `parse` can parse.

        Raises InvalidNotationError if an item is not a square.
        """
        self._bits = _bitboard(squares)

    @classmethod
    def of_bits(cls, bits: int) -> "SquareSet":
        """Return the squares of a bitboard. Raises InvalidPositionError if *bits* is not a bitboard."""
        squares = cls()
        squares._bits = bits if type(bits) is int and 0 <= bits <= ALL_BITS else bits_from(bits)
        return squares

    @classmethod
    def parse(cls, text: str) -> "SquareSet":
        """Return the squares named in a string such as "a1 h1". Raises InvalidNotationError."""
        return cls(parse_squares(text))

    @property
    def bits(self) -> int:
        """The set as a bitboard with bit 0 for a1."""
        return self._bits

    def transformed(self, symmetry: Symmetry) -> "SquareSet":
        """Return the mirrored or rotated set. `othello.rules.square` lists the symmetries, 0..7."""
        return SquareSet.of_bits(transform_bits(self._bits, symmetry))

    def isdisjoint(self, other: Iterable[MoveLike]) -> bool:
        """Return whether the two sets have no squares in common."""
        return not self._bits & _bitboard(other)

    def format(self) -> str:
        """Return the names of the squares, separated by spaces, in a form that `parse` can read."""
        return " ".join(map(str, self))

    def __contains__(self, square: object) -> bool:
        if isinstance(square, str):
            return square_number(square) in self
        try:
            number = operator.index(square)  # type: ignore[arg-type]  # TypeError for other objects
        except TypeError:
            return False
        return 0 <= number < 64 and bool(self._bits >> number & 1)

    def __iter__(self) -> Iterator[Square]:
        return iter(squares_of(self._bits))

    def __reversed__(self) -> Iterator[Square]:
        return reversed(squares_of(self._bits))

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __and__(self, other: Iterable[MoveLike]) -> "SquareSet":
        return SquareSet.of_bits(self._bits & _bitboard(other))

    def __or__(self, other: Iterable[MoveLike]) -> "SquareSet":
        return SquareSet.of_bits(self._bits | _bitboard(other))

    def __xor__(self, other: Iterable[MoveLike]) -> "SquareSet":
        return SquareSet.of_bits(self._bits ^ _bitboard(other))

    def __sub__(self, other: Iterable[MoveLike]) -> "SquareSet":
        return SquareSet.of_bits(self._bits & ~_bitboard(other))

    def __rsub__(self, other: Iterable[MoveLike]) -> "SquareSet":
        return SquareSet.of_bits(_bitboard(other) & ~self._bits)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> "SquareSet":
        return SquareSet.of_bits(ALL_BITS & ~self._bits)

    def __le__(self, other: Iterable[MoveLike]) -> bool:
        return not self._bits & ~_bitboard(other)

    def __lt__(self, other: Iterable[MoveLike]) -> bool:
        other_bits = _bitboard(other)
        return self._bits != other_bits and not self._bits & ~other_bits

    def __ge__(self, other: Iterable[MoveLike]) -> bool:
        return not _bitboard(other) & ~self._bits

    def __gt__(self, other: Iterable[MoveLike]) -> bool:
        other_bits = _bitboard(other)
        return self._bits != other_bits and not other_bits & ~self._bits

    def __eq__(self, other: object) -> bool:
        return self._bits == other._bits if isinstance(other, SquareSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bits)

    def __str__(self) -> str:
        """Return the board as nine lines, with # for the squares in the set."""
        cells = ["#" if self._bits >> square & 1 else "." for square in range(64)]
        rows = (f"{row + 1} {' '.join(cells[8 * row : 8 * row + 8])}" for row in range(8))
        return "\n".join(("  a b c d e f g h", *rows))

    def __repr__(self) -> str:
        return f"SquareSet.parse({self.format()!r})"


def _bitboard(squares: Iterable[MoveLike]) -> int:
    """Return squares as a bitboard. Raises InvalidNotationError if an item is not a square."""
    if isinstance(squares, SquareSet):
        return squares.bits
    if isinstance(squares, str):
        squares = parse_squares(squares)
    return bits_of(map(square_number, squares))
