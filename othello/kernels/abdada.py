"""Marks the positions that threads are searching, so that threads share the work instead of repeating it.

All threads search the same root with the same window and share one transposition table. A thread marks a
position while searching it. When another thread reaches a move that leads to a marked position, it defers the
move, unless it is the first move of its node. Later, when the move is searched, its result is usually in the
table.

The marks, which all threads share, are stored at `search.marks` in buckets of PLACES words. Each word is the
key of a position. Losing or overwriting a mark costs time but does no harm. If there is only one thread,
`search.marks` is 0.

Source: T. Kerrigan, "Simplified ABDADA" (2017), after J.-C. Weill, "The ABDADA Distributed Minimax-Search
Algorithm" (1996).
"""

from typing import Annotated, Final

from othello.kernels.bits import ZERO, Word, bit, lowest, to_int, to_word, without_lowest, word_constant
from othello.kernels.ordering import ITEM, KEY, pick
from othello.kernels.search_state import SearchState
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, load_acquire, store_release

PLACES: Final = 4
"""Number of words in a bucket."""
BITS: Final = 12
"""There are 2 ** BITS buckets, far more than there are positions marked at the same time."""
WORDS: Final = PLACES << BITS
"""Size, in words, of the memory at `search.marks`."""
MIN_MARKED: Final = 5
"""Nodes with a smaller depth set no marks, because their moves are searched before another thread could defer
them. Not tuned."""
Step = Annotated[tuple[int, int, int], ("int64", "int64", "uint64")]
"""The result of `next_item`."""

SHIFT = word_constant(64 - BITS)


@inlined_kernel
def _bucket(search: SearchState, key: Word) -> Address:
    """Return the address of the bucket for a key."""
    first: Address = search.marks
    return first + 8 * PLACES * to_int(key >> SHIFT)


@inlined_kernel
def shares_work(search: SearchState, depth: int) -> bool:
    """Return whether a node at this depth marks the positions that it searches and defers marked moves."""
    return search.marks != 0 and depth >= MIN_MARKED


@kernel
def is_searched(search: SearchState, key: Word) -> bool:
    """Return whether a thread is searching the position with this key."""
    place = _bucket(search, key)
    is_present = False
    for offset in range(0, 8 * PLACES, 8):
        is_present = is_present or load_acquire(place, offset) == key
    return is_present


@kernel
def mark(search: SearchState, key: Word) -> None:
    """Mark the position with this key as being searched. In a full bucket, overwrite the first mark."""
    place = _bucket(search, key)
    for offset in range(0, 8 * PLACES, 8):
        if load_acquire(place, offset) == ZERO:
            store_release(place, offset, key)
            return
    store_release(place, 0, key)


@kernel
def unmark(search: SearchState, key: Word) -> None:
    """Remove the mark of the position with this key unless it has been overwritten."""
    place = _bucket(search, key)
    for offset in range(0, 8 * PLACES, 8):
        if load_acquire(place, offset) == key:
            store_release(place, offset, to_word(0))


@inlined_kernel
def begin(search: SearchState, key: Word, shares: bool) -> None:
    """Mark a position if *shares* is true, which means that its node shares work."""
    if shares:
        mark(search, key)


@inlined_kernel
def finish(search: SearchState, key: Word, shares: bool) -> bool:
    """Remove the mark if *shares* is true. Return whether the search must stop."""
    if shares:
        unmark(search, key)
    stop: int = search.stop
    return stop != 0


@inlined_kernel
def next_item(
    search: SearchState, items: Address, number: int,
    index: int, deferred: Word, shares: bool, is_sorted: bool,
) -> Step:  # fmt: skip
    """Return the next move to search, the number of moves returned so far, and the set of deferred items.

    Pass *index* and *deferred* as the previous call returned them, or 0 on the first call. A move that
    another thread is searching is deferred to the end of the list, unless it is the first move. Unless the
    list *is_sorted*, the next move is the best of the remaining moves. Each item must contain the key of its
    child. The caller must ensure that a move is left: either index < number, or *deferred* is not empty.
    """
    while index < number:
        item = pick(items, index, index + 1 if is_sorted else number)
        index += 1
        if not shares or index == 1 or not is_searched(search, load(item, KEY)):
            return item, index, deferred
        deferred |= bit(index - 1)
    return items + lowest(deferred) * ITEM, index, without_lowest(deferred)
