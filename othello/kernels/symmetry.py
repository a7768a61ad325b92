"""Applies the eight symmetries, which rotate and mirror the board, to boards given as words.

Symmetry k mirrors the files if k & 1 is set, then mirrors the rows if k & 2 is set, and then exchanges rows
and columns if k & 4 is set. Symmetry 0 changes nothing.

Source: H. S. Warren, Hacker's Delight, chapter 7 (swaps of blocks of bits).
"""

from othello.kernels.bits import Word, to_word, word_constant
from othello.native.kernel import inlined_kernel, kernel
from othello.native.llvm import instruction

ODD_FILES = word_constant(0x5555_5555_5555_5555)
FILE_PAIRS = word_constant(0x3333_3333_3333_3333)
LEFT_HALF = word_constant(0x0F0F_0F0F_0F0F_0F0F)
DIAGONAL_7 = word_constant(0x00AA_00AA_00AA_00AA)
DIAGONAL_14 = word_constant(0x0000_CCCC_0000_CCCC)
DIAGONAL_28 = word_constant(0x0000_0000_F0F0_F0F0)

mirror_rows = instruction("bswap", "uint64")
"""Returns the board mirrored from top to bottom."""


@inlined_kernel
def mirror_files(squares: Word) -> Word:
    """Return the board mirrored from left to right."""
    one, two, four = to_word(1), to_word(2), to_word(4)
    squares = ((squares >> one) & ODD_FILES) | ((squares & ODD_FILES) << one)
    squares = ((squares >> two) & FILE_PAIRS) | ((squares & FILE_PAIRS) << two)
    return ((squares >> four) & LEFT_HALF) | ((squares & LEFT_HALF) << four)


@inlined_kernel
def transpose(squares: Word) -> Word:
    """Return the board with rows and columns exchanged: b1 moves to a2."""
    swapped = (squares ^ (squares >> to_word(7))) & DIAGONAL_7
    squares ^= swapped ^ (swapped << to_word(7))
    swapped = (squares ^ (squares >> to_word(14))) & DIAGONAL_14
    squares ^= swapped ^ (swapped << to_word(14))
    swapped = (squares ^ (squares >> to_word(28))) & DIAGONAL_28
    return squares ^ swapped ^ (swapped << to_word(28))


@kernel
def transformed(squares: Word, symmetry: int) -> Word:
    """Return the image of *squares* under one of the eight symmetries."""
    if symmetry & 1 != 0:
        squares = mirror_files(squares)
    if symmetry & 2 != 0:
        squares = mirror_rows(squares)
    if symmetry & 4 != 0:
        squares = transpose(squares)
    return squares


@kernel
def canonical_symmetry(player: Word, opponent: Word) -> int:
    """Return the symmetry that maps (player, opponent) to its smallest image, which is the canonical form."""
    best, least_player, least_opponent = 0, player, opponent
    for symmetry in range(1, 8):
        mine = transformed(player, symmetry)
        if mine <= least_player:
            theirs = transformed(opponent, symmetry)
            if mine < least_player or theirs < least_opponent:
                best, least_player, least_opponent = symmetry, mine, theirs
    return best
