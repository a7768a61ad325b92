"""The bound cache of one thread: proved bounds for positions with few empty squares.

At `search.bound_cache` there are two consecutive arrays of entries. The first array is for positions with up
to FEW_EMPTIES empty squares, which would otherwise displace all other positions. The second array is for
positions with more empty squares. A hash of both boards selects the entry, and a new position always replaces
the old one. Both arrays fit into the processor's level 2 cache. Shortly before you look up a position, you
can prefetch its entry with `memory.prefetch`. An entry consists of three words:

| word | bits | field |
| --- | --- | --- |
| 0 | 64 | discs of the side to move |
| 1 | 64 | discs of the opponent |
| 2 | 0-7 | lower bound, discs + BIAS |
| | 8-15 | upper bound, discs + BIAS |

An entry contains both boards, so it is never mistaken for another position. An empty entry is all zeros,
unlike any position. The bounds are proved, so they remain valid in later searches.

Source: T. Yamana's Egaroucid and neural-reversi, which use similar caches.
"""

from typing import Final

from othello.kernels.bits import Word, to_int, to_word, word_constant
from othello.kernels.constants import NO_SCORE
from othello.kernels.hashing import holds, spread
from othello.kernels.search_state import SearchState
from othello.native import memory
from othello.native.kernel import inlined_kernel
from othello.native.memory import Address

FEW_EMPTIES: Final = 6
"""In positions with at most this many empties, moves are ordered by parity. Tuned, see docs/experiments.md.
"""
FEW_BITS: Final = 12
MORE_BITS: Final = 14
"""The arrays have 2 ** FEW_BITS and 2 ** MORE_BITS entries. Other sizes saved no more than 0.5 % of the
nodes."""
ENTRY: Final = 24
"""Size of an entry in bytes."""
WORDS: Final = ((1 << FEW_BITS) + (1 << MORE_BITS)) * ENTRY // 8
"""Size, in words, of the memory at `search.bound_cache`."""

MORE_START: Final = ENTRY << FEW_BITS
FEW_SHIFT: Final = word_constant(64 - FEW_BITS)
MORE_SHIFT: Final = word_constant(64 - MORE_BITS)
PLAYER, OPPONENT, BOUNDS = 0, 8, 16
BIAS: Final = 64


@inlined_kernel
def entry_of_few(search: SearchState, player: Word, opponent: Word) -> Address:
    """Return the address of the entry for a position with up to FEW_EMPTIES empty squares."""
    first: Address = search.bound_cache
    return first + ENTRY * to_int(spread(player, opponent) >> FEW_SHIFT)


@inlined_kernel
def entry_of_more(search: SearchState, player: Word, opponent: Word) -> Address:
    """Return the address of the entry for a position with more than FEW_EMPTIES empty squares."""
    first: Address = search.bound_cache
    return first + MORE_START + ENTRY * to_int(spread(player, opponent) >> MORE_SHIFT)


@inlined_kernel
def _byte(entry: Address, number: int) -> int:
    """Return byte *number* of an entry's third word."""
    return to_int(memory.load(entry, BOUNDS)) >> 8 * number & 255


@inlined_kernel
def lower(entry: Address) -> int:
    """Return the lower bound of an entry, in discs."""
    return _byte(entry, 0) - BIAS


@inlined_kernel
def upper(entry: Address) -> int:
    """Return the upper bound of an entry, in discs."""
    return _byte(entry, 1) - BIAS


@inlined_kernel
def cut(entry: Address, player: Word, opponent: Word, alpha: int) -> int:
    """Return the bound that decides a null-window search of the position at *alpha*, or NO_SCORE."""
    if holds(entry, player, opponent):
        if lower(entry) > alpha:
            return lower(entry)
        if upper(entry) <= alpha:
            return upper(entry)
    return NO_SCORE


@inlined_kernel
def store(entry: Address, player: Word, opponent: Word, best: int, alpha: int) -> None:
    """Store a search's result: a lower bound if *best* is greater than *alpha*, otherwise an upper bound."""
    low, high = (best, 64) if best > alpha else (-64, best)
    memory.store(entry, PLAYER, player)
    memory.store(entry, OPPONENT, opponent)
    memory.store(entry, BOUNDS, to_word(low + BIAS | high + BIAS << 8))
