"""The transposition table: against a dictionary, against itself in two threads, and its size."""

import threading
from dataclasses import dataclass

import numpy as np
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from othello.kernels import table
from othello.kernels.bits import ONE, ZERO, Numbers, Word, to_int, to_word, word_constant
from othello.kernels.constants import EXACT, HIGHEST, LOWEST, NO_MOVE
from othello.kernels.search_state import SearchState, State
from othello.native import memory
from othello.native.kernel import kernel
from tests.cases import cases
from tests.positions import FULL, words

LINE = 64
"""Bytes of a cache line."""
bounds = st.integers(LOWEST, HIGHEST)
squares = st.integers(0, 63)
depths = st.integers(1, 60)
selectivities = st.integers(0, EXACT)


class SmallTable:
    """A table of some buckets, and a record to use it with."""

    def __init__(self, buckets):
        self.memory = memory.Memory(buckets * table.BUCKET)
        self.record = self.another_record()

    def another_record(self):
        buckets = self.memory.size // table.BUCKET
        return State(table=self.memory.address, buckets=buckets, age=1, generation=1)

    def store(self, pair, key, depth, selectivity, low, high, move):
        table.store(self.record, *pair, key, table.draft_of(depth, selectivity), low, high, move)

    def probe(self, pair, key):
        """The entry, or None."""
        data = table.probe(self.record, *pair, key)
        if not data:
            return None
        return Entry(
            table.depth(data),
            table.selectivity(data),
            table.lower(data),
            table.upper(data),
            table.best_move(data),
            table.second_move(data),
        )


@dataclass
class Entry:
    depth: int
    selectivity: int
    low: int
    high: int
    best: int = NO_MOVE
    second: int = NO_MOVE

    @property
    def draft(self):
        return self.depth, self.selectivity


# Single entries


@given(words, words, words, depths, selectivities, bounds, bounds, squares)
def test_fields(player, opponent, key, depth, selectivity, low, high, move):
    """A stored entry is found again with every field unchanged."""
    low, high = sorted((low, high))
    small = SmallTable(3)
    small.store((player | 1, opponent), key, depth, selectivity, low, high, move)
    assert small.probe((player | 1, opponent), key) == Entry(depth, selectivity, low, high, move)


@cases("depth", [0, 1, 60, 64])
@cases(("low", "high"), [(LOWEST, HIGHEST), (HIGHEST, HIGHEST), (LOWEST, LOWEST), (0, 0)])
def test_no_field_overflows_into_the_next_one_at_the_ends_of_its_range(depth, low, high):
    for selectivity in range(EXACT + 1):
        for move in (0, 63, NO_MOVE):
            small = SmallTable(1)
            small.store((1, 2), 0, depth, selectivity, low, high, move)
            assert small.probe((1, 2), 0) == Entry(depth, selectivity, low, high, move)


@given(words, words)
def test_a_new_table_has_no_entry_for_any_position(player, key):
    assert SmallTable(2).probe((player | 1, 0), key) is None


def test_no_false_hit():
    """A key finds only the stored position: not the position with swapped boards, nor with one equal
    board."""
    small = SmallTable(1)
    small.store((1, 2), 7, 5, EXACT, -100, 100, 9)
    for pair in [(2, 1), (1, 0), (0, 2), (3, 0), (1, 3), (3, 2), (1, 6), (5, 2), (1 | 2**63, 2)]:
        assert small.probe(pair, 7) is None
    assert small.probe((1, 2), 7) is not None


def test_moves_move_up():
    """The former best move becomes the second best move. A result without a move keeps both moves."""
    small = SmallTable(1)
    seen = []
    for depth, move in enumerate([20, 21, NO_MOVE, 21, 20], 5):
        small.store((1, 2), 0, depth, 0, -100, 100, move)
        entry = small.probe((1, 2), 0)
        seen.append((entry.best, entry.second))
    assert seen == [(20, NO_MOVE), (21, 20), (21, 20), (21, 20), (20, 21)]


def test_drafts_are_ordered_by_depth_then_by_selectivity():
    drafts = [table.draft_of(depth, selectivity) for depth in range(65) for selectivity in range(EXACT + 1)]
    assert drafts == sorted(set(drafts))


# Sizes


@given(st.floats(1e-6, 4))
def test_capacity(mebibytes):
    """A table has the requested size in whole buckets, at least one bucket, and is aligned and empty."""
    space = table.new_table(mebibytes)
    wanted = max(mebibytes * 2**20, table.BUCKET)
    assert wanted - table.BUCKET < space.size <= wanted
    assert space.size % table.BUCKET == 0
    assert space.address % LINE == 0
    assert not any(space.words)


def test_an_entry_takes_its_share():
    """A bucket takes two cache lines and holds four entries, so a mebibyte holds 32768 positions."""
    assert table.BUCKET == 2 * LINE == table.ENTRIES * table.ENTRY
    assert table.new_table(1).size // table.ENTRY == 32768


@given(words, st.integers(1, 2**32))
def test_buckets(key, buckets):
    """A key is scaled to the number of buckets: every bucket is used, and no address outside them."""
    record = State(table=1 << 20, buckets=buckets)
    assert table.bucket(record, key) == (1 << 20) + table.BUCKET * (key * buckets >> 64)


def test_a_table_can_be_filled():
    """A table that is a quarter full of random positions has lost at most 1 % of them."""
    space = table.new_table(1)
    small = SmallTable(1)
    small.record.table, small.record.buckets = space.address, space.size // table.BUCKET
    rng = np.random.default_rng(1)
    stored = [tuple(map(int, row)) for row in rng.integers(0, 2**64, (8192, 3), dtype=np.uint64)]
    for player, opponent, key in stored:
        small.store((player, opponent), key, 5, 0, 0, 0, 0)
    hits = sum(small.probe((player, opponent), key) is not None for player, opponent, key in stored)
    assert hits > 0.99 * len(stored)


# Against a dictionary

PAIRS = [(1, 2), (2, 1), (1, 4), (4, 2), (3, 4), (FULL, 0), (2**63, 1)]
KEYS = {(pair, half): half << 63 | number for number, pair in enumerate(PAIRS) for half in (0, 1)}
"""Keys for two buckets: the upper bit chooses."""
places = st.sampled_from(sorted(KEYS))


class TableMachine(RuleBasedStateMachine):
    """A table of two buckets next to a dictionary. Positions of both buckets are stored in any order."""

    @initialize()
    def make(self):
        self.small = SmallTable(2)
        self.entries = {}
        self.ages = {}

    @property
    def age(self):
        return int(self.small.record.age)

    @rule(searches=st.integers(1, 3))
    def next_search(self, searches):
        """Begin another search, of an age that is not a multiple of 32."""
        age = self.age + searches
        self.small.record.age = age + 1 if age % table.AGES == 0 else age

    @rule()
    def clear(self):
        """Begin another generation, in which all entries count as empty."""
        self.small.record.generation += 1
        self.entries, self.ages = {}, {}

    @rule(
        place=places,
        depth=st.integers(1, 4),
        selectivity=st.integers(EXACT - 1, EXACT),
        window=st.tuples(st.integers(-4, 4), st.integers(-4, 4)).map(sorted),
        move=st.sampled_from([3, 4, 63, NO_MOVE]),
    )
    def store(self, place, depth, selectivity, window, move):
        """Store a result: narrow, replace, keep what is better, or take another position's place."""
        low, high = (100 * bound for bound in window)
        self.small.store(place[0], KEYS[place], depth, selectivity, low, high, move)
        if place not in self.entries:
            self.make_room(place)
        self.entries[place] = self.merged(self.entries.get(place), Entry(depth, selectivity, low, high, move))
        self.ages[place] = self.age % table.AGES

    @staticmethod
    def merged(old, new):
        if old is None:
            return new
        if old.draft > new.draft:
            return old
        agrees = old.draft == new.draft and max(old.low, new.low) <= min(old.high, new.high)
        proves_less = agrees and new.low < old.low
        if agrees:
            new.low, new.high = max(old.low, new.low), min(old.high, new.high)
        if proves_less or new.best in (NO_MOVE, old.best):
            new.best, new.second = old.best, old.second
        else:
            new.second = old.best
        return new

    def make_room(self, newcomer):
        """Drop one entry of a full bucket: one of an earlier search if there is one, with the least draft."""
        others = [place for place in self.entries if place[1] == newcomer[1]]
        gone = [place for place in others if self.small.probe(place[0], KEYS[place]) is None]
        assert len(gone) == (len(others) == table.ENTRIES)

        def worth(place):
            return self.ages[place] == self.age % table.AGES, self.entries[place].draft

        for place in gone:
            assert worth(place) == min(map(worth, others))
            del self.entries[place], self.ages[place]

    @invariant()
    def all_that_was_kept_is_found(self):
        """The table holds what the dictionary holds, and nothing else."""
        for place, key in KEYS.items():
            assert self.small.probe(place[0], key) == self.entries.get(place)


TableMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=40)
TestTableMachine = TableMachine.TestCase


@given(
    st.lists(st.tuples(places, st.integers(1, 4)), max_size=12),
    st.lists(st.tuples(places, st.integers(1, 4)), max_size=12),
)
def test_entries_of_an_earlier_generation_change_nothing(earlier, later):
    """A new table and a new generation keep the same entries, in the same locations."""
    new, used = SmallTable(2), SmallTable(2)
    for place, depth in earlier:
        used.store(place[0], KEYS[place], depth, EXACT, 0, 100, 3)
    used.record.generation += 1
    for place, depth in later:
        for small in (new, used):
            small.store(place[0], KEYS[place], depth, EXACT, 0, 100, 3)
    for place, key in KEYS.items():
        assert used.probe(place[0], key) == new.probe(place[0], key)
    entries, others = (
        np.asarray(small_table.memory.words).reshape(-1, table.ENTRY // 8) for small_table in (new, used)
    )
    is_filled = entries[:, table.SEQUENCE // 8] != 0
    assert (others[is_filled, :3] == entries[is_filled, :3]).all()


def test_the_last_sequence_number_does_not_change_the_generation():
    """After its last sequence number, an entry begins again with 0 and is still found."""
    small, word = SmallTable(1), table.SEQUENCE // 8
    small.store((1, 2), 0, 5, EXACT, 0, 100, 9)
    small.memory.words[word] |= np.uint64(2**32 - 2)
    small.store((1, 2), 0, 6, EXACT, 50, 50, 10)
    assert small.memory.words[word] == 1 << 32
    assert small.probe((1, 2), 0) == Entry(6, EXACT, 50, 50, 10, 9)


@cases("age", range(1, 66))
def test_nothing_is_replaced_while_there_is_room(age):
    """No entry is replaced while its bucket has an empty location, whatever its age."""
    small = SmallTable(1)
    for number in range(table.ENTRIES):
        small.record.age = age - 1 if number == 0 else age
        small.store((number + 1, 0), 0, 1, 0, 0, 0, 0)
    assert all(small.probe((number + 1, 0), 0) for number in range(table.ENTRIES))


# Two threads

FACTOR, STEP = word_constant(6364136223846793005), word_constant(1442695040888963407)
SPREAD = word_constant(0x9E37_79B9_7F4A_7C15)
FIFTEEN, DRAFTS = word_constant(15), word_constant(127)


@kernel
def hammer(search: SearchState, seed: Word, rounds: int, counts: Numbers) -> None:
    """Store and probe sixteen positions of one bucket, whose data show whether they belong together.

    Everything that is stored follows from the number of the position and the draft. *counts*
    gets the number of hits and the number of entries that did not belong together.
    """
    for turn in range(rounds):
        seed = seed * FACTOR + STEP
        number = (seed >> to_word(33)) & FIFTEEN
        player = (number + ONE) * SPREAD
        opponent = ~player
        if turn % 64 == 0:
            search.age += 1
        if (seed >> to_word(63)) == ZERO:
            draft = 1 + to_int((seed >> to_word(40)) & DRAFTS)
            low = (draft * 37 + to_int(number) * 101) % 6000 - 3000
            high = low + draft % 7
            table.store(search, player, opponent, ZERO, draft, low, high, (draft + to_int(number)) % 64)
        else:
            data = table.probe(search, player, opponent, ZERO)
            if data != ZERO:
                draft = table.draft(data)
                low = (draft * 37 + to_int(number) * 101) % 6000 - 3000
                fits = table.lower(data) == low and table.upper(data) == low + draft % 7
                fits = fits and table.best_move(data) == (draft + to_int(number)) % 64
                counts[0] += 1
                counts[1] += 0 if fits else 1


def test_an_entry_that_is_being_written_is_left_alone():
    """While the sequence number of an entry is odd, a thread neither reads nor writes the entry."""
    small = SmallTable(1)
    small.store((1, 2), 0, 5, EXACT, 0, 100, 9)
    sequence = table.SEQUENCE // 8
    small.memory.words[sequence] += 1
    before = small.memory.words[: table.ENTRY // 8].tolist()
    small.store((1, 2), 0, 6, EXACT, 50, 50, 10)
    assert small.memory.words[: table.ENTRY // 8].tolist() == before
    assert small.probe((1, 2), 0) is None
    small.memory.words[sequence] += 1
    assert small.probe((1, 2), 0) == Entry(5, EXACT, 0, 100, 9)


def test_threads_never_read_a_torn_entry():
    """Two threads that write to one bucket never read an entry with words from both."""
    small = SmallTable(1)
    counts = np.zeros((2, 8), dtype=np.int64)  # a cache line for each thread
    records = [small.another_record() for _ in range(2)]
    threads = [
        threading.Thread(target=hammer, args=(records[i], i + 1, 4_000_000, counts[i])) for i in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts[:, 1].tolist() == [0, 0]
    assert counts[:, 0].min() > 10_000
    # No entry was left locked: each can still be replaced.
    small.record.age = records[0].age + 1
    for number in range(table.ENTRIES):
        small.store((number + 1, 0), 0, 60, EXACT, 0, 0, 0)
    assert all(small.probe((number + 1, 0), 0) for number in range(table.ENTRIES))
