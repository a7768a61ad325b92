"""The facade: everything a front end needs of the engine.

    with Engine() as engine:
        print(engine.play(Board(), Limits(level=8)))

An engine searches one position at a time and keeps what it found for the next; whoever asks
it for something else meanwhile gets a RuntimeError. `stop` may be called from any thread.
`go` is what all the others are made of.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from othello.board import Board, position_of
from othello.kernels.constants import EXACT
from othello.limits import Goal, Limits
from othello.position import Position
from othello.results import Info, Line, SearchResult
from othello.score import Discs, Score
from othello.search import clock, evaluation_files, levels
from othello.search.analysis import Analysis
from othello.search.cancel import Cancel
from othello.search.evaluation import Evaluation
from othello.search.progress import Progress, before_pass
from othello.search.schedule import Plan
from othello.search.searcher import Searcher
from othello.settings import (
    DEFAULT,
    DEFAULT_TABLE_MIB,
    MAX_TABLE_MIB,
    MAX_THREADS,
    MIN_TABLE_MIB,
    EngineSettings,
)
from othello.square import MAX_MOVES, PASS

R = TypeVar("R", Info, SearchResult)

FRESH_MIB: Final = 1
"""Size of the table of `Engine.evaluate_moves`."""
FOR_EVER: Final = Limits(level=levels.STRONGEST)
"""What bounds an analysis without limits: it goes on until the position is solved."""


@dataclass(frozen=True, slots=True)
class _Running:
    """The search that an engine is taken for."""

    cancel: Cancel
    """Stops this search and no other."""
    began: float
    """When the engine was taken, in seconds."""


class Engine:
    """An Othello player and solver.

    >>> with Engine(table_mib=1) as engine:
    ...     result = engine.play(Board.parse("f5d6c3"), Limits(depth=6))
    ...     result.score.depth, result.was_stopped, len(engine.analyse(Board(), Limits(depth=2, multipv=4)))
    (6, False, 4)
    """

    def __init__(
        self,
        *,
        table_mib: float = DEFAULT_TABLE_MIB,
        level: int = levels.DEFAULT,
        threads: int = 1,
        evaluation: Evaluation | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Make an engine with a transposition table of *table_mib* mebibytes.

        *level* (0-60) is how it plays when limits name neither level, depth, nodes, time nor
        goal. With one thread (1-256) a search is the same on every run; with more it is faster,
        and its proved values are the same. Without *evaluation* the shipped one is used. *now*
        returns the time in seconds, from any beginning. Raises ValueError when a number is out
        of its range.
        """
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"{threads} threads: there must be from 1 to {MAX_THREADS}")
        if not MIN_TABLE_MIB <= table_mib <= MAX_TABLE_MIB:
            raise ValueError(
                f"a table of {table_mib} MiB: it must be from {MIN_TABLE_MIB} to {MAX_TABLE_MIB} MiB"
            )
        self.level = Limits(level=level).level or 0
        self._evaluation = evaluation
        self._now = now
        self._searcher = Searcher(table_mib, threads, evaluation, now)
        self._active = self._searcher
        """What searches, or searched last."""
        self._running: _Running | None = None
        self._closing = Cancel()
        self._fresh: Searcher | None = None
        """What searches for `look`; made when it is first needed."""
        self._in_use = threading.Lock()
        self._has_passed = False

    @classmethod
    def from_settings(cls, settings: EngineSettings = DEFAULT) -> "Engine":
        """Make an engine from *settings*; raises FormatError if the file of weights cannot be used."""
        evaluation = evaluation_files.load(settings.weights)
        return cls(table_mib=settings.table_mib, threads=settings.threads, evaluation=evaluation)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search that runs, and give the memory back; the engine cannot be used any more."""
        self._closing.set()
        with self._in_use:
            self._searcher.close()
            if self._fresh is not None:
                self._fresh.close()

    def new_game(self) -> None:
        """Forget everything that was found out, so that the next search is that of a new engine."""
        with self._used():
            self._searcher.clear()

    def stop(self, *, older_than: float = 0.0) -> bool:
        """End the search that runs; its `go` returns the best so far within 50 ms.

        A search that has run for fewer than *older_than* seconds goes on. Returns whether a
        search was told to end. May be called from any thread.
        """
        running = self._running
        if running is None or self._now() - running.began < older_than:
            return False
        running.cancel.set()
        return True

    def progress(self) -> Progress | None:
        """How far the search is that runs, or that ran last; None if there was none yet.

        It may be called from any thread, as often as you like, and does not slow the search.

        >>> with Engine(table_mib=1) as engine:
        ...     nothing, _ = engine.progress(), engine.solve(Board.parse("X" * 62 + "O- X"))
        ...     nothing, engine.progress().lower, engine.progress().upper
        (None, 64, 64)
        """
        found = self._active.progress()
        if found is None or not self._has_passed:
            return found
        return before_pass(found, found.line and _passed_line(found.line))

    def play(self, board: Board | Position, limits: Limits | None = None) -> SearchResult:
        """The best move, its value and the line that is expected; the board stays as it is.

        >>> with Engine(table_mib=1) as engine:
        ...     print(engine.play(Board.parse("X" * 62 + "O- X")))
        h8 +64: h8
        """
        return self.go(position_of(board), limits)

    def analyse(
        self, board: Board | Position, limits: Limits | None = None, *, multipv: int | None = None
    ) -> tuple[Line, ...]:
        """The best moves with their values and lines, the best first.

        There are *multipv* of them, by default as many as `limits.multipv`, or as many as the
        position has; none when the game is over. Raises ValueError for a *multipv* below 1.
        """
        return self.go(position_of(board), (limits or Limits()).with_multipv(multipv)).lines

    def solve(
        self, board: Board | Position, limits: Limits | None = None, *, wld: bool = False
    ) -> SearchResult:
        """The exact value of a position and a perfect line; or, for *wld*, whether it is won, drawn or lost.

        That takes a moment up to 20 empty squares, perhaps minutes with 26, hours with 32. Limits
        of nodes or time end it earlier: then `was_stopped` is true, and the score says what is
        known; other limits have no effect.
        """
        goal = Goal.WLD if wld else Goal.EXACT
        return self.go(position_of(board), replace(limits or Limits(), goal=goal))

    def analysis(
        self, board: Board | Position, limits: Limits | None = None, *, multipv: int | None = None
    ) -> Analysis:
        """A search that goes on in the background, whose infos are read while it does.

        Without *limits* it goes on until the position is solved, or until it is stopped.
        *multipv* is the number of lines, as for `analyse`.
        """
        position, limits = position_of(board), (limits or FOR_EVER).with_multipv(multipv)

        cancel = self._take()

        def search(on_info: Callable[[Info], None]) -> SearchResult:
            return self._search(position, limits, on_info, cancel)

        return Analysis(search, cancel, self._release)

    def go(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Search *position* within *limits* and return the best move and its value.

        A side that must pass gets the move PASS and the value of the position after it. With
        the game over there is no move, and the value is the result. *on_info* is called in
        this thread after every iteration, or, where several lines are asked for, after each line
        of it. *cancel* stops the search when it is set, at once if that was before; other than
        `stop` it cannot come too early, nor reach another search.
        """
        with self._used(cancel) as running:
            return self._search(position, limits or Limits(), on_info, running)

    def evaluate_moves(
        self,
        board: Board | Position,
        limits: Limits | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Search every move of a position, with one thread that knows nothing of earlier searches.

        So the values are the same on every run, whatever was searched before, unless time or
        `stop` ends the search. `lines` of the result has all moves; of *limits* all but its
        lines count. It is meant for low levels: its table has `FRESH_MIB`.
        """
        with self._used(cancel) as running:
            if self._fresh is None:
                self._fresh = Searcher(FRESH_MIB, 1, self._evaluation, self._now)
            self._fresh.clear()
            every = replace(limits or Limits(), multipv=MAX_MOVES)
            return self._search(position_of(board), every, None, running, self._fresh)

    def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], None] | None,
        running: Cancel,
        searcher: Searcher | None = None,
    ) -> SearchResult:
        """What `go` finds, or another *searcher*; the caller has taken the engine."""
        if position.is_over:
            score = Score.exact(position.final_score, position.turn)
            value = position.final_score
            return SearchResult(None, score, 0, 0, 0.0, (), lower=value, upper=value)
        self._active, self._has_passed = searcher or self._searcher, position.must_pass
        with self._closing.calls(running.set):
            if position.must_pass:
                return self._after_pass(position.pass_turn(), limits, on_info, running)
            return self._active.search(position, self._plan(position, limits), running, on_info)

    def _after_pass(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], None] | None,
        running: Cancel,
    ) -> SearchResult:
        """The result of a search after a pass, as the side that passed sees it."""

        def tell(info: Info) -> None:
            if on_info is not None:
                on_info(_passed(info))

        # The pass is the only move, and so the only line.
        plan = self._plan(position, replace(limits, multipv=1))
        found = self._active.search(position, plan, running, tell)
        return _passed(found, move=PASS, lower=Discs(-found.upper), upper=Discs(-found.lower))

    @contextmanager
    def _used(self, cancel: Cancel | None = None) -> Iterator[Cancel]:
        """In this context nobody else can use the engine; yields what stops the search in it."""
        running = self._take()
        try:
            with (cancel or Cancel()).calls(running.set):
                yield running
        finally:
            self._release()

    def _take(self) -> Cancel:
        """Take the engine for one search, and return what stops that search.

        Raises RuntimeError if the engine is taken already, or closed.
        """
        if not self._in_use.acquire(blocking=False):
            raise RuntimeError("the engine is searching: stop that search first, or make another engine")
        if self._closing.is_set():
            self._in_use.release()
            raise RuntimeError("the engine is closed: make another one")
        self._running = _Running(Cancel(), self._now())
        return self._running.cancel

    def _release(self) -> None:
        """Give the engine back after a search."""
        self._running = None
        self._in_use.release()

    def _plan(self, position: Position, limits: Limits) -> Plan:
        """How deep to search, how long, and what for."""
        empties, calibration = position.empties, self._active.calibration
        budget = clock.budget(limits, empties, calibration.speed, calibration.delay)
        depth, selectivity = empties, EXACT
        if limits.goal is Goal.MOVE:
            if limits.depth is not None and limits.depth < empties:
                depth, selectivity = limits.depth, levels.selectivity_of(limits.depth)
            level = limits.level
            if level is None and limits.depth is None and limits.nodes is None and budget is None:
                level = self.level
            if level is not None:
                depth, selectivity = min((depth, selectivity), levels.depth_and_selectivity(level, empties))
        return Plan(depth, selectivity, limits.goal, limits.nodes, budget, limits.multipv)


def _passed(found: R, **changes: Any) -> R:
    """What was found after a pass, as the side that passed sees it."""
    lines = tuple(map(_passed_line, found.lines))
    return replace(found, score=-found.score, pv=(PASS, *found.pv), lines=lines, **changes)


def _passed_line(line: Line) -> Line:
    return Line(-line.score, line.depth, (PASS, *line.pv))
