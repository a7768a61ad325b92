"""Iterative deepening: from a position and a plan to a move, a value and a line.

The search proper is compiled (`kernels.root`); here it is called once for every iteration
and window, so that everything that is decided between iterations is plain Python:

1. A first iteration of one ply, which nothing can stop: there is always a move to play.
2. Deeper iterations, each with an aspiration window around the value of the one before.
3. When few plies would be missing, the jump to the end of the game: the position is solved
   with a window that holds one value only, moved until it holds the right one.
4. The principal variation, from the table; where the position was solved and the table
   has forgotten the end of the line, that end is solved again, which takes little time.

One `Searcher` searches one position at a time. Its table lives on from search to search.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final

import numpy as np

from othello.clock import Budget
from othello.kernels import endgame, memory, ordering, root, state, table
from othello.limits import Goal
from othello.position import Position
from othello.results import Info, SearchResult
from othello.score import DISC, Bound, Centidiscs, Discs, Score
from othello.square import PASS, Move, Square, squares_of

UNLIMITED: Final = 2**62
FIRST_WINDOW: Final = 300
"""Half the width of the first aspiration window, in centidiscs."""
FULL_WINDOW_DEPTH: Final = 3
"""Iterations up to this depth have no aspiration window."""
SOLVED_AT_ONCE: Final = 10
"""With so few empty squares a position is solved without earlier iterations."""
SHORT_DEPTH: Final = 6
"""A search of so few plies is over before anyone could interrupt it."""
PLIES_SPARED: Final = 12
"""The last iteration before the solution looks so many plies less far."""
SOLVED_AGAIN: Final = 14
"""Empty squares from which the end of the principal variation is solved again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a search is to do, decided for one position."""

    depth: int
    """Plies, at most the number of empty squares; that many solve the position."""
    goal: Goal = Goal.MOVE
    """EXACT and WLD go to the end of the game, MOVE as far as `depth` says."""
    nodes: int | None = None
    """Positions that may be searched; None is no limit."""
    budget: Budget | None = None
    """Time; None is no limit."""


class Searcher:
    """A search with its memory: a transposition table and what a thread needs."""

    def __init__(self, table_mib: float) -> None:
        """Allocate a table of about *table_mib* mebibytes."""
        self._table = table.new_table(table_mib)
        self._cache = memory.aligned(endgame.LOCAL_CACHE_WORDS)
        self._roots = memory.aligned(ordering.LONGEST * root.ITEM // 8).reshape(-1, root.ITEM // 8)
        self._record: Any = np.zeros(1, state.STATE)[0]
        self._record["table"] = self._table.ctypes.data
        self._record["buckets"] = self._table.nbytes // table.BUCKET
        self._record["local_cache"] = self._cache.ctypes.data
        self._record["root_moves"] = self._roots.ctypes.data
        self._record["selectivity"] = table.EXACT
        self._lock = threading.Lock()
        self._is_armed = False

    def clear(self) -> None:
        """Forget everything that earlier searches found out."""
        self._table[:] = 0
        self._cache[:] = 0
        self._record["age"] = 0

    def stop(self) -> None:
        """End the search that runs, from any thread; it returns what it has within some milliseconds."""
        with self._lock:
            if self._is_armed:
                self._record["stop"] = 1

    def search(
        self,
        position: Position,
        plan: Plan,
        on_info: Callable[[Info], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> SearchResult:
        """Search a position in which the side to move has a legal move.

        *on_info* is called after every iteration. A set *cancel* counts as a `stop` that came
        before the search began. KeyboardInterrupt ends the search and is raised again.
        """
        run = _Run(self._record, self._roots, position, plan)
        reports = run.iterations()
        tell = on_info or (lambda info: None)
        tell(next(reports))
        if threading.current_thread() is threading.main_thread() and plan.depth > SHORT_DEPTH:
            reports = self._in_the_background(reports)
        # An error of who is told must end the search while it can still be stopped.
        with self._stoppable(plan.budget, run.began, cancel), closing(reports):
            for info in reports:
                tell(info)
        return run.result()

    def _in_the_background(self, reports: Generator[Info, None, None]) -> Generator[Info, None, None]:
        """The same, made by another thread.

        Signals reach Python code of the main thread only, and compiled code would keep it: so
        that Ctrl-C can end a search, the main thread waits while another one searches.
        """
        arrived: SimpleQueue[Info | BaseException | None] = SimpleQueue()

        def work() -> None:
            try:
                for info in reports:
                    arrived.put(info)
                arrived.put(None)
            except BaseException as error:
                arrived.put(error)

        worker = threading.Thread(target=work, name="search", daemon=True)
        worker.start()
        try:
            while (item := arrived.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            # Reached in the middle of the search by KeyboardInterrupt, or by an error of who is told.
            self.stop()
            worker.join()

    @contextmanager
    def _stoppable(
        self, budget: Budget | None, began: float, cancel: threading.Event | None
    ) -> Iterator[None]:
        """While this lasts the search can be stopped, and is when its time is up."""
        with self._lock:
            self._is_armed = True
        if cancel is not None and cancel.is_set():
            self.stop()
        timer = None
        if budget is not None:
            left = max(0.0, began + budget.hard - time.perf_counter())
            timer = threading.Timer(min(left, threading.TIMEOUT_MAX), self.stop)
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()
            with self._lock:
                self._is_armed = False


class _Run:
    """One search, from its first iteration to its result."""

    def __init__(self, record: Any, roots: Any, position: Position, plan: Plan) -> None:
        self.began = time.perf_counter()
        self.record, self.roots, self.position, self.plan = record, roots, position, plan
        self.empties = position.empties
        self.key = position.key
        self.moves: list[Square] = squares_of(position.legal_moves_bits())
        self.info: Info | None = None
        """The last iteration that was finished."""
        self.move: Square = self.moves[0]
        self.score = 0
        """Value of the last iteration, or of a part of it: a bound when it lay outside the window."""
        self.lower, self.upper = table.LOWEST, table.HIGHEST
        record["nodes"], record["stop"] = 0, 0
        record["node_limit"] = UNLIMITED
        record["age"] += 1

    def iterations(self) -> Generator[Info, None, None]:
        """Search deeper and deeper, until the plan is done or a limit is reached."""
        depth = 1
        self._iterate(depth, table.LOWEST, table.HIGHEST)
        yield self._report(depth)
        self.record["node_limit"] = self.plan.nodes or UNLIMITED
        while not self._is_done(depth):
            depth = self._next_depth(depth)
            found = self._solve() if depth == self.empties else self._aspire(depth)
            if not found:
                return
            yield self._report(depth)

    def result(self) -> SearchResult:
        """What was found."""
        info = self.info
        assert info is not None
        score = info.score
        if self.plan.goal is not Goal.MOVE and not self.is_solved:
            score = self._proved() or score
        pv = info.pv if info.pv[0] == self.move else (self.move,)
        return SearchResult(
            self.move,
            score,
            info.depth,
            int(self.record["nodes"]),
            time.perf_counter() - self.began,
            pv,
            was_stopped=info.depth < self.plan.depth,
        )

    @property
    def is_solved(self) -> bool:
        """Whether the last iteration that was finished went to the end of the game."""
        return self.info is not None and self.info.depth == self.empties

    def _is_done(self, depth: int) -> bool:
        budget = self.plan.budget
        if depth >= self.plan.depth or self.record["stop"]:
            return True
        return budget is not None and (
            len(self.moves) == 1 or time.perf_counter() - self.began >= budget.soft
        )

    def _next_depth(self, depth: int) -> int:
        if self.plan.depth < self.empties:
            return depth + 1
        # Before the solution every other depth will do: its values only guide the windows.
        further = depth + 2 if depth > 1 else 2
        if self.empties <= SOLVED_AT_ONCE or further > self.empties - PLIES_SPARED:
            return self.empties
        return further

    def _aspire(self, depth: int) -> bool:
        """An iteration with a window around the last value; False if it was stopped."""
        width = FIRST_WINDOW if depth > FULL_WINDOW_DEPTH else 2 * table.HIGHEST
        low, high = self._clipped(self.score - width, self.score + width)
        while True:
            value = self._iterate(depth, low, high)
            if self.record["stop"]:
                return False
            if low < value < high:
                return True
            width *= 2
            # The window only grows: what the table knows from deeper searches can make a value
            # fail low and then fail high, and a window that moved could go on moving for ever.
            if value <= low and low > table.LOWEST:
                low = max(value - width, table.LOWEST)
            elif value >= high and high < table.HIGHEST:
                high = min(value + width, table.HIGHEST)
            else:
                return True

    def _solve(self) -> bool:
        """The exact value, or its sign; False if the search was stopped before it was proved."""
        step = 2 * DISC
        guess = 0 if self.plan.goal is Goal.WLD else round(self.score / step) * step
        low, high = guess - DISC, guess + DISC
        while True:
            value = self._iterate(self.empties, *self._clipped(low, high))
            if self.record["stop"]:
                return False
            if value > low:
                self.lower = max(self.lower, value)
            if value < high:
                self.upper = min(self.upper, value)
            if self.lower == self.upper or self.plan.goal is Goal.WLD:
                return True
            step *= 2
            if value >= high:
                low, high = value - DISC, value + step
            else:
                low, high = value - step, value + DISC

    def _iterate(self, depth: int, low: int, high: int) -> int:
        """Search all moves once; puts the best first and keeps the order of effort for the others."""
        self.roots[: len(self.moves), 0] = self.moves
        self.record["root_count"] = len(self.moves)
        position = self.position
        value = root.search_root(
            self.record, position.player, position.opponent, self.key, position.turn.value, low, high, depth
        )
        if self.record["root_best"] > low:
            # A move that beats the window is known to be better, even if the search was then stopped.
            self.move = int(self.record["root_move"])
        if not self.record["stop"]:
            effort = dict(
                zip(self.moves, self.roots[: len(self.moves), root.NODES // 8].tolist(), strict=True)
            )
            self.moves.sort(key=lambda square: (square != self.move, -effort[square]))
            self.score = value
        return value

    @staticmethod
    def _clipped(low: int, high: int) -> tuple[int, int]:
        return max(low, table.LOWEST), min(high, table.HIGHEST)

    def _report(self, depth: int) -> Info:
        """What an iteration found."""
        is_solved = depth == self.empties
        score = self._proved() if is_solved else None
        if score is None:
            score = Score.heuristic(Centidiscs(self.score), self.position.turn, depth)
        seconds = time.perf_counter() - self.began
        pv = (self.move, *self._line(is_solved))
        self.info = Info(depth, score, int(self.record["nodes"]), seconds, pv)
        return self.info

    def _proved(self) -> Score | None:
        """What the bounds of the solution tell; None if they tell nothing of what was asked."""
        turn, depth = self.position.turn, self.empties
        if self.plan.goal is Goal.WLD:
            if self.lower > 0 or self.upper < 0:
                return Score.wld(1 if self.lower > 0 else -1, turn, depth=depth)
            return Score.wld(0, turn, depth=depth) if self.lower == self.upper == 0 else None
        if self.lower == self.upper:
            return Score.exact(Discs(self.lower // DISC), turn, depth=depth)
        if self.lower > table.LOWEST:
            return Score.exact(Discs(self.lower // DISC), turn, bound=Bound.LOWER, depth=depth)
        if self.upper < table.HIGHEST:
            return Score.exact(Discs(self.upper // DISC), turn, bound=Bound.UPPER, depth=depth)
        return None

    def _line(self, is_solved: bool) -> list[Move]:
        """The moves that are to follow the best one."""
        line: list[Move] = []
        position = self.position.play_unchecked(self.move)
        value = -self.score
        while True:
            if position.must_pass:
                line.append(PASS)
                position, value = position.pass_turn(), -value
            move = self._expected(position, value, is_solved)
            if move is None:
                return line
            line.append(move)
            position, value = position.play_unchecked(move), -value

    def _expected(self, position: Position, value: int, is_solved: bool) -> Square | None:
        """The best move of a position of the line, whose value is known; None if it cannot be told."""
        legal = position.legal_moves_bits()
        if not legal:
            return None
        data = table.probe(self.record, position.player, position.opponent, position.key)
        move = table.best_move(data)
        is_known = data and move < PASS and legal >> move & 1
        if is_known and (not is_solved or table.lower(data) == value == table.upper(data)):
            return move
        if is_solved and self.plan.budget is None and position.empties <= SOLVED_AGAIN:
            return self._solved_again(position, value)
        return None

    def _solved_again(self, position: Position, value: int) -> Square | None:
        """A move of a position near the end of the game that reaches *value*."""
        moves = squares_of(position.legal_moves_bits())
        self.roots[: len(moves), 0] = moves
        self.record["root_count"] = len(moves)
        low, high = (-DISC, DISC) if self.plan.goal is Goal.WLD else (value - DISC, value + DISC)
        words = position.player, position.opponent, position.key
        root.search_root(
            self.record, *words, position.turn.value, *self._clipped(low, high), position.empties
        )
        move = int(self.record["root_move"])
        return None if self.record["stop"] else move
