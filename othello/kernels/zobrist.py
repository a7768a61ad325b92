"""Zobrist keys whose entries for a square already include the side-to-move key.

    black[s], white[s] = random ^ SWAP        turned[s] = black[s] ^ white[s]

so a move of colour c to s that turns F changes the key by c[s] ^ XOR of turned[f] over F,
with no separate update for the side to move (the SWAP of the two cancels in `turned`); a
pass changes it by SWAP; the same XOR takes either back. The key of a position from
scratch is the XOR of random over its discs, ^ SWAP when white is to move. So a position
has one key, whatever the order of moves that led to it.

The keys are part of file formats: a test pins them. They come from SplitMix64 with SEED.

Sources: A. L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970);
G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from typing import Any, Final

import numpy as np

from othello.kernels import simd
from othello.kernels.bits import ONE, ZERO, Square, Word, lowest, word
from othello.kernels.frozen import frozen_table
from othello.kernels.jit import inlined_kernel, kernel

SEED: Final = 0x4F74_6865_6C6C_6F21
BLACK: Final = 0
WHITE: Final = 1

Colour = int
"""BLACK or WHITE: whose keys a move uses."""


def _random_words(count: int) -> list[int]:
    """The first words of SplitMix64 from SEED."""
    words, state = [], SEED
    for _ in range(count):
        state = (state + 0x9E37_79B9_7F4A_7C15) & simd.WORD
        mixed = state
        mixed = (mixed ^ mixed >> 30) * 0xBF58_476D_1CE4_E5B9 & simd.WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D0_49BB_1331_11EB & simd.WORD
        words.append(mixed ^ mixed >> 31)
    return words


_WORDS = _random_words(129)
SWAP: Final = word(_WORDS[128])
"""The key of the side to move."""


@frozen_table
def disc_keys() -> Any:
    """Index 64 * colour + square: the key of a disc, without the side to move."""
    return np.array(_WORDS[:128], dtype=np.uint64)


@frozen_table
def move_keys() -> Any:
    """Index 64 * colour + square: what placing a disc changes, the side to move included."""
    return np.array([each ^ _WORDS[128] for each in _WORDS[:128]], dtype=np.uint64)


@frozen_table
def turned_keys() -> Any:
    """Index square: what turning a disc changes, from either colour to the other."""
    return np.array([_WORDS[s] ^ _WORDS[64 + s] for s in range(64)], dtype=np.uint64)


@kernel
def position_key(player: Word, opponent: Word, colour: Colour) -> Word:
    """The key from scratch; *colour* is the player's."""
    key = SWAP if colour == WHITE else ZERO
    return key ^ _discs_key(player, colour) ^ _discs_key(opponent, 1 - colour)


@kernel
def _discs_key(discs: Word, colour: Colour) -> Word:
    key = ZERO
    while discs != ZERO:
        key ^= disc_keys(np.uint64(64 * colour + lowest(discs)))
        discs &= discs - ONE
    return key


@inlined_kernel
def after_move(key: Word, colour: Colour, square: Square, turned: Word) -> Word:
    """The key after (or, again, before) *colour* moves to *square* and turns *turned*."""
    key ^= move_keys(np.uint64(64 * colour + square))
    while turned != ZERO:
        key ^= turned_keys(np.uint64(lowest(turned)))
        turned &= turned - ONE
    return key


@inlined_kernel
def after_pass(key: Word) -> Word:
    """The key after (or, again, before) a pass."""
    return key ^ SWAP
