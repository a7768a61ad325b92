"""Squares, moves and sets of squares: their numbers, names and symmetries.

A square is a number from 0 (a1) to 63 (h8), counted row by row: b1 is 1, and a2 is 8. Row 1 is the *top* row
of a diagram, as is usual in Othello. In chess and Go, rows are counted from the bottom. A move is a square or
PASS. A bitboard is a 64-bit number that represents a set of squares, with bit 0 for a1. Functions and
variables that work with bitboards have names that end in `bits`.

The board has eight symmetries, numbered 0 to 7. A symmetry consists of the steps whose bits are set in its
number, in this order:

    bit 0   mirror left and right    a1 <-> h1
    bit 1   mirror top and bottom    a1 <-> a8
    bit 2   transpose                b1 <-> a2
"""

import contextlib
import operator
from collections.abc import Iterable
from typing import Final, SupportsIndex, TypeAlias

from othello.errors import InvalidNotationError, InvalidPositionError, quoted
from othello.kernels.constants import MAX_MOVES as MAX_MOVES
from othello.kernels.constants import NO_MOVE as NO_MOVE
from othello.kernels.geometry import SQUARE_NAMES as SQUARE_NAMES
from othello.kernels.geometry import Symmetry as Symmetry
from othello.kernels.geometry import transform_square as transform_square

PASS_NAMES: Final = ("pass", "pa", "ps", "--")
"""Spellings of a pass, in lower case. All are accepted, but only the first is written."""
PASS_NUMBER: Final = 64
_NAMES = (*SQUARE_NAMES, PASS_NAMES[0])
_SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}
_NUMBERS = _SQUARES | dict.fromkeys(PASS_NAMES, PASS_NUMBER)

MoveLike: TypeAlias = int | str
"""What functions accept as a move or a square: a number, or a name in upper or lower case."""


class Move(int):
    """A square or a pass: an integer that prints as the move's name and is also equal to this name.

    >>> move = Move("D3")
    >>> move, str(move), int(move)
    (Move('d3'), 'd3', 19)
    >>> move == "d3" == move == 19, "d3" in [move], Move(64) == "pass"
    (True, True, True)

    Every move is true in a condition, even a1, whose number is 0. In dictionaries and sets, a move hashes
    like its number, so you cannot look it up by name.
    """

    __slots__ = ()

    def __new__(cls, move: MoveLike) -> "Move":
        """Return the move with this name or number: 0 (a1) to 63 (h8), or 64 for a pass.

        Raises InvalidNotationError for other names and numbers, and TypeError for other types.
        """
        if isinstance(move, str):
            return parse_move(move)
        try:
            number = operator.index(move)
        except TypeError:
            raise TypeError(f"{move!r} is not a move: use a name such as 'd3', or a number") from None
        if not 0 <= number <= PASS_NUMBER:
            raise InvalidNotationError(f"{number} is not a move: use 0 (a1) to 63 (h8), or 64 for a pass")
        return MOVES[number]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return _NUMBERS.get(other.strip().lower()) == int(self)
        return int.__eq__(self, other)  # NotImplemented for other types

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Move({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        """Return the formatted name, or the formatted number if *spec* ends with a type such as "d"."""
        return int.__format__(self, spec) if spec[-1:] in _INTEGER_TYPES else format(str(self), spec)


_INTEGER_TYPES = tuple("bcdoxXn")
Square: TypeAlias = Move
"""A move that is not a pass."""
MOVES: Final = tuple(int.__new__(Move, number) for number in range(PASS_NUMBER + 1))
"""All moves by number. `Move` returns these objects, so there is only one object per move."""
NUMBERS: Final = tuple(range(PASS_NUMBER + 1))
"""The number of each move as a plain int. In tight loops, `NUMBERS[move]` is faster than `int(move)`."""
PASS: Final = MOVES[PASS_NUMBER]
"""The move of a side that has no legal square."""
SYMMETRIES: Final = range(8)


def parse_square(text: str) -> Square:
    """Return the square with this name in upper or lower case. Raises InvalidNotationError for other strings.

    >>> parse_square("f5"), parse_square("A1")
    (Move('f5'), Move('a1'))
    """
    square = _SQUARES.get(text.strip().lower())
    if square is None:
        raise InvalidNotationError(f"{quoted(text)} is not a square: use a1 to h8")
    return MOVES[square]


def square_number(square: MoveLike) -> int:
    """Return the number of a square, 0..63. Raises InvalidNotationError if *square* is not a square.

    >>> square_number("f5")
    37
    """
    if isinstance(square, str):
        return int(parse_square(square))
    try:
        number = int(operator.index(square))
    except TypeError:
        raise TypeError(f"{square!r} is not a square: use a name such as 'd3', or a number") from None
    if not 0 <= number < PASS_NUMBER:
        raise InvalidNotationError(f"{number} is not a square: use 0 (a1) to 63 (h8)")
    return number


def format_square(square: MoveLike) -> str:
    """Return the name of a square in lower case. Raises InvalidNotationError if there is no such square.

    >>> format_square(37)
    'f5'
    """
    return SQUARE_NAMES[square_number(square)]


def parse_move(text: str) -> Move:
    """Return the move with this name in upper or lower case: a1 to h8, "pass", "pa", "ps" or "--".

    Raises InvalidNotationError for other strings.

    >>> parse_move("f5"), parse_move("pass")
    (Move('f5'), Move('pass'))
    """
    move = _NUMBERS.get(text.strip().lower())
    if move is None:
        raise InvalidNotationError(f"{quoted(text)} is not a move: use a1 to h8, or pass")
    return MOVES[move]


def format_move(move: MoveLike) -> str:
    """Return the name of a move in lower case, which is "pass" for PASS.

    Raises InvalidNotationError if there is no such move.
    """
    return str(Move(move))


def format_moves(moves: Iterable[MoveLike]) -> str:
    """Return the names of moves, separated by spaces.

    >>> format_moves([37, PASS, "D6"])
    'f5 pass d6'
    """
    return " ".join(map(format_move, moves))


def parse_squares(text: str) -> list[Square]:
    """Return the squares named in a string, separated by spaces or commas.

    Raises InvalidNotationError if a name is not a square.

    >>> parse_squares("a1, b1 H8")
    [Move('a1'), Move('b1'), Move('h8')]
    """
    return [parse_square(name) for name in text.replace(",", " ").split()]


def squares_of(bits: int) -> list[Square]:
    """Return the squares of a bitboard in ascending order.

    >>> squares_of(0x8000000000000001)
    [Move('a1'), Move('h8')]
    """
    a, b, c, d, e, f, g, h = bits.to_bytes(8, "little")
    return [*_ROW_1[a], *_ROW_2[b], *_ROW_3[c], *_ROW_4[d], *_ROW_5[e], *_ROW_6[f], *_ROW_7[g], *_ROW_8[h]]


# With one table for each row, `squares_of` is faster than with a loop over the bits of a bitboard.
_ROW_1, _ROW_2, _ROW_3, _ROW_4, _ROW_5, _ROW_6, _ROW_7, _ROW_8 = (
    [tuple(MOVES[first + file] for file in range(8) if row >> file & 1) for row in range(256)]
    for first in range(0, 64, 8)
)
"""For each row of the board, the squares that each value of the row's byte in a bitboard represents."""


def bits_of(squares: Iterable[int]) -> int:
    """Return the bitboard of *squares*, numbers from 0 to 63.

    >>> hex(bits_of([0, 63]))
    '0x8000000000000001'
    """
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def bits_from(value: SupportsIndex) -> int:
    """Return a bitboard as an int. Raises InvalidPositionError if it is not an integer of at most 64 bits."""
    with contextlib.suppress(TypeError):
        if 0 <= (bits := operator.index(value)) <= _ALL:
            return bits
    raise InvalidPositionError(f"{value!r} is not a bitboard: use 0..2**64-1, bit 0 for a1")


def neighbors(bits: int) -> int:
    """Return the squares in *bits* together with their neighbors in all eight directions, as a bitboard.

    >>> squares_of(neighbors(bits_of([parse_square("a1")])))
    [Move('a1'), Move('b1'), Move('a2'), Move('b2')]
    """
    column = (bits | bits << 8 | bits >> 8) & _ALL
    return column | (column & ~_FILE_H) << 1 | (column & ~_FILE_A) >> 1


_ALL, _FILE_A, _FILE_H = 0xFFFF_FFFF_FFFF_FFFF, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
CORNERS: Final = bits_of(map(parse_square, ("a1", "h1", "a8", "h8")))
"""The bitboard of the corners."""


def transform_move(move: MoveLike, symmetry: Symmetry) -> Move:
    """Return the corresponding move on the mirrored or rotated board. A pass stays a pass.

    >>> transform_move("b1", 4)
    Move('a2')
    """
    move = Move(move)
    return move if move is PASS else MOVES[transform_square(int(move), symmetry)]


def transform_bits(bits: int, symmetry: Symmetry) -> int:
    """Return a bitboard mirrored or rotated by a symmetry."""
    rows = bits.to_bytes(8, "little")
    if symmetry & 1:
        rows = rows.translate(_MIRRORED_ROWS)
    bits = int.from_bytes(rows, "big" if symmetry & 2 else "little")
    return _transposed(bits) if symmetry & 4 else bits


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the symmetry that undoes *symmetry*."""
    # Every symmetry is its own inverse, except for the two quarter turns, which are inverses of each other.
    return {5: 6, 6: 5}.get(symmetry, symmetry)


_MIRRORED_ROWS = bytes(int(f"{row:08b}"[::-1], 2) for row in range(256))
"""Each byte with its bits in reverse order, which mirrors a row of the board."""
_AS_FILES = [sum(1 << 8 * file for file in range(8) if row >> file & 1) for row in range(256)]
"""For each byte of a row, the bitboard of the corresponding squares on file a, for example a3 for c1."""


def _transposed(bits: int) -> int:
    return sum(_AS_FILES[row] << number for number, row in enumerate(bits.to_bytes(8, "little")))
