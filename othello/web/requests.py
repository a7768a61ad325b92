"""The requests of the page: the fields of each, how they are read, and how it is carried out."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Final

from othello.book.balanced import built_in
from othello.errors import OthelloError
from othello.formats.format import Format
from othello.formats.record import GameRecord
from othello.formats.registry import WRITTEN
from othello.human.level_player import LevelPlayer
from othello.human.levels import DEFAULT, LOWEST_RATING, human_level
from othello.human.people import MOST_RATING
from othello.review.objects import graph_of
from othello.review.page import report
from othello.review.peers import ratings_of
from othello.review.review import REVIEW_LEVEL, ReviewedMove, review_steps
from othello.review.tally import tally
from othello.rules import svg
from othello.rules.board import Board
from othello.rules.fields import Fields
from othello.rules.score import Color
from othello.search.analysis import Steps
from othello.search.cancel import Cancel
from othello.search.engine import UNTIL_SOLVED
from othello.search.json_objects import JsonObject
from othello.search.limits import MAX_LEVEL, Clock, Limits
from othello.search.settings import MAX_SEED
from othello.web import practice
from othello.web.desk import Desk
from othello.web.games import LONGEST_NAME, game_object, game_of, read_file, read_text, write_files
from othello.web.objects import analysis_object, description_object, played_object, reviewed_object
from othello.web.settings import LARGEST_MESSAGE, LARGEST_UPLOAD

MAX_LINES: Final = 64
MAX_SECONDS: Final = 86400.0
MAX_ID: Final = 2**53 - 1
OVERHEAD: Final = 0.15
"""Seconds that a move costs between the page and the server, for the clock."""

REVIEW_NAME: Final = "othello-review.html"
PICTURE_NAME: Final = "othello-game.svg"

Emit = Callable[[JsonObject], None]
"""Sends a reply that is not the last one; called in the thread of the search."""


class Quick:
    """A request that needs no search."""

    def reply(self, desk: Desk) -> JsonObject:
        """Return the reply; called in a thread of its own."""
        raise NotImplementedError


class Search:
    """A request for a search."""

    @property
    def shows_infos(self) -> bool:
        """Whether the page gets the infos of the search."""
        return False

    def steps(self, desk: Desk, emit: Emit, cancel: Cancel) -> Steps[JsonObject]:
        """Return the search, whose result is the last reply."""
        raise NotImplementedError


class Stop:
    """End the search."""


Request = Quick | Search | Stop


@dataclass(frozen=True, slots=True)
class Analyze(Search):
    """Search a position and report the best lines while searching."""

    board: Board
    limits: Limits

    @property
    def shows_infos(self) -> bool:
        return True

    @classmethod
    def read(cls, fields: Fields) -> "Analyze":
        """Return the request of a message; without limits it searches until the position is solved."""
        limits = UNTIL_SOLVED
        if fields.has("level") or fields.has("seconds"):
            limits = Limits(level=_level(fields) if fields.has("level") else None, seconds=_seconds(fields))
        lines = fields.whole("lines", 1, MAX_LINES, 1)
        return cls(_board(fields), replace(limits, multipv=lines))

    def steps(self, desk: Desk, emit: Emit, cancel: Cancel) -> Steps[JsonObject]:
        found = yield from desk.engine.steps(self.board.position, self.limits, cancel)
        return analysis_object(found)


@dataclass(frozen=True, slots=True)
class Play(Search):
    """Choose a move at a level."""

    board: Board
    level: str
    seed: int
    limits: Limits
    has_book: bool
    shows_progress: bool

    @property
    def shows_infos(self) -> bool:
        return self.shows_progress

    @classmethod
    def read(cls, fields: Fields) -> "Play":
        """Return the request of a message."""
        clock = None
        if fields.has("clock"):
            found = fields.inner("clock")
            left, increment = (found.number(name, 0, MAX_SECONDS) for name in ("remaining", "increment"))
            clock = Clock(left, increment, overhead=OVERHEAD)
        limits = Limits(clock=clock, seconds=_seconds(fields))
        level = str(LevelPlayer(fields.text("level", 20)))
        seed = fields.whole("seed", 0, MAX_SEED, 0)
        has_book, shows_progress = fields.flag("book", default=True), fields.flag("progress", default=False)
        return cls(_board(fields), level, seed, limits, has_book, shows_progress)

    def steps(self, desk: Desk, emit: Emit, cancel: Cancel) -> Steps[JsonObject]:
        player = desk.player
        player.opening = desk.opening if self.has_book else None
        player.set_level(self.level)
        player.seed = self.seed
        found = yield from player.steps(desk.engine, self.board, self.limits, cancel)
        return played_object(found)


@dataclass(frozen=True, slots=True)
class Review(Search):
    """Review a game."""

    game: GameRecord
    level: int
    peers: int | None
    has_page: bool

    @classmethod
    def read(cls, fields: Fields) -> "Review":
        """Return the request of a message."""
        peers = human_level(fields.text("peers", 20)).rating if fields.has("peers") else None
        return cls(_game(fields), _level(fields, REVIEW_LEVEL), peers, fields.flag("page", default=False))

    def steps(self, desk: Desk, emit: Emit, cancel: Cancel) -> Steps[JsonObject]:
        found: dict[int, ReviewedMove] = {}

        def on_move(move: ReviewedMove) -> None:
            found[move.ply] = move
            emit(reviewed_object(move, graph_of(self.game, found)))

        yield from review_steps(self.game, desk.engine, Limits(level=self.level), on_move, cancel, self.peers)
        accuracy = {str(color): tally(found.values(), color).accuracy for color in Color}
        rated = ratings_of(self.game.board())
        ratings = {str(color): asdict(rated[color]) if rated[color].moves else None for color in Color}
        reply: JsonObject = {"moves": len(found), "accuracy": accuracy, "ratings": ratings, "done": True}
        if self.has_page:
            reply["page"] = {"name": REVIEW_NAME, "text": report(self.game, list(found.values()))}
        return reply


@dataclass(frozen=True, slots=True)
class DrawExercise(Search):
    """Find an end game to practice, in a game or in one that players with a rating play."""

    game: GameRecord | None
    color: Color
    seed: int
    rating: int

    @classmethod
    def read(cls, fields: Fields) -> "DrawExercise":
        """Return the request of a message."""
        game = _game(fields) if fields.has("game") else None
        color = Color.parse(fields.choice("color", [str(color) for color in Color])) if game else Color.BLACK
        rating = fields.whole("rating", LOWEST_RATING, MOST_RATING, human_level(DEFAULT).rating)
        return cls(game, color, fields.whole("seed", 0, MAX_SEED, 0), rating)

    def steps(self, desk: Desk, emit: Emit, cancel: Cancel) -> Steps[JsonObject]:
        if self.game is None:
            found = yield from practice.drawn(self.rating, desk, self.seed, cancel)
        else:
            found = yield from practice.of_game(self.game.board(), self.color, desk, cancel)
        if found is None:
            return {"game": None, "done": True}
        game = game_object(GameRecord.from_board(found.board))
        return {"game": game, "kept": found.kept, "legal": found.legal, "done": True}


@dataclass(frozen=True, slots=True)
class DrawOpening(Quick):
    """Draw a balanced opening."""

    seed: int

    @classmethod
    def read(cls, fields: Fields) -> "DrawOpening":
        """Return the request of a message."""
        return cls(fields.whole("seed", 0, MAX_SEED))

    def reply(self, desk: Desk) -> JsonObject:
        return {"game": game_object(GameRecord.from_board(random.Random(self.seed).choice(built_in())))}


@dataclass(frozen=True, slots=True)
class DrawPicture(Quick):
    """Draw a game that plays itself."""

    board: Board

    @classmethod
    def read(cls, fields: Fields) -> "DrawPicture":
        """Return the request of a message."""
        return cls(_board(fields))

    def reply(self, desk: Desk) -> JsonObject:
        return {"file": {"name": PICTURE_NAME, "text": svg.game(self.board)}}


@dataclass(frozen=True, slots=True)
class Describe(Quick):
    """Name the openings of a game, and show what the book says about its last position."""

    board: Board

    @classmethod
    def read(cls, fields: Fields) -> "Describe":
        """Return the request of a message."""
        return cls(_board(fields))

    def reply(self, desk: Desk) -> JsonObject:
        return description_object(self.board, desk.book)


@dataclass(frozen=True, slots=True)
class ReadGames(Quick):
    """Read games from a text or a file."""

    text: str | None
    name: str
    data: str

    @classmethod
    def read(cls, fields: Fields) -> "ReadGames":
        """Return the request of a message."""
        if fields.has("text"):
            return cls(fields.text("text", LARGEST_UPLOAD), "", "")
        return cls(None, fields.text("name", LONGEST_NAME, ""), fields.text("data", LARGEST_MESSAGE))

    def reply(self, desk: Desk) -> JsonObject:
        found = read_text(self.text) if self.text is not None else read_file(self.name, self.data)
        return {"games": [game_object(game) for game in found.games], "unread": found.unread}


@dataclass(frozen=True, slots=True)
class WriteGame(Quick):
    """Write a game in a format."""

    game: GameRecord
    format: Format

    @classmethod
    def read(cls, fields: Fields) -> "WriteGame":
        """Return the request of a message."""
        return cls(_game(fields), WRITTEN[fields.choice("format", WRITTEN)])

    def reply(self, desk: Desk) -> JsonObject:
        return {"files": write_files(self.game, self.format)}


REQUESTS: Final[dict[str, Callable[[Fields], Request]]] = {
    "analyze": Analyze.read,
    "play": Play.read,
    "review": Review.read,
    "exercise": DrawExercise.read,
    "opening": DrawOpening.read,
    "picture": DrawPicture.read,
    "describe": Describe.read,
    "read": ReadGames.read,
    "write": WriteGame.read,
    "stop": lambda fields: Stop(),
}
"""How the requests of each type are read."""


class BadMessageError(OthelloError):
    """A message that is not a request; `number` is its id if it has one."""

    def __init__(self, reason: str, number: int | None) -> None:
        super().__init__(reason)
        self.number = number


def parse(text: str) -> tuple[int, str, Request]:
    """Return the id, the type and the request of a message; raises BadMessageError."""
    number = None
    try:
        fields = Fields.parse(text)
        number = fields.whole("id", 0, MAX_ID)
        kind = fields.choice("type", REQUESTS)
        return number, kind, REQUESTS[kind](fields)
    except OthelloError as error:
        raise BadMessageError(str(error), number) from None


def _game(fields: Fields) -> GameRecord:
    return game_of(fields.inner("game"))


def _board(fields: Fields) -> Board:
    return _game(fields).board()


def _level(fields: Fields, default: int | None = None) -> int:
    return fields.whole("level", 0, MAX_LEVEL, default)


def _seconds(fields: Fields) -> float | None:
    return fields.number("seconds", 0, MAX_SECONDS) if fields.has("seconds") else None
