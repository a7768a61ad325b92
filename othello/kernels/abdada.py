"""Marks of the positions that threads are searching, so that threads share the work.

All threads search the same root with the same window, and share one transposition table. A thread
marks each position while searching it. Other threads defer a move to a marked position, unless it is
the first move of its node. When they come back to the move, its result is usually in the table.

The marks lie at `search.marks`, which all threads share: buckets of PLACES words, each the key of a
position. A lost or overwritten mark costs time but does no harm. With one thread, `search.marks`
is 0.

Source: T. Kerrigan, "Simplified ABDADA" (2017), after J.-C. Weill, "The ABDADA Distributed
Minimax-Search Algorithm" (1996).
"""

from typing import Annotated, Final

from othello.kernels.bits import ZERO, Word, bit, lowest, to_int, to_word, without_lowest, word_constant
from othello.kernels.ordering import ITEM, KEY, pick
from othello.kernels.search_state import SearchState
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, load_acquire, store_release

PLACES: Final = 4
"""Words of a bucket."""
BITS: Final = 12
"""There are 2 ** BITS buckets, many more than threads have positions to mark at once."""
WORDS: Final = PLACES << BITS
"""Size of the memory at `search.marks`, in words."""
MIN_MARKED: Final = 5
"""Shallower searches are not marked, because they end before another thread could defer them. Not tuned."""
Step = Annotated[tuple[int, int, int], ("int64", "int64", "uint64")]
"""What `next_item` returns."""

SHIFT = word_constant(64 - BITS)


@inlined_kernel
def _bucket(search: SearchState, key: Word) -> Address:
    """The address of the bucket of a key."""
    first: Address = search.marks
    return first + 8 * PLACES * to_int(key >> SHIFT)


@inlined_kernel
def shares_work(search: SearchState, depth: int) -> bool:
    """Whether a node of this depth sets marks and defers marked moves."""
    return search.marks != 0 and depth >= MIN_MARKED


@kernel
def is_searched(search: SearchState, key: Word) -> bool:
    """Whether some thread is searching the position with this key."""
    place = _bucket(search, key)
    is_present = False
    for offset in range(0, 8 * PLACES, 8):
        is_present = is_present or load_acquire(place, offset) == key
    return is_present


@kernel
def mark(search: SearchState, key: Word) -> None:
    """Mark the position as being searched. In a full bucket this overwrites the first mark."""
    place = _bucket(search, key)
    for offset in range(0, 8 * PLACES, 8):
        if load_acquire(place, offset) == ZERO:
            store_release(place, offset, key)
            return
    store_release(place, 0, key)


@kernel
def unmark(search: SearchState, key: Word) -> None:
    """Remove the mark of the position, if it still exists."""
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
    """`unmark` a position if its node shares work. Return whether the search must stop."""
    if shares:
        unmark(search, key)
    stop: int = search.stop
    return stop != 0


@inlined_kernel
def next_item(
    search: SearchState, items: Address, number: int,
    index: int, deferred: Word, shares: bool, is_sorted: bool,
) -> Step:  # fmt: skip
    """The next move of a list, the number of moves that were returned, and the set of deferred items.

    Pass *index* and *deferred* as the previous call returned them, at first 0. A move that another thread is
    searching is deferred to the end of the list, except the first move. Unless *is_sorted*, the next move is
    the best remaining move. Items need the keys of the children. The caller must make sure that a move is
    left: index < number, or *deferred* is not empty.
    """
    while index < number:
        item = pick(items, index, index + 1 if is_sorted else number)
        index += 1
        if not shares or index == 1 or not is_searched(search, load(item, KEY)):
            return item, index, deferred
        deferred |= bit(index - 1)
    return items + lowest(deferred) * ITEM, index, without_lowest(deferred)
