"""The transposition table: bounds on the value of positions, and their best moves.

An array of buckets of four entries; a bucket is two cache lines. The Zobrist key chooses
the bucket, and the entry keeps both boards, so no colliding key can ever pass for the
position. An entry is four words:

| word | bits | field |
| --- | --- | --- |
| 0 | 64 | discs of the side to move |
| 1 | 64 | discs of the opponent |
| 2 | 0-15 | lower bound, centidiscs + BIAS |
| | 16-31 | upper bound, centidiscs + BIAS |
| | 32-39 | depth in plies; a depth of all the empty squares means the end of the game |
| | 40-42 | selectivity, 0 to EXACT |
| | 43-47 | age: number of the search that used the entry last, modulo 32 |
| | 48-55 | best move |
| | 56-63 | second best move: the best one before |
| 3 | 64 | sequence number, odd while a thread writes |

An empty entry is all zeros: both boards empty, which no position is.

Bounds are kept on both sides and are only ever narrowed by results of the same depth and
selectivity; a deeper or surer result replaces them. A value from a cut-off is a bound on
one side; the other stays open. Values are the side to move's.

Threads share the table without locks. A writer makes the sequence number odd by an atomic
exchange, and gives up if another thread was faster; it writes the three words and then
makes the number even and greater, each with a releasing store. A reader accepts what it
read only if the number was even before and the same after, all by acquiring loads. So an
entry is read whole or not at all: who sees any word of a writer also sees that the number
changed. (H. Boehm, "Can Seqlocks Get Along With Programming Language Memory Models?",
2012.)

Replacement, within the bucket: the same position; else the entry with the lowest depth
and selectivity, those of earlier searches first.
"""

from typing import Final

import numpy as np

from othello.kernels.bits import ONE, ZERO, Word, word
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.memory import Address, exchanged, load, load_acquire, prefetch, store_release
from othello.kernels.state import State

ENTRY: Final = 32
ENTRIES: Final = 4
BUCKET: Final = ENTRY * ENTRIES
"""Sizes in bytes, but for the number of entries in a bucket."""

EXACT: Final = 5
"""Selectivity of a search without probabilistic cuts."""
SELECTIVITY_BITS: Final = 3
AGES: Final = 32
NO_MOVE: Final = 65
LOWEST: Final = -6400
HIGHEST: Final = 6400
"""Bounds that say nothing, in centidiscs."""
BIAS: Final = 16384

PLAYER, OPPONENT, DATA, SEQUENCE = 0, 8, 16, 24
MASK_16 = word(0xFFFF)
MASK_8 = word(0xFF)
MASK_5 = word(0x1F)
LEVEL_BITS = word(0x7FF)
AGE_FIELD = word(0x1F << 43)


@inlined_kernel
def level_of(depth: int, selectivity: int) -> int:
    """Depth and selectivity as one number, ordered by depth first."""
    return depth << SELECTIVITY_BITS | selectivity


@inlined_kernel
def lower(data: Word) -> int:
    """The lower bound of an entry."""
    return np.int64(data & MASK_16) - BIAS


@inlined_kernel
def upper(data: Word) -> int:
    """The upper bound of an entry."""
    return np.int64((data >> np.uint64(16)) & MASK_16) - BIAS


@inlined_kernel
def level(data: Word) -> int:
    """`level_of` the depth and selectivity of an entry."""
    bits = data >> np.uint64(32)
    return np.int64((bits & MASK_8) << np.uint64(SELECTIVITY_BITS) | ((bits >> np.uint64(8)) & np.uint64(7)))


@inlined_kernel
def depth(data: Word) -> int:
    """The depth of an entry."""
    return np.int64((data >> np.uint64(32)) & MASK_8)


@inlined_kernel
def selectivity(data: Word) -> int:
    """The selectivity of an entry."""
    return np.int64((data >> np.uint64(40)) & np.uint64(7))


@inlined_kernel
def best_move(data: Word) -> int:
    """The best move of an entry, or NO_MOVE."""
    return np.int64((data >> np.uint64(48)) & MASK_8)


@inlined_kernel
def second_move(data: Word) -> int:
    """The best move before the best, or NO_MOVE."""
    return np.int64(data >> np.uint64(56))


@inlined_kernel
def _age(data: Word) -> int:
    return np.int64((data >> np.uint64(43)) & MASK_5)


@inlined_kernel
def _packed(lower_: int, upper_: int, level_: int, age: int, best: int, second: int) -> Word:
    bounds = np.uint64(lower_ + BIAS) | np.uint64(upper_ + BIAS) << np.uint64(16)
    draft = np.uint64(level_ >> SELECTIVITY_BITS) << np.uint64(32) | np.uint64(level_ & 7) << np.uint64(40)
    moves = np.uint64(best) << np.uint64(48) | np.uint64(second) << np.uint64(56)
    return bounds | draft | np.uint64(age & (AGES - 1)) << np.uint64(43) | moves


@inlined_kernel
def bucket(search: State, key: Word) -> Address:
    """The address of the bucket of a key."""
    return search.table + BUCKET * np.int64(key & np.uint64(search.bucket_mask))


@inlined_kernel
def prefetch_bucket(search: State, key: Word) -> None:
    """Ask for the bucket of a key; it is probed soon."""
    prefetch(bucket(search, key))
    prefetch(bucket(search, key) + 64)


@kernel
def probe(search: State, player: Word, opponent: Word, key: Word) -> Word:
    """The data word of the position's entry, or 0 if it has none."""
    entry = bucket(search, key)
    for _ in range(ENTRIES):
        if load(entry, PLAYER) == player and load(entry, OPPONENT) == opponent:
            return _read(entry, player, opponent)
        entry += ENTRY
    return ZERO


@kernel
def _read(entry: Address, player: Word, opponent: Word) -> Word:
    """The data word, if the entry is this position's and no thread writes it meanwhile; else 0."""
    before = load_acquire(entry, SEQUENCE)
    mine, theirs, data = load_acquire(entry, PLAYER), load_acquire(entry, OPPONENT), load_acquire(entry, DATA)
    after = load_acquire(entry, SEQUENCE)
    if before == after and before & ONE == ZERO and mine == player and theirs == opponent:
        return data
    return ZERO


@kernel
def keep(
    search: State, player: Word, opponent: Word, key: Word, level_: int, lower_: int, upper_: int, move: int
) -> None:
    """Store a result; *move* is the best one, or NO_MOVE when none is known to be."""
    entry = _place(search, player, opponent, key)
    best, second = move, NO_MOVE
    old = _read(entry, player, opponent)
    if old != ZERO:
        if level(old) > level_:
            _write(entry, player, opponent, (old & ~AGE_FIELD) | np.uint64(search.age & (AGES - 1)) << np.uint64(43))
            return
        if level(old) == level_ and max(lower_, lower(old)) <= min(upper_, upper(old)):
            lower_, upper_ = max(lower_, lower(old)), min(upper_, upper(old))
        second = best_move(old)
        if best == NO_MOVE or best == second:
            best, second = second, second_move(old)
    _write(entry, player, opponent, _packed(lower_, upper_, level_, search.age, best, second))


@kernel
def _place(search: State, player: Word, opponent: Word, key: Word) -> Address:
    """The position's entry, or the one that it may replace."""
    entry = bucket(search, key)
    victim, worth = entry, 1 << 20
    for _ in range(ENTRIES):
        if load(entry, PLAYER) == player and load(entry, OPPONENT) == opponent:
            return entry
        data = load(entry, DATA)
        current = 1 << 12 if _age(data) == search.age & (AGES - 1) else 0
        if level(data) + current < worth:
            victim, worth = entry, level(data) + current
        entry += ENTRY
    return victim


@kernel
def _write(entry: Address, player: Word, opponent: Word, data: Word) -> None:
    """Write an entry, unless another thread is writing it."""
    before = load_acquire(entry, SEQUENCE)
    if before & ONE == ZERO and exchanged(entry, SEQUENCE, before, before + ONE):
        store_release(entry, PLAYER, player)
        store_release(entry, OPPONENT, opponent)
        store_release(entry, DATA, data)
        store_release(entry, SEQUENCE, before + ONE + ONE)
