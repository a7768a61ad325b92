"""The facade: everything a front end needs of the engine.

    with Engine() as engine:
        print(engine.play(Board(), Limits(level=8)))

An engine runs one search at a time, and its table lives on from search to search. Starting
another search meanwhile raises RuntimeError; `stop`, `close` and `progress` may be called from
any thread. All searches end up in `Engine.go`, except `evaluate_moves`.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

from othello.board import Board, position_of
from othello.kernels.constants import EXACT
from othello.limits import Goal, Limits
from othello.position import Position
from othello.results import Info, Line, SearchResult
from othello.score import Score
from othello.search import clock, evaluation_files, levels
from othello.search.analysis import Analysis
from othello.search.cancel import Cancel
from othello.search.evaluation import Evaluation
from othello.search.passes import info_before_pass, progress_before_pass, result_before_pass
from othello.search.progress import Progress
from othello.search.schedule import Plan
from othello.search.searcher import Searcher
from othello.search.slot import Slot
from othello.settings import (
    DEFAULT,
    DEFAULT_TABLE_MIB,
    MAX_TABLE_MIB,
    MAX_THREADS,
    MIN_TABLE_MIB,
    EngineSettings,
)
from othello.square import MAX_MOVES

FRESH_MIB: Final = 1
"""Size of the table of `Engine.evaluate_moves`."""
UNTIL_SOLVED: Final = Limits(level=levels.STRONGEST)
"""Limits of an analysis without limits."""


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

        *level* (0-60) counts when the limits of a search name neither level, depth, nodes, time
        nor goal. With one thread a search is the same on every run; with more (up to 256) it is
        faster, and its proved values are the same. Without *evaluation* the shipped one is used.
        *now* returns the time in seconds, from any beginning. Raises ValueError if a number is
        out of its range.
        """
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"{threads} threads: there must be from 1 to {MAX_THREADS}")
        if not MIN_TABLE_MIB <= table_mib <= MAX_TABLE_MIB:
            raise ValueError(
                f"a table of {table_mib} MiB: it must be from {MIN_TABLE_MIB} to {MAX_TABLE_MIB} MiB"
            )
        self.level = Limits(level=level).level or 0
        self._evaluation, self._now = evaluation, now
        self._searcher = Searcher(table_mib, threads, evaluation, now)
        self._fresh: Searcher | None = None
        """Searches for `evaluate_moves`; made when it is first needed."""
        self._watched = (self._searcher, False)
        """The searcher that searches, or searched last, and whether it searches after a pass."""
        self._slot = Slot(now)

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
        """Stop the search that runs and free the memory; the engine cannot search any more."""
        self._slot.close()
        self._searcher.close()
        if self._fresh is not None:
            self._fresh.close()

    def new_game(self) -> None:
        """Forget all earlier searches: the next one is that of a new engine."""
        with self._slot.taken():
            self._searcher.clear()

    def stop(self, *, older_than: float = 0.0) -> bool:
        """Stop the search that runs, which returns its best move so far within 50 ms.

        A search that has run for less than *older_than* seconds goes on. Returns whether a
        search was stopped.
        """
        return self._slot.stop(older_than)

    def progress(self) -> Progress | None:
        """Return how far the search is that runs, or that ran last; None if there was none yet.

        It may be called as often as you like, and does not slow the search.

        >>> with Engine(table_mib=1) as engine:
        ...     nothing, _ = engine.progress(), engine.solve(Board.parse("X" * 62 + "O- X"))
        ...     nothing, engine.progress().lower, engine.progress().upper
        (None, 64, 64)
        """
        searcher, has_passed = self._watched
        found = searcher.progress()
        if found is None or not has_passed:
            return found
        return progress_before_pass(found)

    def play(
        self, board: Board | Position, limits: Limits | None = None, *, cancel: Cancel | None = None
    ) -> SearchResult:
        """Return the best move with its value and its line; the board stays as it is.

        >>> with Engine(table_mib=1) as engine:
        ...     print(engine.play(Board.parse("X" * 62 + "O- X")))
        h8 +64: h8
        """
        return self.go(position_of(board), limits, cancel=cancel)

    def analyse(
        self,
        board: Board | Position,
        limits: Limits | None = None,
        *,
        multipv: int | None = None,
        cancel: Cancel | None = None,
    ) -> tuple[Line, ...]:
        """Return the best moves with their values and lines, best first.

        There are *multipv* of them, by default `limits.multipv`, or fewer if the position has
        fewer moves; none when the game is over. Raises ValueError if *multipv* is below 1.
        """
        limits = (limits or Limits()).with_multipv(multipv)
        return self.go(position_of(board), limits, cancel=cancel).lines

    def solve(
        self,
        board: Board | Position,
        limits: Limits | None = None,
        *,
        wld: bool = False,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Return the exact value of a position and a perfect line.

        With *wld* it is only solved whether the position is won, drawn or lost, which is faster.
        A solution takes a moment up to 20 empty squares, perhaps minutes with 26, hours with 32.
        Limits of nodes or time end it before: then `was_stopped` is true, and the score says what
        is known. Other limits have no effect.
        """
        limits = replace(limits or Limits(), goal=Goal.WLD if wld else Goal.EXACT)
        return self.go(position_of(board), limits, cancel=cancel)

    def analysis(
        self, board: Board | Position, limits: Limits | None = None, *, multipv: int | None = None
    ) -> Analysis:
        """Start a search in the background, and return it; its infos can be read while it runs.

        Without *limits* it goes on until the position is solved or it is stopped. *multipv* is
        the number of lines, as for `analyse`.
        """
        position, limits = position_of(board), (limits or UNTIL_SOLVED).with_multipv(multipv)
        slot = ExitStack()
        cancel = slot.enter_context(self._slot.taken())

        def search(on_info: Callable[[Info], None]) -> SearchResult:
            return self._search(self._searcher, position, limits, on_info, cancel)

        return Analysis(search, cancel, release=slot.close)

    def evaluate_moves(
        self, board: Board | Position, limits: Limits | None = None, *, cancel: Cancel | None = None
    ) -> SearchResult:
        """Search every move of a position, with one thread and a fresh table.

        The values are the same on every run, whatever was searched before, unless time or a stop
        ends the search. `lines` of the result has all moves, whatever `limits.multipv` is. Meant
        for low levels: the table has only FRESH_MIB.
        """
        every = replace(limits or Limits(), multipv=MAX_MOVES)
        with self._slot.taken(cancel) as running:
            if self._fresh is None:
                self._fresh = Searcher(FRESH_MIB, 1, self._evaluation, self._now)
            self._fresh.clear()
            return self._search(self._fresh, position_of(board), every, None, running)

    def go(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Search *position* within *limits* and return the best move and its value.

        A side that must pass gets the move PASS and the value of the position after it. When the
        game is over there is no move, and the value is the result. *on_info* is called in this
        thread after every iteration, with several lines after each line of it. *cancel* stops the
        search whenever it is set; if it was set before, the search is one iteration of one ply.
        """
        with self._slot.taken(cancel) as running:
            return self._search(self._searcher, position, limits or Limits(), on_info, running)

    def _search(
        self,
        searcher: Searcher,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], None] | None,
        cancel: Cancel,
    ) -> SearchResult:
        """Search with *searcher*; the slot must be taken, and *cancel* belong to this search."""
        if position.is_over:
            value = position.final_score
            score = Score.exact(value, position.turn)
            return SearchResult(None, score, 0, 0, 0.0, (), lower=value, upper=value)
        self._watched = searcher, position.must_pass
        if position.must_pass:
            return self._search_after_pass(searcher, position.pass_turn(), limits, on_info, cancel)
        plan = self._plan(searcher, position.empties, limits)
        return searcher.search(position, plan, cancel, on_info)

    def _search_after_pass(
        self,
        searcher: Searcher,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], None] | None,
        cancel: Cancel,
    ) -> SearchResult:
        """Search *position*, and return the result as the side that has passed sees it."""

        def report(info: Info) -> None:
            if on_info is not None:
                on_info(info_before_pass(info))

        # The pass is the only move, and so the only line.
        plan = self._plan(searcher, position.empties, replace(limits, multipv=1))
        return result_before_pass(searcher.search(position, plan, cancel, report))

    def _plan(self, searcher: Searcher, empties: int, limits: Limits) -> Plan:
        """How deep to search, how long, and what for."""
        budget = clock.budget(limits, empties, searcher.calibration.speed, searcher.calibration.delay)
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
