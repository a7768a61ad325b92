"""Squares, moves and sets of squares: their numbers, names and symmetries.

A square is a number from 0 (a1) to 63 (h8), counted along the rows: b1 is 1, a2 is 8. Row 1 is
the *top* line of a diagram, as everywhere in Othello (chess and Go count rows from the bottom).
A move is a square or PASS. A set of squares is a word of 64 bits, bit 0 for a1; names that end in
`bits` stand for words, others for lists of squares.

The board has eight symmetries, numbered 0 to 7. The bits of the number are applied in this order:

    bit 0   mirror left and right    a1 <-> h1
    bit 1   mirror top and bottom    a1 <-> a8
    bit 2   transpose                b1 <-> a2
"""

from collections.abc import Iterable
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.kernels.constants import NO_MOVE as NO_MOVE
from othello.kernels.geometry import SQUARE_NAMES as SQUARE_NAMES
from othello.kernels.geometry import Square as Square
from othello.kernels.geometry import Symmetry as Symmetry
from othello.kernels.geometry import transform_square as transform_square

Move = int
"""A square, or PASS."""

PASS: Final = 64
"""The move of a side that has no legal square."""
MAX_MOVES: Final = 60
"""Upper bound on the moves of a game without passes, and on the legal moves of a position."""
SYMMETRIES: Final = range(8)

PASS_NAMES: Final = ("pass", "pa", "ps", "--")
"""Spellings of a pass, in lower case; the first one is written."""

_SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}
_MOVES = _SQUARES | dict.fromkeys(PASS_NAMES, PASS)


def parse_square(text: str) -> Square:
    """Return the square of a name, in any case; raises InvalidNotationError.

    >>> parse_square("f5"), parse_square("A1")
    (37, 0)
    """
    square = _SQUARES.get(text.strip().lower())
    if square is None:
        raise InvalidNotationError(f"{quoted(text)} is not a square: use a1 to h8")
    return square


def format_square(square: Square) -> str:
    """Return the name of a square in lower case; raises InvalidNotationError.

    >>> format_square(37)
    'f5'
    """
    if not 0 <= square < 64:
        raise InvalidNotationError(f"{square} is not a square: use 0 (a1) to 63 (h8)")
    return SQUARE_NAMES[square]


def parse_move(text: str) -> Move:
    """Return the move of a name, in any case: a1 to h8, "pass", "pa", "ps" or "--".

    Raises InvalidNotationError.

    >>> parse_move("f5"), parse_move("pass")
    (37, 64)
    """
    move = _MOVES.get(text.strip().lower())
    if move is None:
        raise InvalidNotationError(f"{quoted(text)} is not a move: use a1 to h8, or pass")
    return move


def format_move(move: Move) -> str:
    """Return the name of a move in lower case, "pass" for PASS.

    Raises InvalidNotationError.
    """
    return PASS_NAMES[0] if move == PASS else format_square(move)


def format_moves(moves: Iterable[Move]) -> str:
    """Return the names of moves, separated by blanks.

    >>> format_moves([37, PASS, 43])
    'f5 pass d6'
    """
    return " ".join(map(format_move, moves))


def parse_squares(text: str) -> list[Square]:
    """Return the squares of names that are separated by blanks or commas.

    Raises InvalidNotationError.

    >>> parse_squares("a1, b1 H8")
    [0, 1, 63]
    """
    return [parse_square(name) for name in text.replace(",", " ").split()]


def squares_of(bits: int) -> list[Square]:
    """Return the squares of a word of 64 bits, in ascending order.

    >>> squares_of(0x8000000000000001)
    [0, 63]
    """
    a, b, c, d, e, f, g, h = bits.to_bytes(8, "little")
    return [*_ROW_1[a], *_ROW_2[b], *_ROW_3[c], *_ROW_4[d], *_ROW_5[e], *_ROW_6[f], *_ROW_7[g], *_ROW_8[h]]


# A table for each row takes the same time for any number of squares, and less than a loop over bits.
_ROW_1, _ROW_2, _ROW_3, _ROW_4, _ROW_5, _ROW_6, _ROW_7, _ROW_8 = (
    [tuple(first + file for file in range(8) if row >> file & 1) for row in range(256)]
    for first in range(0, 64, 8)
)
"""The squares of each row, indexed by the byte of the word."""


def bits_of(squares: Iterable[Square]) -> int:
    """Return the word of squares, 0..63 each.

    >>> hex(bits_of([0, 63]))
    '0x8000000000000001'
    """
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def transform_move(move: Move, symmetry: Symmetry) -> Move:
    """Return the image of a move under a symmetry; that of a pass is a pass."""
    return move if move >= PASS else transform_square(move, symmetry)


def transform_bits(bits: int, symmetry: Symmetry) -> int:
    """Return the image of a word of squares under a symmetry."""
    rows = bits.to_bytes(8, "little")
    if symmetry & 1:
        rows = rows.translate(_MIRRORED_ROWS)
    bits = int.from_bytes(rows, "big" if symmetry & 2 else "little")
    return _transposed(bits) if symmetry & 4 else bits


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the inverse of a symmetry."""
    # Only the two quarter turns are not their own inverse.
    return {5: 6, 6: 5}.get(symmetry, symmetry)


_MIRRORED_ROWS = bytes(int(f"{row:08b}"[::-1], 2) for row in range(256))
"""Each row of eight squares, mirrored."""
_AS_FILES = [sum(1 << 8 * file for file in range(8) if row >> file & 1) for row in range(256)]
"""Each row of eight squares as the word of the a file."""


def _transposed(bits: int) -> int:
    return sum(_AS_FILES[row] << number for number, row in enumerate(bits.to_bytes(8, "little")))
