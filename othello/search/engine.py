"""The engine, which plays games and solves positions. All front ends use it.

    with Engine() as engine:
        print(engine.play("f5d6c3", level=8))

An engine runs one search at a time. Starting a second search before the first has ended raises RuntimeError.
`stop`, `close` and `progress` can be called from any thread. The transposition table keeps its entries
between searches. Front ends that combine several searches into one use `Engine.steps`.
"""

import ctypes
import importlib
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Unpack

from othello.errors import OthelloError
from othello.kernels.constants import EXACT
from othello.kernels.probcut import PERCENT
from othello.native.library import warmup
from othello.rules.board import BoardLike, position_of
from othello.rules.position import Position
from othello.rules.score import DISC, Centidiscs, Discs, Score
from othello.search import clock, evaluation_files, levels
from othello.search.analysis import Analysis, Steps, run
from othello.search.forced_pass import progress_before_pass, steps_before_pass
from othello.search.limits import Goal, LimitOptions, Limits, limits_of
from othello.search.memory import largest_table_mib
from othello.search.network import Network
from othello.search.progress import Progress
from othello.search.results import MAX_SCORE, MIN_SCORE, Line, SearchInfo, SearchResult
from othello.search.schedule import Plan
from othello.search.search_lock import SearchLock
from othello.search.searcher import Searcher
from othello.search.settings import (
    DEFAULT,
    DEFAULT_TABLE_MIB,
    HAS_THREADS,
    MAX_THREADS,
    MIN_TABLE_MIB,
    EngineSettings,
)
from othello.search.stop_signal import StopSignal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Values = NDArray[np.float64]
else:  # NumPy is an optional dependency, and importing it takes as long as all other imports combined
    Words = Values = Any

SHORT_DEPTH: Final = 6
"""A search of up to this many plies is so short that Ctrl-C need not interrupt it."""
UNTIL_SOLVED: Final = Limits(level=levels.STRONGEST)


def analysis_limits(limits: Limits | None, options: LimitOptions) -> Limits:
    """Return the limits for `Engine.analysis`. If the caller gives none, they are UNTIL_SOLVED."""
    has_limits = limits is not None or options.keys() - {"multipv", "root_moves"}
    return limits_of(limits if has_limits else UNTIL_SOLVED, options)


def solution_limits(limits: Limits | None, options: LimitOptions, *, wld: bool) -> Limits:
    """Return the limits for `Engine.solve`: the caller's limits, with EXACT or WLD as the goal."""
    return replace(limits_of(limits, options), goal=Goal.WLD if wld else Goal.EXACT)


class Engine:
    """An Othello player and solver.

    >>> with Engine(table_mib=1) as engine:
    ...     result = engine.play("f5d6c3", depth=6)
    ...     result.score.depth, result.was_stopped, len(engine.analyze("", depth=2, multipv=4))
    (6, False, 4)
    """

    def __init__(
        self,
        *,
        table_mib: float = DEFAULT_TABLE_MIB,
        level: int = levels.DEFAULT,
        threads: int = 1,
        evaluation: Network | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Create an engine.

        table_mib  -- size of the transposition table in MiB
        level      -- level, 0-60, of searches for which no level, depth, nodes, time or goal is given
        threads    -- number of threads, 1-256; with one thread, a search returns the same result on every run
        evaluation -- static evaluation, by default the network that comes with the package
        now        -- the clock, which returns seconds since any fixed time

        Raises ValueError if a number is out of range.
        """
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads must be from 1 to {MAX_THREADS}, not {threads}")
        if threads > 1 and not HAS_THREADS:
            raise OthelloError(f"threads must be 1 for Python in a browser, not {threads}")
        largest = largest_table_mib()
        if not MIN_TABLE_MIB <= table_mib <= largest:
            sizes = f"{MIN_TABLE_MIB} to {largest} MiB"
            raise ValueError(f"table_mib must be from {sizes} on this computer, not {table_mib}")
        warmup()  # compile the kernels now, so that this does not use up the first search's time
        self.level = Limits(level=level).level or 0
        self.evaluation = evaluation
        """The static evaluation. None stands for the network that comes with the package."""
        self._searcher = Searcher(table_mib, threads, evaluation, now)
        self._must_pass = False
        """Whether the side to move must pass in the position of the current or last search."""
        self._lock = SearchLock()

    @classmethod
    def from_settings(cls, settings: EngineSettings = DEFAULT) -> "Engine":
        """Create an engine from *settings*. Raises FormatError if the weights cannot be used."""
        evaluation = evaluation_files.load(settings.weights)
        return cls(table_mib=settings.table_mib, threads=settings.threads, evaluation=evaluation)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the running search and free the memory. Afterward, the engine can no longer search."""
        self._lock.close()
        self._searcher.close()

    def new_game(self) -> None:
        """Clear the transposition table. The next search then returns the same result as on a new engine."""
        with self._lock.taken(StopSignal()):
            self._searcher.clear()

    def stop(self) -> bool:
        """Stop the current search. Return whether a search was running.

        Within 50 ms, the search returns its best move so far.
        """
        return self._lock.stop()

    def progress(self) -> Progress | None:
        """Return the state of the current or last search, or None before the first search.

        Calling this does not slow the search down.

        >>> with Engine(table_mib=1) as engine:
        ...     nothing, _ = engine.progress(), engine.solve("X" * 62 + "O- X")
        ...     nothing, engine.progress().lower, engine.progress().upper
        (None, 64, 64)
        """
        progress = self._searcher.progress()
        return progress_before_pass(progress) if progress and self._must_pass else progress

    def play(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        cancel: StopSignal | None = None,
        **options: Unpack[LimitOptions],
    ) -> SearchResult:
        """Search a position and return the best move, its value and the principal variation.

        You can pass the limits as keywords: level, depth, nodes, seconds, clock, multipv and root_moves (see
        `Limits`). If the side to move must pass, the move is PASS, and its value is the value of the position
        after the pass. If the game is over, the move is None and the value is the result.

        on_info -- called in the caller's thread after each iteration or, with multipv, after each line
        cancel  -- stops the search when it is set; if it is already set, the search runs only one iteration
                   of one ply

        Raises IllegalMoveError if root_moves contains an illegal move.

        >>> with Engine(table_mib=1) as engine:
        ...     print(engine.play("X" * 62 + "O- X"))
        h8 +64: h8
        """
        position, limits = position_of(board), limits_of(limits, options)
        steps = partial(self.steps, position, limits)
        is_short = self._target(position.empties, limits)[0] <= SHORT_DEPTH
        return run(steps, on_info=on_info, cancel=cancel, is_short=is_short)

    def analyze(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        cancel: StopSignal | None = None,
        **options: Unpack[LimitOptions],
    ) -> tuple[Line, ...]:
        """Return the best moves with their values and principal variations, best first.

        You can pass the limits as keywords, as for `play`. *multipv* is the number of moves to return. The
        list is shorter if fewer moves are legal, and empty if the game is over.
        """
        return self.play(board, limits, cancel=cancel, **options).lines

    analyse = analyze  # the spelling of python-chess

    def solve(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        wld: bool = False,
        cancel: StopSignal | None = None,
        **options: Unpack[LimitOptions],
    ) -> SearchResult:
        """Return the exact value of a position and a perfect line.

        If *wld* is true, only find out whether the position is won, drawn or lost, which is faster. Solving
        takes less than a second with up to 20 empty squares, up to a few minutes with 26, and hours with 32.
        Only the limits nodes, seconds, clock, window and selectivity have an effect. If a node or time limit
        ends the search, `was_stopped` is True, and the score may be a bound or an estimate.
        """
        return self.play(board, solution_limits(limits, options, wld=wld), cancel=cancel)

    def analysis(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> Analysis[SearchResult]:
        """Start a search in the background and return it. You can read its infos while it is running.

        You can pass the limits as keywords, as for `play`. Without limits, the search ends when the position
        is solved. *multipv* is the number of lines. The search also stops when your program drops the last
        reference to the returned analysis.
        """
        position, limits = position_of(board), analysis_limits(limits, options)
        cancel, lock = StopSignal(), ExitStack()
        # Take the lock here, before the search thread starts. The thread may not start until after the
        # caller's next call. That call must see that the engine is busy. If the call is `stop`, it must find
        # the search.
        lock.enter_context(self._lock.taken(cancel))
        steps = self.steps(position, limits, cancel, lock=lock)
        return Analysis(steps, cancel, abandon=partial(self._lock.abandon, cancel))

    def evaluate(self, board: BoardLike) -> Score:
        """Return the static value of a position, without searching.

        If the side to move must pass, this is the value of the position after the pass. If the game is over,
        it is the exact result.

        >>> with Engine(table_mib=1) as engine:
        ...     score = engine.evaluate("f5d6c3")
        >>> score.depth, score.turn
        (0, <Color.WHITE: 1>)
        """
        position = position_of(board)
        if position.is_over:
            return Score.exact(position.final_score, position.turn)
        word, value = ctypes.c_uint64 * 1, (ctypes.c_int64 * 1)()
        with self._lock.taken(StopSignal()):
            self._searcher.static_values(word(position.player), word(position.opponent), value)
        return Score.heuristic(Centidiscs(value[0]), position.turn, depth=0)

    def evaluate_many(self, boards: Iterable[BoardLike] | Words) -> Values:
        """Return static values for many positions, in discs from the point of view of the side to move.

        Positions with a forced pass and finished games are handled as in `evaluate`. If you pass an array of
        bitboards from `othello.arrays.words`, each position takes about 100 ns.

        >>> with Engine(table_mib=1) as engine:
        ...     engine.evaluate_many(["f5d6", "f5f6"]).shape
        (2,)
        """
        arrays = importlib.import_module("othello.rules.arrays")  # this module needs NumPy
        columns: tuple[Words, Words, Values] = arrays.columns(boards)
        players, opponents, values = columns
        with self._lock.taken(StopSignal()):
            self._searcher.static_values(players, opponents, values)
        return values / DISC

    def steps(
        self,
        position: Position,
        limits: Limits,
        cancel: StopSignal,
        *,
        lock: AbstractContextManager[object] | None = None,
        values_only: bool = False,
    ) -> Steps[SearchResult]:
        """Return a search that has not begun, for `run` or `Analysis`.

        The search locks the engine when it begins.

        cancel -- stops the search; it must belong to this search alone, because the search sets it when its
            time is up
        lock   -- unlocks the engine when the search ends, for a caller that has already locked it with
                  *cancel*
        values_only -- whether the caller needs no infos and only the first move of each line
        """
        with lock or self._lock.taken(cancel):
            self._lock.move()
            for move in limits.root_moves or ():
                position.play(move)  # raises IllegalMoveError
            if position.is_over:
                value = position.final_score
                score = Score.exact(value, position.turn)
                return SearchResult(None, score, 0, 0, 0.0, (), lower=value, upper=value)
            self._must_pass = position.must_pass
            search = partial(self._searcher.steps, cancel=cancel, values_only=values_only)
            if not position.must_pass:
                plan = self._plan(position.empties, limits)
                return (yield from search(position, plan))
            # Play the forced pass, then search the only possible line: the best line after the pass.
            window = None if limits.window is None else (-limits.window[1], -limits.window[0])
            after = replace(limits, multipv=1, window=window, root_moves=None)
            plan = self._plan(position.empties, after)
            return (yield from steps_before_pass(search(position.pass_turn(), plan)))

    def _plan(self, empties: int, limits: Limits) -> Plan:
        """Return the search plan that follows from *limits* in a position with *empties* empty squares."""
        known = self._searcher.calibration
        budget = clock.budget(limits, empties, known.speed, known.delay, known.share, is_quiet=known.is_quiet)
        depth, selectivity = self._target(empties, limits)
        moves = None if limits.root_moves is None else tuple(map(int, limits.root_moves))
        window = _window(limits)
        return Plan(depth, selectivity, limits.goal, limits.nodes, budget, limits.multipv, window, moves)

    def _target(self, empties: int, limits: Limits) -> tuple[int, int]:
        """Return the depth and the selectivity of the search's last iteration."""
        if limits.goal is not Goal.MOVE:
            return empties, bisect_left(PERCENT, limits.selectivity)
        depth, selectivity = empties, EXACT
        if limits.depth is not None and limits.depth < empties:
            depth, selectivity = limits.depth, levels.selectivity_of(limits.depth)
        level = limits.level
        others = limits.depth, limits.nodes, limits.seconds, limits.clock
        if level is None and all(limit is None for limit in others):
            level = self.level
        if level is not None:
            depth, selectivity = min((depth, selectivity), levels.depth_and_selectivity(level, empties))
        return depth, selectivity


def _window(limits: Limits) -> tuple[int, int]:
    """Return the window, in centidiscs, for a search that solves a position."""
    low, high = MIN_SCORE, MAX_SCORE
    if limits.goal is Goal.WLD:
        low, high = Discs(-1), Discs(1)
    elif limits.goal is Goal.EXACT and limits.window is not None:
        low, high = map(Discs, limits.window)
    return DISC * low, DISC * high
