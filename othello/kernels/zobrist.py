"""Zobrist keys that need no separate update for the side to move.

    black[s], white[s] = random ^ SWAP        turned[s] = black[s] ^ white[s]

If a move of color c to square s flips the discs F, it changes the key by c[s] ^ XOR of turned[f] over F. c[s]
includes SWAP, the key of the side to move, so a move also changes the side. In `turned`, SWAP cancels out. A
pass changes the key by SWAP. A second XOR with the same word undoes a move or a pass. The key of a position
is the XOR of the random numbers of all its discs and, if White is to move, SWAP. The order of moves has no
effect.

The keys are part of file formats, so a test pins them. SplitMix64 generates them from SEED.

Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).
"""

from typing import Final

from othello.kernels.bits import ZERO, Square, Word, lowest, to_word, without_lowest, word_constant
from othello.kernels.constants import WHITE
from othello.kernels.hashing import random_words
from othello.native.constant_tables import frozen_words
from othello.native.kernel import inlined_kernel, kernel

SEED: Final = 0x4F74_6865_6C6C_6F21

Color = int
"""BLACK or WHITE: the color whose keys a move uses."""


_WORDS: Final = random_words(SEED, 129)
SWAP: Final = word_constant(_WORDS[128])
"""The contribution of the side to move to a key."""


@frozen_words()
def disc_keys() -> list[int]:
    """Return, at index 64 * color + square, the key of a disc, without the side to move."""
    return _WORDS[:128]


@frozen_words()
def move_keys() -> list[int]:
    """Return, at index 64 * color + square, the word whose XOR places a disc and changes sides."""
    return [word ^ _WORDS[128] for word in _WORDS[:128]]


@frozen_words()
def turned_keys() -> list[int]:
    """Return, for each square, how flipping a disc from either color to the other changes a key."""
    return [_WORDS[s] ^ _WORDS[64 + s] for s in range(64)]


@kernel
def position_key(player: Word, opponent: Word, color: Color) -> Word:
    """Compute the key of a position from its discs. *color* is the player's color."""
    key = SWAP if color == WHITE else ZERO
    return key ^ _discs_key(player, color) ^ _discs_key(opponent, 1 - color)


@kernel
def _discs_key(discs: Word, color: Color) -> Word:
    """Return the XOR of the keys of all *discs*, all of this color."""
    key = ZERO
    while discs != ZERO:
        key ^= disc_keys(to_word(64 * color + lowest(discs)))
        discs = without_lowest(discs)
    return key


@inlined_kernel
def after_move(key: Word, color: Color, square: Square, turned: Word) -> Word:
    """Return the key after *color* moves to *square* and flips *turned*. A second call undoes the move."""
    key ^= move_keys(to_word(64 * color + square))
    while turned != ZERO:
        key ^= turned_keys(to_word(lowest(turned)))
        turned = without_lowest(turned)
    return key


@inlined_kernel
def after_pass(key: Word) -> Word:
    """Return the key after a pass. A second call undoes the pass."""
    return key ^ SWAP
