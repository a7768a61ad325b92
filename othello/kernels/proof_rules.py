"""The rules of Othello and a simple solver as compiled code, for checking proofs.

Everything here is written from the rules alone and shares no code with the search, so that checking a proof
does not repeat the search's errors. One side's discs are a 64-bit word: bit 0 is a1, and bit 1 is b1. From
the engine, this module imports only the decorator `kernel`, which marks the functions to compile.
"""

from typing import Annotated, Any, Final, cast

import numpy as np

from othello.native.kernel import kernel

Bits = Annotated[int, "uint64"]
Words = Annotated[Any, "uint64[::1]"]
"""An array of 64-bit words."""
Numbers = Annotated[Any, "int64[::1]"]
"""An array of signed 64-bit numbers."""


def _word(value: int) -> int:
    """Return a constant that remains a 64-bit word in compiled code."""
    return cast(int, np.uint64(value))


EMPTY: Final = _word(0)
A1: Final = _word(1)
FALSE: Final = -1
"""The result of `demand` if the claim to be proved is false."""
FULL: Final = -2
"""The result of `demand` if its array is too small."""
FINE, ILLEGAL, REFUTED = 0, 1, 2
"""States of a move, as `expand` writes them."""
CORNERS: Final = _word(0x8100_0000_0000_0081)
INNER: Final = _word(0x0042_0000_0000_4200)
"""The diagonal neighbors of the corners. Moves to these squares are tried last."""
_INDEX_FACTOR: Final = _word(0x03F7_9D71_B4CB_0A89)
_INDEX_SHIFT: Final = _word(58)


def _index_table() -> Any:
    """Return a table that finds the square of a single bit from the bit's product with a de Bruijn number."""
    table = np.zeros(64, np.int64)
    for square in range(64):
        product = (int(_INDEX_FACTOR) << square) & 0xFFFF_FFFF_FFFF_FFFF
        table[product >> 58] = square
    return table


_INDEX: Final = _index_table()


@kernel
def square_of(bit: Bits) -> int:
    """Return the square of a word with a single set bit."""
    return int(_INDEX[(bit * _INDEX_FACTOR) >> _INDEX_SHIFT])


@kernel
def _shift(square: int) -> Bits:
    """Convert a square to a word, so that words can be shifted by it."""
    return np.uint64(square)  # type: ignore[return-value]  # Numba's word is NumPy's


@kernel
def count(bits: Bits) -> int:
    """Return the number of set bits."""
    number = 0
    while bits != EMPTY:
        bits &= bits - A1
        number += 1
    return number


@kernel
def turned(mine: Bits, theirs: Bits, square: int) -> Bits:
    """Return the discs that a move to an empty square flips. If there are none, the move is illegal."""
    flips = EMPTY
    for down in range(-1, 2):
        for right in range(-1, 2):
            file, row = square % 8 + right, square // 8 + down
            line = EMPTY
            while 0 <= file < 8 and 0 <= row < 8 and (down != 0 or right != 0):
                here = A1 << _shift(8 * row + file)
                if theirs & here == EMPTY:
                    if mine & here != EMPTY:
                        flips |= line
                    break
                line |= here
                file += right
                row += down
    return flips


@kernel
def can_move(mine: Bits, theirs: Bits) -> bool:
    """Return whether a side has a legal move."""
    rest = ~(mine | theirs)
    while rest != EMPTY:
        bit = rest & (~rest + A1)
        rest ^= bit
        if turned(mine, theirs, square_of(bit)) != EMPTY:
            return True
    return False


@kernel
def final_value(mine: Bits, theirs: Bits) -> int:
    """Return the disc difference of a finished game from the point of view of *mine*.

    The winner gets the empties.
    """
    own, other = count(mine), count(theirs)
    if own == other:
        return 0
    empty = 64 - own - other
    return own - other + (empty if own > other else -empty)


@kernel
def at_least(mine: Bits, theirs: Bits, bound: int) -> bool:
    """Return whether the side to move wins by *bound* discs or more with best play by both sides."""
    is_stuck = True
    empty = ~(mine | theirs)
    # Good squares come first, because they refute early: first corners, then all squares except INNER, then
    # INNER.
    for part in range(3):
        rest = empty & CORNERS
        if part == 1:
            rest = empty & ~(CORNERS | INNER)
        elif part == 2:
            rest = empty & INNER
        while rest != EMPTY:
            bit = rest & (~rest + A1)
            rest ^= bit
            flips = turned(mine, theirs, square_of(bit))
            if flips != EMPTY:
                is_stuck = False
                if not at_least(theirs ^ flips, mine | flips | bit, 1 - bound):
                    return True
    if not is_stuck:
        return False
    if can_move(theirs, mine):
        return not at_least(theirs, mine, 1 - bound)
    return final_value(mine, theirs) >= bound


@kernel
def image(squares: Bits, symmetry: int) -> Bits:
    """Return a square set's image under one of the board's eight symmetries."""
    image_squares = EMPTY
    while squares != EMPTY:
        bit = squares & (~squares + A1)
        squares ^= bit
        square = square_of(bit)
        file, row = square % 8, square // 8
        if symmetry & 1 != 0:
            file = 7 - file
        if symmetry & 2 != 0:
            row = 7 - row
        if symmetry & 4 != 0:
            file, row = row, file
        image_squares |= A1 << _shift(8 * row + file)
    return image_squares


@kernel
def least_symmetry(mine: Bits, theirs: Bits) -> int:
    """Return the first symmetry that maps a position to its smallest image, compared as a pair of words."""
    best, least_mine, least_theirs = 0, mine, theirs
    for symmetry in range(1, 8):
        own, other = image(mine, symmetry), image(theirs, symmetry)
        if own < least_mine or (own == least_mine and other < least_theirs):
            best, least_mine, least_theirs = symmetry, own, other
    return best


@kernel
def demand(
    mine: Bits, theirs: Bits, is_prover: bool, bound: int, leaves: int, is_solving: bool, positions: Words,
    size: int,
) -> int:  # fmt: skip
    """Add the positions for which a proof must list a move, so that the prover wins by *bound* discs or more.

    *is_prover* tells whether the prover is to move. A position with up to *leaves* empties is solved if
    *is_solving* is true. Otherwise, it is accepted as proved. *positions* contains *size* positions, each as
    the two words of its smallest image. Returns the new size, FALSE or FULL.
    """
    if not can_move(mine, theirs):
        if can_move(theirs, mine):
            return demand(theirs, mine, not is_prover, bound, leaves, is_solving, positions, size)
        value = final_value(mine, theirs)
        return size if (value if is_prover else -value) >= bound else FALSE
    if 64 - count(mine | theirs) <= leaves:
        if not is_solving:
            return size
        if is_prover:
            return size if at_least(mine, theirs, bound) else FALSE
        return FALSE if at_least(mine, theirs, 1 - bound) else size
    if is_prover:
        if 2 * size + 2 > len(positions):
            return FULL
        symmetry = least_symmetry(mine, theirs)
        positions[2 * size], positions[2 * size + 1] = image(mine, symmetry), image(theirs, symmetry)
        return size + 1
    rest = ~(mine | theirs)
    while rest != EMPTY and size >= 0:
        bit = rest & (~rest + A1)
        rest ^= bit
        flips = turned(mine, theirs, square_of(bit))
        if flips != EMPTY:
            size = demand(
                theirs ^ flips, mine | flips | bit, not is_prover, bound, leaves, is_solving, positions, size
            )
    return size


@kernel
def expand(
    boards: Words, moves: Numbers, bound: int, leaves: int, is_solving: bool, positions: Words,
    states: Numbers,
) -> int:  # fmt: skip
    """Play the moves of a proof. Add the positions after every reply to *positions*, as `demand` does.

    *boards* contains two words for each move, the prover's discs first. *states* receives FINE, ILLEGAL or
    REFUTED for each move. Returns the number of positions, or FULL.
    """
    size = 0
    for number in range(len(moves)):
        mine, theirs = boards[2 * number], boards[2 * number + 1]
        bit = A1 << _shift(moves[number])
        flips = EMPTY
        if (mine | theirs) & bit == EMPTY:
            flips = turned(mine, theirs, moves[number])
        if flips == EMPTY:
            states[number] = ILLEGAL
            continue
        after = demand(theirs ^ flips, mine | flips | bit, False, bound, leaves, is_solving, positions, size)
        if after == FULL:
            return FULL
        states[number] = REFUTED if after == FALSE else FINE
        size = size if after == FALSE else after
    return size
