"""Which positions other threads are searching, so that threads share the work.

All threads search the same root with the same window, over one transposition table. What
keeps them apart: a thread marks the position that it is about to search; one that comes to
a marked position as a move after the first puts that move off and tries the others before.
When it comes back, the other thread has most often left the result in the table.

The marks lie at `search.marks`, shared by all threads: MARKS buckets of PLACES words, each the key
of a position. They only guide: a mark that is lost or overwritten costs time and no more, so
they are read and written without any order. With one thread `search.marks` is 0.

Source: T. Kerrigan, "Simplified ABDADA" (2017), after J.-C. Weill, "The ABDADA Distributed
Minimax-Search Algorithm" (1996).
"""

from typing import Final

from othello.kernels.bits import ZERO, Word, to_int, to_word, word_constant
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.memory import Address, load_acquire, store_release
from othello.kernels.search_state import SearchState

PLACES: Final = 4
BITS: Final = 12
WORDS: Final = PLACES << BITS
"""Size of the memory at `search.marks`."""
LEAST_DEPTH: Final = 5
"""Searches of fewer plies are not worth a mark."""
SHIFT = word_constant(64 - BITS)


@inlined_kernel
def _bucket(search: SearchState, key: Word) -> Address:
    """The address of the bucket of a key."""
    first: Address = search.marks
    return first + 8 * PLACES * to_int(key >> SHIFT)


@kernel
def is_searched(search: SearchState, key: Word) -> bool:
    """Whether some thread is searching the position with this key."""
    place = _bucket(search, key)
    found = False
    for offset in range(0, 8 * PLACES, 8):
        found = found or load_acquire(place, offset) == key
    return found


@kernel
def mark(search: SearchState, key: Word) -> None:
    """Tell the others that this thread begins to search the position."""
    place = _bucket(search, key)
    for offset in range(0, 8 * PLACES, 8):
        if load_acquire(place, offset) == ZERO:
            store_release(place, offset, key)
            return
    store_release(place, 0, key)


@kernel
def unmark(search: SearchState, key: Word) -> None:
    """Tell the others that it has ended."""
    place = _bucket(search, key)
    for offset in range(0, 8 * PLACES, 8):
        if load_acquire(place, offset) == key:
            store_release(place, offset, to_word(0))
