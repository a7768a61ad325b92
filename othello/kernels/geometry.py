"""Names, files, rows and symmetries of the board's squares, in plain Python.

These functions compute the tables that are frozen into machine code, and `othello.rules.square` exports the
names to the rest of the program. Nothing here needs Numba.

A square is a number from 0 (a1) to 63 (h8), counted along the rows: b1 is 1, and a2 is 8. Row 1 is the top
line of a diagram. The board has eight symmetries, numbered from 0 to 7. Each set bit in the number stands for
one of the following steps, which are applied in this order:

    bit 0   mirror left and right    a1 <-> h1
    bit 1   mirror top and bottom    a1 <-> a8
    bit 2   transpose                b1 <-> a2
"""

from typing import Final

Square = int
"""A square's number, from 0 (a1) to 63 (h8)."""
Symmetry = int
"""The number of a symmetry, from 0 to 7. Symmetry 0 changes nothing."""

SQUARE_NAMES: Final = tuple(f"{file}{row}" for row in "12345678" for file in "abcdefgh")


def transform_square(square: Square, symmetry: Symmetry) -> Square:
    """Return the square to which a symmetry of the board maps *square*.

    >>> [SQUARE_NAMES[transform_square(SQUARE_NAMES.index("b1"), each)] for each in range(8)]
    ['b1', 'g1', 'b8', 'g8', 'a2', 'a7', 'h2', 'h7']
    """
    file, row = square % 8, square // 8
    if symmetry & 1:
        file = 7 - file
    if symmetry & 2:
        row = 7 - row
    if symmetry & 4:
        file, row = row, file
    return file + 8 * row


def compose(second: Symmetry, first: Symmetry) -> Symmetry:
    """Return the symmetry that has the same effect as *first* followed by *second*."""
    corners = [transform_square(transform_square(square, first), second) for square in (0, 1)]
    return next(
        symmetry
        for symmetry in range(8)
        if [transform_square(square, symmetry) for square in (0, 1)] == corners
    )


def ray(square: Square, files: int, rows: int) -> int:
    """Return a bitboard of the squares beyond *square*, up to the edge, in steps of (files, rows)."""
    x, y, squares = square % 8 + files, square // 8 + rows, 0
    while 0 <= x < 8 and 0 <= y < 8:
        squares |= 1 << (x + 8 * y)
        x, y = x + files, y + rows
    return squares
