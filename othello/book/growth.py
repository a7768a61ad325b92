"""Grows a book by expanding positions.

Expanding a position takes two searches. One searches the position after the best outside move, which is added
to the book. The other searches the position itself for its next best outside move. Both results and the new
values of all earlier positions are written in a single transaction, so the book stays consistent even if its
growth is interrupted.

With the same options, a book grows in the same way with any number of workers, even if the process is killed
and restarted. For this purpose, every expansion begins with an empty transposition table. All expansions of a
round are planned before any of them is written, and they are written in the planned order. The book stores
the round's plans and how many of them have been carried out. If other expansions of the round add the
positions after all moves that a search found, the position has no outside move until it is expanded again.
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
"""Settings of the engines. The table is small, because clearing a large table takes longer than a search."""
ROUND: Final = "round"
"""The name under which the book stores the round. The first line is the choice, and each further line is a
plan."""
DONE: Final = "round done"
"""The name under which the book stores how many plans of the round have been carried out."""
_PLAN: Final = re.compile(r"(?:(?:^| )[0-9a-f]{1,16} [0-9a-f]{1,16} [0-9a-f]{1,2}){1,2}")
Plan: TypeAlias = tuple[tuple[Key, int], ...]
"""The searches of an expansion: each position with its number of links, which are moves that the search must
exclude."""
Found: TypeAlias = list[SearchResult | None]
"""The results of a plan's searches. A result is None if the game is over in a position."""


@dataclass(frozen=True, slots=True)
class Expansions:
    """A task that searches the positions of plans (see `othello.jobs.task`)."""

    searches: Searches
    """Settings of the engine."""
    level: int
    """Level of the searches, 0-60."""

    def open(self) -> FunctionWorker[Plan, Found]:
        """Return a worker with a new engine."""
        engine = self.searches.engine()
        return FunctionWorker(partial(self._expand, engine), engine.close)

    def _expand(self, engine: Engine, plan: Plan) -> Found:
        """Search each position of a plan for its best move that is not a link.

        The second search keeps the first search's transposition table, because one position follows the
        other.
        """
        engine.new_game()
        return [self._search(engine, position_of_key(key), links) for key, links in plan]

    def _search(self, engine: Engine, position: Position, links: int) -> SearchResult | None:
        if position.is_over:
            return None
        return engine.play(position, Limits(level=self.level, multipv=links + 1))


class Grower:
    """Expands positions in a book with the workers of an executor."""

    def __init__(self, book: Book, workers: Executor[Plan, Found], *, level: int, choice: str = "") -> None:
        """Prepare to expand positions in *book*.

        level  -- level of the workers' searches
        choice -- a line with all settings that affect the chosen positions and their values. If a run was
                  killed, the next run with the same choice finishes its round.
        """
        self.book = book
        self._choice = choice
        self._workers = workers
        self._level = level
        self._source = book.store.source("build")
        self.positions = 0
        """How many positions were added."""
        self.total = book.store.count_values()
        """How many positions in the book have a value."""

    def begin(self, position: Position) -> None:
        """Search a position and add it, unless it is already in the book with a value."""
        key, _ = key_of(position)
        record = self.book.store.get(key)
        if record is None or record.value is None:
            for search in self._results([((key, len(links(self.book.store, key)[0])),)]):
                self._write(search.job, search.result)

    def expand(self, keys: Iterable[Key]) -> Iterator[Position]:
        """Expand positions in the book and yield each position after its expansion has been written.

        If you stop the iteration early, the remaining expansions are not written. Raises OthelloError if a
        position cannot be searched.
        """
        plans = [_plan(self.book, key) for key in keys]
        with self.book.store.transaction():
            self.book.store.set_meta(ROUND, "\n".join([self._choice, *map(_format_plan, plans)]))
            self.book.store.set_meta(DONE, "0")
        yield from self.resume()

    def resume(self) -> Iterator[Position]:
        """Finish the round begun by an earlier run with the same choice. Yield positions as `expand` does."""
        store = self.book.store
        done, plans = store.count_of(DONE), self._plans()
        for search in self._results(plans[done:]):
            with store.transaction():
                self._write(search.job, search.result)
                store.set_meta(DONE, str(done + search.number + 1))
            yield position_of_key(search.job[-1][0])

    def _results(self, plans: list[Plan]) -> Iterator[Finished[Plan, Found]]:
        """Yield the results of plans, in the order of the plans."""
        return in_order(self._workers.results(plans, lambda plan: "a position cannot be searched: "))

    def _plans(self) -> list[Plan]:
        """Return the stored round's plans, or [] if the round is damaged or belongs to another choice."""
        name, *lines = (self.book.store.meta(ROUND) or "").split("\n")
        with contextlib.suppress(ValueError):
            return [_parse_plan(line) for line in lines] if name == self._choice else []
        return []

    def _write(self, plan: Plan, results: Sequence[SearchResult | None]) -> None:
        """Write the results of an expansion and update all values that depend on them."""
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
    """Return a plan as a line of hexadecimal numbers: two bitboards and a link count for each search."""
    return " ".join(f"{player:x} {opponent:x} {links:x}" for (_, player, opponent), links in plan)


def _parse_plan(line: str) -> Plan:
    """Return the plan in a line written by `_format_plan`. Raises ValueError if it is not a plan."""
    if not _PLAN.fullmatch(line):
        raise ValueError(f"{line!r} is not a plan")
    numbers = [int(word, 16) for word in line.split()]
    parts = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return tuple(
        (key_of(Position(player, opponent, Color.BLACK))[0], links) for player, opponent, links in parts
    )


def _plan(book: Book, key: Key) -> Plan:
    """Return the searches that expand a position.

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
    if len(linked) < len(moves):  # if this is false, the position has no other outside move
        plan.append((key, len(linked)))
    return tuple(plan)


def grow(grower: Grower, choose: Callable[[], list[Key]]) -> Iterator[Position]:
    """Expand positions in rounds and yield each position after its expansion has been written.

    *choose* is called before each round. It returns the positions to expand, or an empty list to stop.
    """
    yield from grower.resume()
    while keys := choose():
        yield from grower.expand(keys)
