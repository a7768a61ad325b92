"""Searches for requests, with the engine of a session."""

from collections.abc import Callable
from dataclasses import replace

from othello.book.opening import OpeningBook
from othello.engine import UNTIL_SOLVED, Engine
from othello.human.level_player import LevelPlayer
from othello.json_objects import JsonObject
from othello.limits import Limits
from othello.review.graph import graph_of
from othello.review.review import ReviewedMove, review_game
from othello.search.analysis import Steps
from othello.search.cancel import Cancel
from othello.search.progress import Progress
from othello.settings import MIN_TABLE_MIB, EngineSettings
from othello.web.messages import Analyze, Play, Review
from othello.web.objects import analysis_object, played_object, reviewed_object

SearchRequest = Analyze | Play | Review
Emit = Callable[[JsonObject], None]
"""Sends a reply that is not the last one; called in the thread of the search."""


def prepare(settings: EngineSettings) -> None:
    """Load the weights and the compiled kernels, which all sessions share.

    Without this, the first searches of several sessions would all load them, for a second each.
    """
    with Engine.from_settings(replace(settings, table_mib=MIN_TABLE_MIB)) as engine:
        engine.play("", depth=2)


class Desk:
    """The engine of a session, and its player."""

    def __init__(self, settings: EngineSettings, opening: OpeningBook | None) -> None:
        """Begin without an engine, which the first search makes."""
        self._settings, self._opening = settings, opening
        self._engine: Engine | None = None
        self._player = LevelPlayer()

    def steps(self, request: SearchRequest, emit: Emit, cancel: Cancel) -> Steps[JsonObject]:
        """Return the search for a request, whose result is the last reply."""
        if self._engine is None:
            self._engine = Engine.from_settings(self._settings)
        match request:
            case Analyze(board, limits, lines):
                limits = replace(limits or UNTIL_SOLVED, multipv=lines)
                found = yield from self._engine.steps(board.position, limits, cancel)
                return analysis_object(found)
            case Play():
                player = self._player
                player.opening = self._opening if request.has_book else None
                player.set_level(request.level)
                player.seed = request.seed
                found = yield from player.steps(self._engine, request.board, request.limits, cancel)
                return played_object(found)
            case Review(game, level):
                reviewed: dict[int, ReviewedMove] = {}
                for move in review_game(game, self._engine, Limits(level=level), cancel=cancel):
                    reviewed[move.ply] = move
                    emit(reviewed_object(move, graph_of(game, reviewed)))
                return {"moves": len(reviewed), "done": True}

    def progress(self) -> Progress | None:
        """Return the state of the current search; None before the first one."""
        return None if self._engine is None else self._engine.progress()

    def close(self) -> None:
        """Free the memory of the engine; its search must have ended."""
        if self._engine is not None:
            self._engine.close()
