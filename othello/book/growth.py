"""Growing a book: its positions get one more move each, again and again.

To expand a position, the position after its best outside move is searched and added, and the position itself
is searched for its next best outside move. The results of one expansion are written together, with the
values of all positions before them, so a book that stops growing at any moment is whole.

Expansions are independent: each begins with an empty transposition table, and a round of them is planned
before the first is written. So the same choice gives the same book, with any number of engines.
"""

import queue
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from othello.book.book import Book, first_outside
from othello.book.keys import Key, children, key_of, position_of_key
from othello.book.records import UNKNOWN_MOVE, Record, finished
from othello.book.refresh import propagate, relinked
from othello.book.value import value_of
from othello.documented import documented
from othello.engine import Engine
from othello.limits import Limits
from othello.position import Position
from othello.results import SearchResult
from othello.search.cancel import Cancel
from othello.square import Symmetry

TABLE_MIB: Final = 16
"""Size of the transposition table of each engine; clearing a large one takes longer than a search."""


@documented
@dataclass(frozen=True, slots=True)
class Growth:
    """The state of a book that grows."""

    positions: int
    """Positions that were added so far."""
    searched: int
    """Searches so far."""
    seconds: float
    """Time since the beginning."""
    latest: Position
    """The position that was expanded last."""


class Grower:
    """Expands positions of a book with one or several engines."""

    def __init__(
        self, book: Book, *, level: int, engines: Sequence[Engine] | None = None, source: str = "build"
    ) -> None:
        """Prepare to search at *level*; without *engines* one is made.

        Each engine runs in a thread of its own.
        """
        self.book = book
        self._limits = Limits(level=level)
        self._level = level
        engines = engines or [Engine(table_mib=TABLE_MIB)]
        self._size = len(engines)
        self._free: queue.SimpleQueue[Engine] = queue.SimpleQueue()
        for engine in engines:
            self._free.put(engine)
        self._source = book.store.source(source)
        self._cancel = Cancel()
        self.positions = 0
        """Positions that were added."""
        self.searched = 0
        """Searches."""
        self.total = book.store.count_values()
        """Positions of the book with a value."""

    def begin(self, position: Position) -> None:
        """Search a position and add it, unless the book has it with a value."""
        key, _ = key_of(position)
        record = self.book.store.get(key)
        if record is None or record.value is None:
            self._write(self._carry_out([(key, _linked(self.book, key))]))

    def expand(self, keys: Iterable[Key]) -> Iterator[Growth]:
        """Expand positions of the book, and yield the state after each one.

        If the iteration is left early, running searches are stopped, and their expansions are not written.
        Raises what a search raises.
        """
        begin = time.monotonic()
        pool = ThreadPoolExecutor(self._size, thread_name_prefix="book")
        plans = [(key, _plan(self.book, key)) for key in keys]
        try:
            tasks = [(key, pool.submit(self._carry_out, plan)) for key, plan in plans]
            for key, task in tasks:
                self._write(_waited(task))
                yield Growth(self.positions, self.searched, time.monotonic() - begin, position_of_key(key))
        finally:
            self._cancel.set()
            pool.shutdown(cancel_futures=True)
            self._cancel = Cancel()

    def _carry_out(self, plan: "list[tuple[Key, set[int]]]") -> "list[tuple[Key, SearchResult | None]]":
        """Search positions in turn, each for its best move that is not linked; None if the game is over.

        The searches of a plan share the transposition table, which helps: they are a position and its parent.
        """
        engine = self._free.get()
        try:
            engine.new_game()
            return [(key, self._search(engine, position_of_key(key), len(linked))) for key, linked in plan]
        finally:
            self._free.put(engine)

    def _search(self, engine: Engine, position: Position, links: int) -> SearchResult | None:
        if position.is_over:
            return None
        return engine.go(position, replace(self._limits, multipv=links + 1), cancel=self._cancel)

    def _write(self, found: "Sequence[tuple[Key, SearchResult | None]]") -> None:
        """Write the results of one expansion, and bring all values up to date."""
        store = self.book.store
        with store.transaction():
            for key, result in found:
                old = store.get(key)
                is_new = old is None or old.value is None
                self.positions += is_new
                self.total += is_new
                self.searched += 1
                store.put([(key, self._record(key, old or Record(), result))])
            propagate(store, [key for key, _ in found])

    def _record(self, key: Key, old: Record, result: SearchResult | None) -> Record:
        if result is None:
            score = position_of_key(key).final_score
            return replace(finished(score, self._source), games=old.games)
        moves = children(key)
        known = self.book.store.values(after for _, after in moves)
        line = first_outside(result.lines, {move for move, after in moves if after in known}, Symmetry(0))
        new = replace(
            old,
            lower=max(old.lower, result.lower),
            upper=min(old.upper, result.upper),
            move=None if line is None else int(line.move),
            move_value=None if line is None else value_of(line.score),
            level=self._level,
            source=self._source if old.value is None else old.source,
        )
        return relinked(new, key, moves, known)


def _plan(book: Book, key: Key) -> list[tuple[Key, set[int]]]:
    """Return the searches of an expansion: positions, each with its linked moves.

    The position after the outside move comes first. If the outside move is not known, only the position
    itself is searched.
    """
    record = book.store.get(key)
    assert record is not None, "only positions of the book are expanded"
    linked = _linked(book, key)
    moves = children(key)
    plan = []
    if record.move is not None and record.move != UNKNOWN_MOVE and record.move not in linked:
        after = dict(moves)[record.move]
        plan.append((after, _linked(book, after)))
        linked |= {move for move, each in moves if each == after}
    return plan if len(linked) == len(moves) else [*plan, (key, linked)]


def _linked(book: Book, key: Key) -> set[int]:
    """Return the moves of a position that are links."""
    moves = children(key)
    known = book.store.values(after for _, after in moves)
    return {move for move, after in moves if after in known}


def _waited(task: "Future[list[tuple[Key, SearchResult | None]]]") -> "list[tuple[Key, SearchResult | None]]":
    """Return the result of a task; the wait can be interrupted on every system."""
    while True:
        try:
            return task.result(timeout=0.5)
        except TimeoutError:
            if task.done():
                raise


Choice = Callable[[], list[Key]]
"""Returns the positions to expand next, at most a round of them; none ends the growth."""


def grow(grower: Grower, choose: Choice) -> Iterator[Growth]:
    """Expand positions in rounds until there is none left; yield the state after each one."""
    while keys := choose():
        yield from grower.expand(keys)
