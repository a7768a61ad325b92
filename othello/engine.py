"""The facade: everything a front end needs of the engine.

    engine = Engine()
    result = engine.go(Position.start(), Limits(level=8))
    print(format_move(result.move), result.score)

An engine searches one position at a time and keeps what it found for the next. `stop` may
be called from any thread.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from othello import clock, levels
from othello.kernels.table import EXACT
from othello.limits import Goal, Limits
from othello.position import Position
from othello.results import Info, Line, SearchResult
from othello.schedule import Plan
from othello.score import Score
from othello.search import Searcher
from othello.square import PASS
from othello.weights import Weights

DEFAULT_TABLE_MIB: Final = 256
MIN_TABLE_MIB: Final = 1
MAX_TABLE_MIB: Final = 1 << 20
MAX_THREADS: Final = 256
R = TypeVar("R", Info, SearchResult)


class Engine:
    """An Othello player and solver."""

    def __init__(
        self,
        *,
        table_mib: float = DEFAULT_TABLE_MIB,
        level: int = levels.DEFAULT,
        threads: int = 1,
        evaluation: Weights | None = None,
    ) -> None:
        """Make an engine with a transposition table of *table_mib* mebibytes.

        *level* (0-60) is how it plays when limits name neither level, depth, nodes, time nor
        goal. With one thread (1-256) a search is the same on every run; with more it is faster,
        and its proved values are the same. *evaluation* stands for the weights that are shipped.
        Raises ValueError when a number is out of its range.
        """
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"{threads} threads: there must be from 1 to {MAX_THREADS}")
        if not MIN_TABLE_MIB <= table_mib <= MAX_TABLE_MIB:
            raise ValueError(
                f"a table of {table_mib} MiB: it must be from {MIN_TABLE_MIB} to {MAX_TABLE_MIB} MiB"
            )
        self.level = Limits(level=level).level or 0
        self._searcher = Searcher(table_mib, threads, evaluation)

    def new_game(self) -> None:
        """Forget everything that was found out, so that the next search is that of a new engine."""
        self._searcher.clear()

    def stop(self) -> None:
        """End the search that runs; its `go` returns the best so far within 50 ms."""
        self._searcher.stop()

    def go(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> SearchResult:
        """Search *position* within *limits* and return the best move and its value.

        A side that must pass gets the move PASS and the value of the position after it. With
        the game over there is no move, and the value is the result. *on_info* is called in
        this thread after every iteration, or, where several lines are asked for, after each line
        of it. A *cancel* that is set before the search begins stops it at once, where a `stop`
        would come too early; afterwards it has no effect.
        """
        limits = limits or Limits()
        if position.is_over:
            score = Score.exact(position.final_score, position.turn)
            return SearchResult(None, score, 0, 0, 0.0, ())
        if position.must_pass:
            return self._after_pass(position.pass_turn(), limits, on_info, cancel)
        return self._searcher.search(position, self._plan(position, limits), on_info, cancel)

    def _after_pass(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], None] | None,
        cancel: threading.Event | None,
    ) -> SearchResult:
        """The result of a search after a pass, as the side that passed sees it."""

        def tell(info: Info) -> None:
            if on_info is not None:
                on_info(_passed(info))

        # The pass is the only move, and so the only line.
        plan = self._plan(position, replace(limits, lines=1))
        return _passed(self._searcher.search(position, plan, tell, cancel), move=PASS)

    def _plan(self, position: Position, limits: Limits) -> Plan:
        """How deep to search, how long, and what for."""
        empties = position.empties
        budget = clock.budget(limits, empties)
        depth, selectivity = empties, EXACT
        if limits.goal is Goal.MOVE:
            if limits.depth is not None and limits.depth < empties:
                depth, selectivity = limits.depth, levels.selectivity_of(limits.depth)
            level = limits.level
            if level is None and limits.depth is None and limits.nodes is None and budget is None:
                level = self.level
            if level is not None:
                depth, selectivity = min((depth, selectivity), levels.depth_and_selectivity(level, empties))
        return Plan(depth, selectivity, limits.goal, limits.nodes, budget, limits.lines)


def _passed(found: R, **changes: Any) -> R:
    """What was found after a pass, as the side that passed sees it."""
    lines = tuple(map(_passed_line, found.lines))
    return replace(found, score=-found.score, pv=(PASS, *found.pv), lines=lines, **changes)


def _passed_line(line: Line) -> Line:
    return Line(-line.score, line.depth, (PASS, *line.pv))
