"""Generates pseudorandom words, and hashes pairs of boards for caches.

Sources: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators" (2014), for
SplitMix64. D. Knuth, The Art of Computer Programming, volume 3, section 6.4, for hashing by a multiple of the
golden ratio. The second factor is a prime from Y. Collet's xxHash.
"""

from typing import Final

from othello.kernels.bits import Word, word_constant
from othello.native.kernel import inlined_kernel, kernel
from othello.native.llvm import WORD
from othello.native.memory import Address, load, store

GOLDEN_RATIO: Final = word_constant(0x9E37_79B9_7F4A_7C15)
"""2 ** 64 divided by the golden ratio, rounded to an odd number."""
_OPPONENT_FACTOR: Final = word_constant(0xC2B2_AE3D_27D4_EB4F)
_MIX_1: Final = word_constant(0xBF58_476D_1CE4_E5B9)
_MIX_2: Final = word_constant(0x94D0_49BB_1331_11EB)
_SHIFT_1, _SHIFT_2, _SHIFT_3 = word_constant(30), word_constant(27), word_constant(31)


@inlined_kernel
def mixed(word: Word) -> Word:
    """Return the word that SplitMix64 derives from a state."""
    word = (word ^ (word >> _SHIFT_1)) * _MIX_1
    word = (word ^ (word >> _SHIFT_2)) * _MIX_2
    return word ^ (word >> _SHIFT_3)


@kernel
def random_word(state: Address) -> Word:
    """Return the next word of SplitMix64. *state* is the address of the generator's state, a word."""
    seed = load(state, 0) + GOLDEN_RATIO
    store(state, 0, seed)
    return mixed(seed)


def random_words(seed: int, count: int) -> list[int]:
    """Return the first *count* words of SplitMix64 for *seed*, without using machine code."""
    words = []
    for number in range(1, count + 1):
        word = seed + number * GOLDEN_RATIO & WORD
        word = (word ^ word >> _SHIFT_1) * _MIX_1 & WORD
        word = (word ^ word >> _SHIFT_2) * _MIX_2 & WORD
        words.append(word ^ word >> _SHIFT_3)
    return words


@inlined_kernel
def spread(player: Word, opponent: Word) -> Word:
    """Return a hash of a pair of bitboards. Use only its upper bits."""
    return (player * GOLDEN_RATIO) ^ (opponent * _OPPONENT_FACTOR)


@inlined_kernel
def holds(entry: Address, player: Word, opponent: Word) -> bool:
    """Return whether a cache entry is for this position. The entry's first two words are boards."""
    return load(entry, 0) == player and load(entry, 8) == opponent
