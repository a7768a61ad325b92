"""Counts, for both sides, the discs that a move to the last empty square flips.

If only one square is empty, every other square without a player's disc holds an opponent's disc, so the
player's discs are enough. The squares of each line through the empty square are gathered into the lowest bits
of a word. A table then shows how many discs each side's move flips on this line. Two lines share their
entries if they have the same length and their empty squares have the same index, so the table takes only 7
kB.

The instruction PEXT gathers the squares of a line if it is fast on the processor. Otherwise, a multiplication
packs the squares into adjacent bits.

Source: Edax, count_last_flip (R. Delorme): lines gathered by multiplication, and a table.
"""

from itertools import accumulate
from typing import Annotated, Any

from othello.kernels.bits import BYTE, FILE_A, FILE_A_TO_ROW_8, Square, Word, to_int, to_word
from othello.kernels.geometry import ray
from othello.kernels.moves import STEPS
from othello.native import ir, llvm
from othello.native.constant_tables import frozen_words
from othello.native.kernel import inlined_kernel

Turned = Annotated[tuple[int, int], ("int64", "int64")]
"""The number of discs that the player's move flips, and the number that the opponent's move flips."""

LINES = [(square, *step) for square in range(64) for step in STEPS]
"""The four lines through each square, each given as a square and a step (files, rows) along the line."""
FACTORS = dict(zip(STEPS, (1, int(FILE_A_TO_ROW_8), int(FILE_A), int(FILE_A)), strict=True))
"""For each step, the factor that packs a row, file a or a diagonal into adjacent bits."""


def _squares(square: int, x: int, y: int) -> int:
    """Return the squares of a line."""
    return ray(square, x, y) | ray(square, -x, -y) | 1 << square


def _shape(square: int, x: int, y: int) -> tuple[int, int]:
    """Return the length of a line and the index of the empty square among the gathered bits."""
    # PEXT keeps the order of the squares, but the product orders the squares of a diagonal by file.
    before = ray(square, x, y) if x < 0 and llvm.FAST_PEXT not in llvm.choices else ray(square, -x, -y)
    return _squares(square, x, y).bit_count(), before.bit_count()


SHAPES = [(length, place) for length in range(1, 9) for place in range(length)]


def _turned_on_line(length: int, place: int, line: int) -> int:
    """Return how many discs a move at index *place* flips if *line* holds the discs of the side to move."""
    count = 0
    for step in (1, -1):
        square, run = place + step, 0
        while 0 <= square < length and not line >> square & 1:
            square, run = square + step, run + 1
        count += run if 0 <= square < length else 0
    return count


@frozen_words(bits=16)
def _turned() -> list[int]:
    """The number of discs that the player's move flips. The upper byte is the number for the opponent's move.

    The table has a part for each of SHAPES. Within a part, the index is the word of the player's discs on the
    line.
    """
    return [
        _turned_on_line(*shape, line) | _turned_on_line(*shape, ~line) << 8
        for shape in SHAPES
        for line in range(1 << shape[0])
    ]


@frozen_words(bits=16)
def _parts() -> list[int]:
    """Return, for each line, the start of the table's part for the line's shape."""
    starts = accumulate((1 << length for length, _ in SHAPES), initial=0)
    by_shape = dict(zip(SHAPES, starts, strict=False))
    return [by_shape[_shape(*line)] for line in LINES]


@frozen_words()
def _lines() -> list[int]:
    """Return the squares of each line."""
    return [_squares(*line) for line in LINES]


@frozen_words()
def _factors() -> list[int]:
    """Return, for each line, the factor that gathers its squares in row 8 of a product, 1 for a row."""
    # The factor for a file gathers file a. If it is shifted by the number of another file, it gathers that
    # file.
    return [FACTORS[x, y] >> (square % 8 if x == 0 else 0) for square, x, y in LINES]


@frozen_words(bits=8)
def _shifts() -> list[int]:
    """Return, for each line, the lowest bit of the line's squares in the product."""
    return [_shift(*line) for line in LINES]


def _shift(square: int, x: int, y: int) -> int:
    """Return the lowest bit of a line's squares in the product.

    A row stays in place, and other lines move to row 8.
    """
    if y == 0:
        return square - square % 8
    if x == 0:
        # The line is the whole of row 8.
        return 56
    # In the product, row 8 contains the sum of each file, and a diagonal has at most one square on a file.
    return 56 + min(file for file in range(8) if _squares(square, x, y) & int(FILE_A) << file)


@llvm.emitted("uint64", *["uint64"] * 4)
def _gathered(b: Any, discs: Any, line: Any, factor: Any, shift: Any) -> Any:
    """Return the discs on a line as adjacent bits."""
    if llvm.FAST_PEXT in llvm.choices:
        pext = llvm.declared(b.module, "llvm.x86.bmi.pext.64", ir.I64, [ir.I64] * 2)
        return b.call(pext, [discs, line])
    return b.lshr(b.mul(b.and_(discs, line), factor), shift)


@inlined_kernel
def _turned_on(line: Word, player: Word) -> Word:
    """Return the entry of `_turned` for one line of a board."""
    return _turned(_parts(line) + _gathered(player, _lines(line), _factors(line), _shifts(line)))


@inlined_kernel
def count_last_flips(square: Square, player: Word) -> Turned:
    """Return how many discs a move to *square*, the only empty square, flips for each side."""
    first = to_word(square << 2)  # the index of the first of the four LINES through the square
    straight = _turned_on(first, player) + _turned_on(first | to_word(1), player)
    diagonal = _turned_on(first | to_word(2), player) + _turned_on(first | to_word(3), player)
    # As in `_turned`, the lower byte is the player's number, and the next byte is the opponent's number.
    both = straight + diagonal
    return to_int(both & BYTE), to_int(both >> to_word(8))
