"""The transposition table, which stores bounds on the values of positions and best moves.

The table is an array of buckets. A bucket holds four entries in two cache lines. The Zobrist key, scaled to
the number of buckets, selects the bucket. An entry contains both boards, so it is never mistaken for another
position with the same key. An entry consists of four words:

| word | bits | field |
| --- | --- | --- |
| 0 | 64 | discs of the side to move |
| 1 | 64 | discs of the opponent |
| 2 | 0-15 | lower bound, centidiscs + BIAS |
| | 16-31 | upper bound, centidiscs + BIAS |
| | 32-39 | depth in plies, where a depth equal to the empties means the end of the game |
| | 40-42 | selectivity, 0 to EXACT |
| | 43-47 | age: number of the last search that used the entry, modulo 32 |
| | 48-55 | best move |
| | 56-63 | second best move: the former best move |
| 3 | 0-31 | sequence number, odd while a thread writes |
| | 32-63 | generation of the table in which the entry was written |

An entry from an earlier generation counts as empty, so a new generation clears the table without touching its
memory. Generations begin with 1, so new memory, which is all zeros, is empty.

An entry's bounds are from the point of view of the side to move. A cut-off yields only one of the two bounds.
A result with the same draft narrows the bounds of the entry, and a result with a higher draft replaces them.

Threads share the table without locks. A writer makes the sequence number odd with an atomic exchange and
gives up if another thread was faster. It writes the three words. Then it makes the number even and higher.
Each of these stores has release semantics. A reader loads the words with acquire semantics and accepts them
only if the number was even before and is the same afterward. A reader that sees any word from a writer also
sees that the number has changed, so it never accepts a mix of old and new words. The search for an entry may
see a mix of two entries, but then reads the entry again with the check above. (H. Boehm, "Can Seqlocks Get
Along With Programming Language Memory Models?", 2012.)

A new result replaces the entry for the same position if its bucket contains one. Otherwise, it replaces the
entry with the lowest draft. Entries from earlier searches are replaced first.
"""

from typing import Final

from othello.kernels.bits import ONE, ZERO, Word, bit, high_product, to_int, to_word, word_constant
from othello.kernels.constants import LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.search_state import SearchState
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import (
    Address,
    Memory,
    exchanged,
    load_acquire,
    load_relaxed,
    prefetch,
    store_release,
)

ENTRY: Final = 32
ENTRIES: Final = 4
BUCKET: Final = ENTRY * ENTRIES
"""Size of an entry in bytes, number of entries in a bucket, and size of a bucket in bytes."""

SELECTIVITY_BITS: Final = 3
PLY: Final = 1 << SELECTIVITY_BITS
"""The difference between the drafts of a position and its child, which is one ply less deep."""
AGES: Final = 32
BIAS: Final = 16384

PLAYER, OPPONENT, DATA, SEQUENCE = 0, 8, 16, 24
LAST_GENERATION: Final = (1 << 32) - 1
SEQUENCE_BITS = word_constant(32)
SEQUENCES = word_constant((1 << 32) - 1)
AGE_FIELD = word_constant((AGES - 1) << 43)
CURRENT_WORTH = 1 << 12
"""Higher than any draft, so that entries from this search outlast entries from earlier searches."""


def new_table(mebibytes: float) -> Memory:
    """Return an empty table of up to this many MiB, with at least one bucket."""
    return Memory(max(1, int(mebibytes * 2**20) // BUCKET) * BUCKET)


@inlined_kernel
def draft_of(depth: int, selectivity: int) -> int:
    """Return depth and selectivity as one number. These numbers are ordered by depth first."""
    return depth << SELECTIVITY_BITS | selectivity


@inlined_kernel
def _field(data: Word, start: int, width: int) -> int:
    """Return *width* bits of an entry, starting at bit *start*, as a number."""
    return to_int((data >> to_word(start)) & (bit(width) - ONE))


@inlined_kernel
def lower(data: Word) -> int:
    """Return the lower bound of an entry, in centidiscs."""
    return _field(data, 0, 16) - BIAS


@inlined_kernel
def upper(data: Word) -> int:
    """Return the upper bound of an entry, in centidiscs."""
    return _field(data, 16, 16) - BIAS


@inlined_kernel
def depth(data: Word) -> int:
    """Return the depth of an entry, in plies."""
    return _field(data, 32, 8)


@inlined_kernel
def selectivity(data: Word) -> int:
    """Return the selectivity of an entry."""
    return _field(data, 40, 3)


@inlined_kernel
def draft(data: Word) -> int:
    """Return the draft of an entry: its depth and selectivity as one number."""
    return draft_of(depth(data), selectivity(data))


@inlined_kernel
def best_move(data: Word) -> int:
    """Return the best move in an entry, or NO_MOVE if the entry has no best move or *data* is 0."""
    return _field(data, 48, 8) if data != ZERO else NO_MOVE


@inlined_kernel
def second_move(data: Word) -> int:
    """Return the former best move in an entry, or NO_MOVE if there was no such move or *data* is 0."""
    return _field(data, 56, 8) if data != ZERO else NO_MOVE


@inlined_kernel
def cut(data: Word, least_draft: int, alpha: int, beta: int) -> int:
    """Return the bound from an entry that decides a search in [alpha, beta], or NO_SCORE.

    *data* is 0 if there is no entry. An entry whose draft is below *least_draft* does not decide the search.
    """
    if data != ZERO and draft(data) >= least_draft:
        if lower(data) >= beta or lower(data) == upper(data):
            return lower(data)
        if upper(data) <= alpha:
            return upper(data)
    return NO_SCORE


@inlined_kernel
def _with_age(data: Word, age: int) -> Word:
    """Return the data word of an entry with the age of this search."""
    return (data & ~AGE_FIELD) | to_word((age & (AGES - 1)) << 43)


@inlined_kernel
def _is_current(data: Word, age: int) -> bool:
    """Return whether this search has used the entry."""
    return _field(data, 43, 5) == age & (AGES - 1)


@inlined_kernel
def _packed(low: int, high: int, draft_: int, best: int, second: int) -> Word:
    """Return the data word of an entry with age 0."""
    bounds = to_word((low + BIAS) | (high + BIAS) << 16)
    effort = to_word((draft_ >> SELECTIVITY_BITS) << 32 | (draft_ & (PLY - 1)) << 40)
    return bounds | effort | to_word(best << 48) | to_word(second << 56)


@inlined_kernel
def bucket(search: SearchState, key: Word) -> Address:
    """Return the address of the bucket for a key."""
    first: Address = search.table
    return first + BUCKET * to_int(high_product(key, to_word(search.buckets)))


@inlined_kernel
def prefetch_bucket(search: SearchState, key: Word) -> None:
    """Start loading the bucket for a key that will be probed soon."""
    prefetch(bucket(search, key))
    prefetch(bucket(search, key) + 64)


@kernel
def probe(search: SearchState, player: Word, opponent: Word, key: Word) -> Word:
    """Return the data word of the entry for a position, or 0 if there is no entry."""
    entry = bucket(search, key)
    for _ in range(ENTRIES):
        if load_relaxed(entry, PLAYER) == player and load_relaxed(entry, OPPONENT) == opponent:
            return _read(search, entry, player, opponent)
        entry += ENTRY
    return ZERO


@inlined_kernel
def _is_filled(search: SearchState, sequence: Word) -> bool:
    """Return whether the entry with this sequence word belongs to the current generation."""
    return sequence >> SEQUENCE_BITS == to_word(search.generation)


@kernel
def _read(search: SearchState, entry: Address, player: Word, opponent: Word) -> Word:
    """Return the data word of an entry after checking that no other thread has changed it meanwhile.

    Return 0 if the entry is empty or for another position, or if another thread is writing it.
    """
    before = load_acquire(entry, SEQUENCE)
    mine, theirs, data = load_acquire(entry, PLAYER), load_acquire(entry, OPPONENT), load_acquire(entry, DATA)
    after = load_acquire(entry, SEQUENCE)
    if before == after and before & ONE == ZERO and mine == player and theirs == opponent:
        return data if _is_filled(search, before) else ZERO
    return ZERO


@kernel
def store(
    search: SearchState, player: Word, opponent: Word, key: Word,
    draft_: int, low: int, high: int, move: int,
) -> None:  # fmt: skip
    """Store a result. *move* is the best move, or NO_MOVE if there is none.

    If the entry has the same draft and a higher lower bound, it keeps its best move, unless the new result
    also has a lower bound and contradicts the entry.
    """
    entry = _place(search, player, opponent, key)
    second = NO_MOVE
    old = _read(search, entry, player, opponent)
    if old != ZERO:
        if draft(old) > draft_:
            _write(search, entry, player, opponent, _with_age(old, search.age))
            return
        second = best_move(old)
        is_alike = draft(old) == draft_
        agrees = is_alike and max(low, lower(old)) <= min(high, upper(old))
        proves_less = is_alike and low < lower(old) and (agrees or low == LOWEST)
        if proves_less or move in (NO_MOVE, second):
            move, second = second, second_move(old)
        if agrees:
            low, high = max(low, lower(old)), min(high, upper(old))
    data = _with_age(_packed(low, high, draft_, move, second), search.age)
    _write(search, entry, player, opponent, data)


@kernel
def _place(search: SearchState, player: Word, opponent: Word, key: Word) -> Address:
    """Return the address of the entry for a position or, if there is none, of the entry to replace."""
    entry = bucket(search, key)
    victim, worth = entry, 2 * CURRENT_WORTH
    for _ in range(ENTRIES):
        value = -1
        if _is_filled(search, load_relaxed(entry, SEQUENCE)):
            if load_relaxed(entry, PLAYER) == player and load_relaxed(entry, OPPONENT) == opponent:
                return entry
            data = load_relaxed(entry, DATA)
            value = draft(data) + (CURRENT_WORTH if _is_current(data, search.age) else 0)
        if value < worth:
            victim, worth = entry, value
        entry += ENTRY
    return victim


@kernel
def _write(search: SearchState, entry: Address, player: Word, opponent: Word, data: Word) -> None:
    """Write an entry unless another thread is writing it at the same time."""
    before = load_acquire(entry, SEQUENCE)
    if before & ONE == ZERO and exchanged(entry, SEQUENCE, before, before + ONE):
        store_release(entry, PLAYER, player)
        store_release(entry, OPPONENT, opponent)
        store_release(entry, DATA, data)
        after = (before + ONE + ONE) & SEQUENCES
        store_release(entry, SEQUENCE, to_word(search.generation) << SEQUENCE_BITS | after)
