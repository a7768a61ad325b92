"""Zobrist keys whose entries for a square already include the side-to-move key.

    black[s], white[s] = random ^ SWAP        turned[s] = black[s] ^ white[s]

A move of color c to s that flips the discs F changes the key by c[s] ^ XOR of turned[f] over F. There is no
separate update for the side to move: SWAP cancels in `turned`. A pass changes the key by SWAP. The same XOR
undoes a move or a pass. The key of a position from scratch is the XOR of random over its discs, ^ SWAP if
white is to move, so it does not depend on the order of moves.

The keys are part of file formats, so a test pins them. They come from SplitMix64 with SEED.

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
"""BLACK or WHITE: whose keys a move uses."""


_WORDS: Final = random_words(SEED, 129)
SWAP: Final = word_constant(_WORDS[128])
"""The key of the side to move."""


@frozen_words()
def disc_keys() -> list[int]:
    """Index 64 * color + square: the key of a disc, without the side to move."""
    return _WORDS[:128]


@frozen_words()
def move_keys() -> list[int]:
    """Index 64 * color + square: the change when a disc is placed, with the change of the side to move."""
    return [word ^ _WORDS[128] for word in _WORDS[:128]]


@frozen_words()
def turned_keys() -> list[int]:
    """Index square: the change when a disc is flipped, from either color to the other."""
    return [_WORDS[s] ^ _WORDS[64 + s] for s in range(64)]


@kernel
def position_key(player: Word, opponent: Word, color: Color) -> Word:
    """The key from scratch. *color* is the player's."""
    key = SWAP if color == WHITE else ZERO
    return key ^ _discs_key(player, color) ^ _discs_key(opponent, 1 - color)


@kernel
def _discs_key(discs: Word, color: Color) -> Word:
    """The keys of all *discs* of one color."""
    key = ZERO
    while discs != ZERO:
        key ^= disc_keys(to_word(64 * color + lowest(discs)))
        discs = without_lowest(discs)
    return key


@inlined_kernel
def after_move(key: Word, color: Color, square: Square, turned: Word) -> Word:
    """The key after *color* moves to *square* and flips *turned*. A second call gives the key before."""
    key ^= move_keys(to_word(64 * color + square))
    while turned != ZERO:
        key ^= turned_keys(to_word(lowest(turned)))
        turned = without_lowest(turned)
    return key


@inlined_kernel
def after_pass(key: Word) -> Word:
    """The key after a pass. A second call gives the key before."""
    return key ^ SWAP
