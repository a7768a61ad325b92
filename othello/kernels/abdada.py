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

from typing import Annotated, Final

from numba import types

from othello.kernels.bits import ZERO, Word, bit, lowest, to_int, to_word, without_lowest, word_constant
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.memory import Address, load, load_acquire, store_release
from othello.kernels.ordering import ITEM, KEY, pick
from othello.kernels.search_state import SearchState

PLACES: Final = 4
BITS: Final = 12
WORDS: Final = PLACES << BITS
"""Size of the memory at `search.marks`."""
LEAST_DEPTH: Final = 5
"""Searches of fewer plies are not worth a mark."""
Step = Annotated[tuple[int, int, int], types.Tuple((types.int64, types.int64, types.uint64))]
"""What `next_item` returns."""

SHIFT = word_constant(64 - BITS)


@inlined_kernel
def _bucket(search: SearchState, key: Word) -> Address:
    """The address of the bucket of a key."""
    first: Address = search.marks
    return first + 8 * PLACES * to_int(key >> SHIFT)


@inlined_kernel
def shares_work(search: SearchState, depth: int) -> bool:
    """Whether a node of this depth heeds and leaves marks."""
    return search.marks != 0 and depth >= LEAST_DEPTH


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


@inlined_kernel
def begin(search: SearchState, key: Word, shares: bool) -> None:
    """`mark` a position if its node shares work."""
    if shares:
        mark(search, key)


@inlined_kernel
def finish(search: SearchState, key: Word, shares: bool) -> bool:
    """`unmark` a position if its node shares work; return whether the search must stop."""
    if shares:
        unmark(search, key)
    stop: int = search.stop
    return stop != 0


@inlined_kernel
def next_item(
    search: SearchState, items: Address, number: int,
    index: int, deferred: Word, shares: bool, is_sorted: bool,
) -> Step:  # fmt: skip
    """The next move of a list, the number of moves seen so far, and the set of those deferred.

    A move that another thread searches is deferred, but never the first; the deferred moves come
    last. Without *is_sorted* each move is the best of those not seen yet. Every item holds the
    key of its child. There must be a move: index < number, or something deferred.
    """
    while index < number:
        item = pick(items, index, index + 1 if is_sorted else number)
        index += 1
        if not shares or index == 1 or not is_searched(search, load(item, KEY)):
            return item, index, deferred
        deferred |= bit(index - 1)
    return items + lowest(deferred) * ITEM, index, without_lowest(deferred)
