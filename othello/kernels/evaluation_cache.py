"""The evaluation cache of one thread: values of recently evaluated positions.

The cache is an array of entries at `search.evaluations`. A hash of both boards selects the entry, and a new
position always replaces the old one. An entry consists of three words: the discs of the side to move, the
opponent's discs, and the value in centidiscs. An entry contains both boards, so it is never mistaken for
another position, and its value never becomes wrong. An empty entry is all zeros, unlike any position.
"""

from typing import Final

from othello.kernels.bits import Word, to_int, to_word, word_constant
from othello.kernels.hashing import spread
from othello.kernels.search_state import SearchState
from othello.native import memory
from othello.native.kernel import inlined_kernel
from othello.native.memory import Address

BITS: Final = 12
"""The array contains 2 ** BITS entries. It fits into the processor's level 2 cache along with other data.
Tuned, see docs/experiments.md."""
ENTRY: Final = 24
"""Size of an entry in bytes."""
WORDS: Final = (ENTRY << BITS) // 8
"""Size, in words, of the memory at `search.evaluations`."""

SHIFT: Final = word_constant(64 - BITS)
PLAYER, OPPONENT, VALUE = 0, 8, 16


@inlined_kernel
def entry_of(search: SearchState, player: Word, opponent: Word) -> Address:
    """Return the address of the entry for a position."""
    first: Address = search.evaluations
    return first + ENTRY * to_int(spread(player, opponent) >> SHIFT)


@inlined_kernel
def cached_value(entry: Address) -> int:
    """Return the value in an entry, in centidiscs."""
    return to_int(memory.load(entry, VALUE))


@inlined_kernel
def store(entry: Address, player: Word, opponent: Word, value: int) -> None:
    """Store the value of a position in an entry."""
    memory.store(entry, PLAYER, player)
    memory.store(entry, OPPONENT, opponent)
    memory.store(entry, VALUE, to_word(value))
