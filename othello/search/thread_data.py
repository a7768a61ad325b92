"""The memory of one search thread, except for the table, which all threads share.

Kernels take the thread's record as an argument. No other Python module uses the fields of a record.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from othello.errors import FormatError
from othello.kernels import bound_cache, evaluation_cache, features, ordering, root, search_state, table
from othello.kernels.bits import Word
from othello.kernels.constants import EXACT, NO_SCORE
from othello.kernels.geometry import Square
from othello.native import memory
from othello.rules.position import Position
from othello.rules.square import PASS_NUMBER
from othello.search import evaluation_files
from othello.search.network import Network

ROOT_ITEM: Final = ordering.ITEM // 8
"""Number of 64-bit words per item in the list of root moves."""


class Words(NamedTuple):
    """A position as arguments for kernels."""

    player: Word
    opponent: Word
    key: Word
    color: int

    @classmethod
    def of(cls, position: Position) -> "Words":
        """Return the arguments for *position*: both bitboards, the hash key and the color to move."""
        return cls(position.player, position.opponent, position.key, position.turn.value)


@dataclass(frozen=True, slots=True)
class RootState:
    """The progress of a search of the root moves."""

    nodes: int
    """Positions that this thread has searched since the search began."""
    done: int
    """Number of root moves that have been searched."""
    best: int
    """Highest value, in centidiscs, of the root moves searched so far, or NO_SCORE if there are none."""
    move: Square
    """The root move with this value. It is undefined if no root move has been searched."""
    effort: tuple[int, ...]
    """Positions searched under each root move, in list order. 0 for moves that have not been searched yet."""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What the table contains about a position."""

    move: Square | None
    """The hash move, or None if it is missing or illegal."""
    lower: int
    """Lower bound on the value in centidiscs."""
    upper: int
    """Upper bound on the value in centidiscs."""
    is_exact: bool
    """Whether these are proved bounds on the final score rather than on an estimate."""


class ThreadData:
    """The record of a thread, and the memory to which the record points."""

    def __init__(self, shared: memory.Memory, evaluation: Network | None = None) -> None:
        """Allocate the memory of a thread. *shared* is a table from `table.new_table`.

        *evaluation* is the shipped network by default.
        """
        evaluation = evaluation or evaluation_files.shipped()
        self._table = shared
        self._evaluation = evaluation.arrays()
        self._cache = memory.Memory(8 * bound_cache.WORDS)
        self._evaluations = memory.Memory(8 * evaluation_cache.WORDS)
        self._features = memory.Memory(8 * features.WORDS)
        self.root_moves = memory.Memory(8 * ordering.WORDS)
        """Memory for the list of root moves (see `kernels.root`)."""
        self.record = search_state.State(
            table=shared.address,
            buckets=shared.size // table.BUCKET,
            generation=1,
            features=self._features.address,
            bound_cache=self._cache.address,
            evaluations=self._evaluations.address,
            root_moves=self.root_moves.address,
            node_limit=search_state.UNLIMITED,
            selectivity=EXACT,
            **{name: array.address for name, array in self._evaluation.items()},
        )
        """The state that kernels take as their first argument (see `kernels.search_state`)."""
        self._marks: memory.Memory | None = None

    def clear(self) -> None:
        """Forget all earlier searches. This also clears the shared table."""
        generation = self.record.generation
        if generation in (1, table.LAST_GENERATION):
            # The first call also makes the operating system provide the memory. On a virtual machine, this
            # can take half a second, which a search with a time limit should not lose.
            self._table.clear()
        self.record.generation = generation % table.LAST_GENERATION + 1
        self.clear_own()

    def clear_own(self) -> None:
        """Forget the earlier searches of this thread, but keep the shared table."""
        self._cache.clear()
        self._evaluations.clear()
        self.record.age = 0

    # Methods for a whole search.

    def check(self) -> None:
        """Check that the network's file, which is mapped into memory, has not been truncated.

        Raises FormatError if the file has been truncated, because kernels can then no longer read the
        network.
        """
        if name := self._evaluation["network"].cut_file():
            raise FormatError(name, None, "the file was truncated while it was in use: restart the program")

    def begin(self) -> None:
        """Prepare for a new search: mark all entries of the table as old and count nodes from 0.

        Raises the same exceptions as `check`.
        """
        self.check()
        self.record.age += 1
        self.record.nodes, self.record.stop = 0, 0

    def join(self, other: "ThreadData") -> None:
        """Join the search that *other* has begun, with the same node limit."""
        self.record.age, self.record.generation = other.record.age, other.record.generation
        self.record.nodes = 0
        self.node_limit = other.node_limit

    @property
    def nodes(self) -> int:
        """Positions searched since the search began."""
        return int(self.record.nodes)

    @property
    def node_limit(self) -> int:
        """The number of positions after which the thread stops."""
        return int(self.record.node_limit)

    @node_limit.setter
    def node_limit(self, nodes: int) -> None:
        self.record.node_limit = nodes

    @property
    def is_stopped(self) -> bool:
        """Whether this thread's search was stopped, by itself or by another thread."""
        return bool(self.record.stop)

    @is_stopped.setter
    def is_stopped(self, is_stopped: bool) -> None:
        self.record.stop = is_stopped

    def share_marks(self, marks: memory.Memory) -> None:
        """Use *marks*, shared by all threads, to mark the positions that this thread is searching.

        *marks* has `kernels.abdada.WORDS` words.
        """
        self._marks = marks
        self.record.marks = marks.address

    def probe(self, position: Position) -> TableEntry | None:
        """Return what the table contains about *position*, or None if there is no entry."""
        player, opponent, key, _ = Words.of(position)
        data = table.probe(self.record, player, opponent, key)
        if not data:
            return None
        move = table.best_move(data)
        is_legal = move < PASS_NUMBER and position.legal_moves_bits >> move & 1
        is_exact = table.draft(data) >= table.draft_of(position.empties, EXACT)
        return TableEntry(move if is_legal else None, table.lower(data), table.upper(data), is_exact)

    # Methods for the root moves.

    def set_root(self, moves: list[Square], selectivity: int) -> None:
        """Set the root moves of the next search, in search order."""
        for item, square in enumerate(moves):
            self.root_moves.words[item * ROOT_ITEM + root.SQUARE // 8] = square
            self.root_moves.words[item * ROOT_ITEM + root.NODES // 8] = 0
        self.record.root_count = len(moves)
        self.record.root_done, self.record.root_best = 0, NO_SCORE
        self.record.selectivity, self.record.probes = selectivity, 0

    def root_state(self) -> RootState:
        """Return how far the search of the root moves has progressed. Any thread may call this."""
        end = self.record.root_count * ROOT_ITEM
        return RootState(
            nodes=self.record.nodes,
            done=self.record.root_done,
            best=self.record.root_best,
            move=self.record.root_move,
            effort=tuple(self.root_moves.words[root.NODES // 8 : end : ROOT_ITEM]),
        )

    def copy_root(self, other: "ThreadData") -> None:
        """Copy the root moves of *other* and the progress of its search."""
        self.root_moves.words[:] = other.root_moves.words
        for name in ("root_count", "root_done", "root_best", "root_move", "selectivity", "probes"):
            setattr(self.record, name, getattr(other.record, name))
