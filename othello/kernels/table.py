"""The transposition table: bounds on the value of positions, and their best moves.

An array of buckets of four entries; a bucket is two cache lines. The Zobrist key, scaled
to their number, chooses the bucket, and the entry keeps both boards, so no colliding key
can ever pass for the position. An entry is four words:

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

from typing import Any, Final

from othello.kernels.bits import ONE, ZERO, Word, bit, high_product, to_int, to_word, word_constant
from othello.kernels.constants import LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.memory import Address, aligned, exchanged, load, load_acquire, prefetch, store_release
from othello.kernels.search_state import SearchState

ENTRY: Final = 32
ENTRIES: Final = 4
BUCKET: Final = ENTRY * ENTRIES
"""Sizes in bytes, but for the number of entries in a bucket."""

SELECTIVITY_BITS: Final = 3
PLY: Final = 1 << SELECTIVITY_BITS
"""The difference between the drafts of a position and of its child."""
AGES: Final = 32
BIAS: Final = 16384

PLAYER, OPPONENT, DATA, SEQUENCE = 0, 8, 16, 24
AGE_FIELD = word_constant((AGES - 1) << 43)
CURRENT_WORTH = 1 << 12
"""More than any draft: entries of this search stay before those of earlier ones."""


def new_table(mebibytes: float) -> Any:
    """An empty table of about this size, as the array that holds its memory."""
    return aligned(max(1, int(mebibytes * 2**20) // BUCKET) * BUCKET // 8)


@inlined_kernel
def draft_of(depth: int, selectivity: int) -> int:
    """Depth and selectivity as one number, ordered by depth first."""
    return depth << SELECTIVITY_BITS | selectivity


@inlined_kernel
def _field(data: Word, start: int, width: int) -> int:
    """*width* bits of an entry as a number."""
    return to_int((data >> to_word(start)) & (bit(width) - ONE))


@inlined_kernel
def lower(data: Word) -> int:
    """The lower bound of an entry."""
    return _field(data, 0, 16) - BIAS


@inlined_kernel
def upper(data: Word) -> int:
    """The upper bound of an entry."""
    return _field(data, 16, 16) - BIAS


@inlined_kernel
def depth(data: Word) -> int:
    """The depth of an entry."""
    return _field(data, 32, 8)


@inlined_kernel
def selectivity(data: Word) -> int:
    """The selectivity of an entry."""
    return _field(data, 40, 3)


@inlined_kernel
def draft(data: Word) -> int:
    """`draft_of` the depth and selectivity of an entry."""
    return draft_of(depth(data), selectivity(data))


@inlined_kernel
def best_move(data: Word) -> int:
    """The best move of an entry, or NO_MOVE if *data* is 0 or no move is known."""
    return _field(data, 48, 8) if data != ZERO else NO_MOVE


@inlined_kernel
def second_move(data: Word) -> int:
    """The best move before the best one, or NO_MOVE if *data* is 0 or no move is known."""
    return _field(data, 56, 8) if data != ZERO else NO_MOVE


@inlined_kernel
def cut(data: Word, least_draft: int, alpha: int, beta: int) -> int:
    """The bound of an entry that decides a search in [alpha, beta], or NO_SCORE.

    *data* is 0 if there is no entry; entries below *least_draft* decide nothing.
    """
    if data != ZERO and draft(data) >= least_draft:
        if lower(data) >= beta or lower(data) == upper(data):
            return lower(data)
        if upper(data) <= alpha:
            return upper(data)
    return NO_SCORE


@inlined_kernel
def _with_age(data: Word, age: int) -> Word:
    """The entry with the age of this search."""
    return (data & ~AGE_FIELD) | to_word((age & (AGES - 1)) << 43)


@inlined_kernel
def _is_current(data: Word, age: int) -> bool:
    """Whether the entry was used by this search."""
    return _field(data, 43, 5) == age & (AGES - 1)


@inlined_kernel
def _packed(low: int, high: int, draft_: int, best: int, second: int) -> Word:
    """The data word of an entry, with age 0."""
    bounds = to_word((low + BIAS) | (high + BIAS) << 16)
    effort = to_word((draft_ >> SELECTIVITY_BITS) << 32 | (draft_ & (PLY - 1)) << 40)
    return bounds | effort | to_word(best << 48) | to_word(second << 56)


@inlined_kernel
def bucket(search: SearchState, key: Word) -> Address:
    """The address of the bucket of a key."""
    first: Address = search.table
    return first + BUCKET * to_int(high_product(key, to_word(search.buckets)))


@inlined_kernel
def prefetch_bucket(search: SearchState, key: Word) -> None:
    """Ask for the bucket of a key; it is probed soon."""
    prefetch(bucket(search, key))
    prefetch(bucket(search, key) + 64)


@kernel
def probe(search: SearchState, player: Word, opponent: Word, key: Word) -> Word:
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
def store(
    search: SearchState, player: Word, opponent: Word, key: Word,
    draft_: int, low: int, high: int, move: int,
) -> None:  # fmt: skip
    """Store a result; *move* is the best one, or NO_MOVE when none is known to be.

    A move that has proved less, or only an upper bound, never takes the place of one that has
    proved a greater lower bound.
    """
    entry = _place(search, player, opponent, key)
    second = NO_MOVE
    old = _read(entry, player, opponent)
    if old != ZERO:
        if draft(old) > draft_:
            _write(entry, player, opponent, _with_age(old, search.age))
            return
        second = best_move(old)
        is_alike = draft(old) == draft_
        agrees = is_alike and max(low, lower(old)) <= min(high, upper(old))
        proves_less = is_alike and low < lower(old) and (agrees or low == LOWEST)
        if proves_less or move in (NO_MOVE, second):
            move, second = second, second_move(old)
        if agrees:
            low, high = max(low, lower(old)), min(high, upper(old))
    _write(entry, player, opponent, _with_age(_packed(low, high, draft_, move, second), search.age))


@kernel
def _place(search: SearchState, player: Word, opponent: Word, key: Word) -> Address:
    """The position's entry, or the one that it may replace."""
    entry = bucket(search, key)
    victim, worth = entry, 2 * CURRENT_WORTH
    for _ in range(ENTRIES):
        if load(entry, PLAYER) == player and load(entry, OPPONENT) == opponent:
            return entry
        data = load(entry, DATA)
        value = draft(data) + (CURRENT_WORTH if _is_current(data, search.age) else 0)
        if data == ZERO:
            value = -1
        if value < worth:
            victim, worth = entry, value
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
