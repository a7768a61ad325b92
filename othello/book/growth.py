"""Grows a book by expanding positions.

To expand a position, the position after its best outside move is searched and added, and the position itself
is searched for its next best outside move. One transaction writes the results of an expansion and the new
values of all earlier positions, so the book is consistent whenever it stops growing.

The same choice gives the same book, with any number of workers and after kills. For this, every expansion
begins with an empty transposition table. A round of expansions is planned before the first expansion is
written, and expansions are written in the order of the plan. The book stores the plans of the round and how
many are done. If other expansions of the round turn all lines of a search into links, the position gets its
next outside move only when it is expanded again.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from othello.book.book import Book
from othello.book.keys import Key, children, key_of, position_of_key
from othello.book.propagation import links, propagate, searched
from othello.book.records import UNKNOWN_MOVE
from othello.jobs.executor import Executor, in_order
from othello.jobs.task import Finished, FunctionWorker
from othello.rules.position import Position
from othello.rules.score import Color
from othello.search.engine import Engine
from othello.search.jobs import Searches
from othello.search.limits import Limits
from othello.search.results import SearchResult
from othello.search.settings import EngineSettings

SETTINGS: Final = EngineSettings(table_mib=16)
"""Settings of the engines. The table is small, because clearing a large one takes longer than a search."""
ROUND: Final = "round"
"""Name of the stored text with the choice and the plans of the round, one in each line."""
DONE: Final = "round done"
"""Name of the stored number of plans that are done."""
_PLAN: Final = re.compile(r"(?:(?:^| )[0-9a-f]{1,16} [0-9a-f]{1,16} [0-9a-f]{1,2}){1,2}")
Plan: TypeAlias = tuple[tuple[Key, int], ...]
"""The searches of an expansion: positions with the number of their links, which the search must skip."""
Found: TypeAlias = list[SearchResult | None]
"""The results of a plan, with None for a finished game."""


@dataclass(frozen=True, slots=True)
class Expansions:
    """The task of searching the positions of plans, see `othello.jobs.task`."""

    searches: Searches
    """Settings of the engine."""
    level: int
    """Level of the searches, 0-60."""

    def open(self) -> FunctionWorker[Plan, Found]:
        """Return a worker with its own engine."""
        engine = self.searches.engine()
        return FunctionWorker(partial(self._expand, engine), engine.close)

    def _expand(self, engine: Engine, plan: Plan) -> Found:
        """Search each position for its best move that is not a link.

        The searches share the transposition table, because one position is the parent of the other.
        """
        engine.new_game()
        return [self._search(engine, position_of_key(key), links) for key, links in plan]

    def _search(self, engine: Engine, position: Position, links: int) -> SearchResult | None:
        if position.is_over:
            return None
        return engine.play(position, Limits(level=self.level, multipv=links + 1))


class Grower:
    """Expands positions of a book with the workers of an executor."""

    def __init__(self, book: Book, workers: Executor[Plan, Found], *, level: int, choice: str = "") -> None:
        """Prepare to expand positions of *book*.

        level  -- level of the workers' searches
        choice -- everything that affects which positions are chosen and their values, in one line. A run
                  with the same choice finishes the round of a run that was killed.
        """
        self.book = book
        self._choice = choice
        self._workers = workers
        self._level = level
        self._source = book.store.source("build")
        self.positions = 0
        """Number of positions that were added."""
        self.total = book.store.count_values()
        """Number of the book's positions with a value."""

    def begin(self, position: Position) -> None:
        """Search a position and add it, unless it is in the book with a value."""
        key, _ = key_of(position)
        record = self.book.store.get(key)
        if record is None or record.value is None:
            for search in self._results([((key, len(links(self.book.store, key)[0])),)]):
                self._write(search.job, search.result)

    def expand(self, keys: Iterable[Key]) -> Iterator[Position]:
        """Expand positions of the book, and yield each position when its expansion is written.

        If you leave the iteration early, the remaining expansions are not written. Raises OthelloError if a
        position cannot be searched.
        """
        plans = [_plan(self.book, key) for key in keys]
        with self.book.store.transaction():
            self.book.store.set_meta(ROUND, "\n".join([self._choice, *map(_format_plan, plans)]))
            self.book.store.set_meta(DONE, "0")
        yield from self.resume()

    def resume(self) -> Iterator[Position]:
        """Expand the rest of the round that a run with the same choice began, as `expand` does."""
        store = self.book.store
        done, plans = store.count_of(DONE), self._plans()
        for search in self._results(plans[done:]):
            with store.transaction():
                self._write(search.job, search.result)
                store.set_meta(DONE, str(done + search.number + 1))
            yield position_of_key(search.job[-1][0])

    def _results(self, plans: list[Plan]) -> Iterator[Finished[Plan, Found]]:
        """Yield plans with their results, in the order of the plans."""
        return in_order(self._workers.results(plans, lambda plan: "a position cannot be searched: "))

    def _plans(self) -> list[Plan]:
        """Return the plans of the round in the book, or [] if the round is of another choice or damaged."""
        name, *lines = (self.book.store.meta(ROUND) or "").split("\n")
        with contextlib.suppress(ValueError):
            return [_parse_plan(line) for line in lines] if name == self._choice else []
        return []

    def _write(self, plan: Plan, results: Sequence[SearchResult | None]) -> None:
        """Write the results of an expansion, and update all values."""
        store = self.book.store
        with store.transaction():
            for (key, _), result in zip(plan, results, strict=True):
                old, new = store.get(key), searched(store, key, result)
                is_new = old is None or old.value is None
                self.positions += is_new
                self.total += is_new
                level = None if result is None else self._level
                store.put([(key, replace(new, level=level, source=self._source if is_new else new.source))])
            propagate(store, [key for key, _ in plan])


def _format_plan(plan: Plan) -> str:
    """Return a plan as a line: for each search the bitboards of the position and the number of links."""
    return " ".join(f"{player:x} {opponent:x} {links:x}" for (_, player, opponent), links in plan)


def _parse_plan(line: str) -> Plan:
    """Return the plan in a line. Raises ValueError."""
    if not _PLAN.fullmatch(line):
        raise ValueError(f"{line!r} is not a plan")
    numbers = [int(word, 16) for word in line.split()]
    parts = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return tuple(
        (key_of(Position(player, opponent, Color.BLACK))[0], links) for player, opponent, links in parts
    )


def _plan(book: Book, key: Key) -> Plan:
    """Return the searches of an expansion.

    The position after the outside move comes first. If the outside move is unknown, only the position itself
    is searched.
    """
    record = book.store.get(key)
    assert record is not None, "only positions of the book are expanded"
    moves, linked = children(key), set(links(book.store, key)[0])
    plan: list[tuple[Key, int]] = []
    if record.move is not None and record.move != UNKNOWN_MOVE and record.move not in linked:
        after = dict(moves)[record.move]
        plan.append((after, len(links(book.store, after)[0])))
        linked |= {move for move, child in moves if child == after}
    if len(linked) < len(moves):  # or else the position has no further outside move
        plan.append((key, len(linked)))
    return tuple(plan)


def grow(grower: Grower, choose: Callable[[], list[Key]]) -> Iterator[Position]:
    """Expand positions in rounds, and yield each position after its expansion.

    *choose* returns the positions of the next round. An empty list ends the growth.
    """
    yield from grower.resume()
    while keys := choose():
        yield from grower.expand(keys)
