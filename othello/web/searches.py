"""Searches for requests, in the thread of a session."""

from collections.abc import Callable

from othello.book.opening import OpeningBook
from othello.engine import UNTIL_SOLVED, Engine
from othello.human.level_player import LevelPlayer
from othello.json_objects import JsonObject
from othello.limits import Limits
from othello.results import Info
from othello.review.graph import Graph
from othello.review.review import ReviewedMove, review_game
from othello.search.cancel import Cancel
from othello.settings import EngineSettings
from othello.web.messages import Analyze, Play, Review
from othello.web.objects import analysis_object, info_object, played_object, reviewed_object

SearchRequest = Analyze | Play | Review
Emit = Callable[[JsonObject], None]
"""Sends a reply that is not the last one; called in the thread of the search."""


class Desk:
    """The engine of a session, and its player."""

    def __init__(self, settings: EngineSettings, opening: OpeningBook | None) -> None:
        """Make an engine with the first search."""
        self._settings, self._opening = settings, opening
        self._engine: Engine | None = None
        self._player = LevelPlayer()
        self.info: Info | None = None
        """The latest info of the running search, None if it has none yet."""

    def run(
        self, request: SearchRequest, cancel: Cancel, emit: Emit, on_info: Callable[[], None]
    ) -> JsonObject:
        """Search for a request and return the last reply; called in the thread of the session.

        on_info -- called when `info` has changed
        """
        if self._engine is None:
            self._engine = Engine.from_settings(self._settings)
        self.info = None

        def note(info: Info) -> None:
            self.info = info
            on_info()

        match request:
            case Analyze():
                return self._analyze(self._engine, request, cancel, note)
            case Play():
                return self._play(self._engine, request, cancel)
            case Review():
                return self._review(self._engine, request, cancel, emit)

    def report(self) -> JsonObject | None:
        """Return the state of the running analysis; None if there is nothing to report yet."""
        info, engine = self.info, self._engine
        return None if info is None or engine is None else info_object(info, engine.progress())

    def close(self) -> None:
        """Free the memory of the engine; its search must have ended."""
        if self._engine is not None:
            self._engine.close()

    def _analyze(
        self, engine: Engine, request: Analyze, cancel: Cancel, on_info: Callable[[Info], None]
    ) -> JsonObject:
        limits = request.limits or UNTIL_SOLVED
        limits = Limits(level=limits.level, seconds=limits.seconds, multipv=request.lines)
        return analysis_object(engine.go(request.board.position, limits, on_info=on_info, cancel=cancel))

    def _play(self, engine: Engine, request: Play, cancel: Cancel) -> JsonObject:
        player = self._player
        player.set_level(request.level)
        player.seed = request.seed
        player.opening = self._opening if request.has_book else None
        return played_object(player.choose(engine, request.board, request.limits, cancel=cancel))

    def _review(self, engine: Engine, request: Review, cancel: Cancel, emit: Emit) -> JsonObject:
        found: dict[int, ReviewedMove] = {}
        limits = Limits(level=request.level)
        for move in review_game(request.game, engine, limits, cancel=cancel):
            found[move.ply] = move
            emit(reviewed_object(move, Graph.of(request.game, found)))
        return {"moves": len(found), "done": True}
