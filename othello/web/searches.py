"""Searches for requests, in the thread of a session, in one turn or several."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from othello.book.opening import OpeningBook
from othello.engine import UNTIL_SOLVED, Engine
from othello.human.level_player import LevelPlayer
from othello.json_objects import JsonObject
from othello.limits import Limits
from othello.results import Info, SearchResult
from othello.review.graph import graph_of
from othello.review.review import ReviewedMove, review_game
from othello.search.cancel import Cancel, either
from othello.settings import MIN_TABLE_MIB, EngineSettings
from othello.web.messages import Analyze, Play, Review
from othello.web.objects import analysis_object, info_object, played_object, reviewed_object

SearchRequest = Analyze | Play | Review
Emit = Callable[[JsonObject], None]
"""Sends a reply that is not the last one; called in the thread of the search."""

GetEngine = Callable[[], Engine]


def prepare(settings: EngineSettings) -> None:
    """Load the weights and the compiled kernels, which all sessions share.

    Without this, the first searches of several sessions would all load them, for a second each.
    """
    with Engine.from_settings(replace(settings, table_mib=MIN_TABLE_MIB)) as engine:
        engine.play("", depth=2)


class Search(Protocol):
    """A search for a request."""

    def run(self, pause: Cancel, cancel: Cancel) -> JsonObject | None:
        """Search until the end, and return the last reply; None if *pause* ended the turn before that.

        *cancel* ends the search; the reply has the results so far. Called in the thread of the session.
        """

    def report(self) -> JsonObject | None:
        """Return the state of the search; None if there is nothing to report. Called in any thread."""


class Desk:
    """The engine of a session, and its player."""

    def __init__(self, settings: EngineSettings, opening: OpeningBook | None) -> None:
        """Begin without an engine, which the first turn of the first search makes."""
        self._settings, self._opening = settings, opening
        self._engine: Engine | None = None
        self._player = LevelPlayer()

    def search(self, request: SearchRequest, emit: Emit, on_info: Callable[[], None]) -> Search:
        """Return the search for a request, which has not begun.

        on_info -- called when there is something new to report
        """
        match request:
            case Analyze():
                return _Analysis(self.engine, request, on_info)
            case Play():
                self._player.opening = self._opening if request.has_book else None
                return _Choice(self.engine, self._player, request)
            case Review():
                return _Review(self.engine, request, emit)

    def engine(self) -> Engine:
        """Return the engine of the session; called in its thread."""
        if self._engine is None:
            self._engine = Engine.from_settings(self._settings)
        return self._engine

    def close(self) -> None:
        """Free the memory of the engine; its search must have ended."""
        if self._engine is not None:
            self._engine.close()


@dataclass(frozen=True, slots=True)
class _Work:
    """The work of the earlier turns of a search, and the beginning of the current one."""

    nodes: int = 0
    seconds: float = 0.0
    began: float | None = None
    """Time of the beginning; None between two turns."""


class _Analysis:
    """The search for the best lines of a position."""

    def __init__(self, engine: GetEngine, request: Analyze, on_info: Callable[[], None]) -> None:
        self._engine, self._position, self._on_info = engine, request.board.position, on_info
        self._limits = replace(request.limits or UNTIL_SOLVED, multipv=request.lines)
        self._info: Info | None = None
        """The deepest info of all turns."""
        self._has_news = False
        """Whether there is an info that was not reported yet."""
        self._work = _Work()

    def run(self, pause: Cancel, cancel: Cancel) -> JsonObject | None:
        before = self._work
        self._work = replace(before, began=time.perf_counter())
        with either(pause, cancel) as stop:
            limits = _after(self._limits, before.seconds)
            result = self._engine().go(self._position, limits, on_info=self._note, cancel=stop)
        self._work = _Work(before.nodes + result.nodes, before.seconds + result.seconds)
        if _is_only_paused(result, pause, cancel):
            return None
        if self._info is not None and self._info.depth > result.depth:  # stopped early in its last turn
            result = replace(result, depth=self._info.depth, lines=self._info.lines)
        return analysis_object(replace(result, nodes=self._work.nodes, seconds=self._work.seconds))

    def report(self) -> JsonObject | None:
        self._has_news = False
        info, work = self._info, self._work
        if info is None:
            return None
        progress = self._engine().progress()
        # Until the search of a turn has begun, the progress is that of an earlier one.
        if progress is None or work.began is None or progress.seconds > time.perf_counter() - work.began:
            return info_object(info, None, work.nodes, work.seconds)
        return info_object(info, progress, work.nodes + progress.nodes, work.seconds + progress.seconds)

    def _note(self, info: Info) -> None:
        if self._info is None or info.depth >= self._info.depth:
            self._info = info
            if not self._has_news:
                self._has_news = True
                self._on_info()


class _Choice:
    """The choice of a move at a level."""

    def __init__(self, engine: GetEngine, player: LevelPlayer, request: Play) -> None:
        self._engine, self._player, self._request = engine, player, request
        self._began = time.monotonic()

    def run(self, pause: Cancel, cancel: Cancel) -> JsonObject | None:
        player, request = self._player, self._request
        player.set_level(request.level)
        player.seed = request.seed
        limits = _after(request.limits, time.monotonic() - self._began)
        # A human-like level searches for some milliseconds, and remembers its choice.
        with either(Cancel() if player.is_human else pause, cancel) as stop:
            result = player.choose(self._engine(), request.board, limits, cancel=stop)
        return None if _is_only_paused(result, pause, cancel) else played_object(result)

    def report(self) -> JsonObject | None:
        return None


class _Review:
    """The review of a game."""

    def __init__(self, engine: GetEngine, request: Review, emit: Emit) -> None:
        self._engine, self._game, self._emit = engine, request.game, emit
        self._limits, self._cancel = Limits(level=request.level), Cancel()
        self._moves: Iterator[ReviewedMove] | None = None
        self._found: dict[int, ReviewedMove] = {}

    def run(self, pause: Cancel, cancel: Cancel) -> JsonObject | None:
        if self._moves is None:
            self._moves = review_game(self._game, self._engine(), self._limits, cancel=self._cancel)
        with cancel.calls(self._cancel.set):
            for move in self._moves:
                self._found[move.ply] = move
                self._emit(reviewed_object(move, graph_of(self._game, self._found)))
                if pause.is_set() and not cancel.is_set():
                    return None
        return {"moves": len(self._found), "done": True}

    def report(self) -> JsonObject | None:
        return None


def _is_only_paused(result: SearchResult, pause: Cancel, cancel: Cancel) -> bool:
    """Return whether a search needs another turn."""
    return result.was_stopped and pause.is_set() and not cancel.is_set()


def _after(limits: Limits, seconds: float) -> Limits:
    """Return the limits of a search that has had *seconds* already."""
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - seconds))
    if limits.clock is not None:
        remaining = max(0.0, limits.clock.remaining - seconds)
        limits = replace(limits, clock=replace(limits.clock, remaining=remaining))
    return limits
