"""The page's requests, with their fields and the code that reads and executes them."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Final

from othello.book.balanced import draw_built_in
from othello.book.book import moves_object
from othello.errors import OthelloError
from othello.formats.record import GameRecord
from othello.formats.registry import WRITTEN
from othello.players.human_model import MAX_RATING, move_probabilities
from othello.players.level_player import parse_level
from othello.players.levels import DEFAULT, LOWEST_RATING, human_level
from othello.review.accuracy import tally
from othello.review.objects import graph_of, move_object
from othello.review.page import report
from othello.review.peers import ratings_of
from othello.review.review import REVIEW_LEVEL, ReviewedMove, review_steps
from othello.rules.board import Board
from othello.rules.opening_names import name_of
from othello.rules.score import Color
from othello.rules.square import format_move
from othello.search.analysis import Steps
from othello.search.engine import UNTIL_SOLVED
from othello.search.json_objects import JsonObject, lines_object, result_object, score_object, work_object
from othello.search.limits import MAX_LEVEL, Clock, Limits
from othello.search.settings import MAX_SEED
from othello.search.stop_signal import StopSignal
from othello.storage.fields import Fields
from othello.web import practice
from othello.web.context import Context
from othello.web.games import LONGEST_NAME, game_object, game_of, read_file, read_text, write_files
from othello.web.settings import LARGEST_MESSAGE, LARGEST_UPLOAD

MAX_LINES: Final = 64
MAX_SECONDS: Final = 86400.0
MAX_ID: Final = 2**53 - 1
OVERHEAD: Final = 0.15
"""Seconds that messages between page and server add to the clock time of each move."""

REVIEW_NAME: Final = "othello-review.html"

Emit = Callable[[JsonObject], None]
"""Function that sends a reply before the last reply. It is called in the search's thread."""


@dataclass(frozen=True, slots=True)
class QuickQuery:
    """A request that can be answered without a search."""

    reply: Callable[[Context], JsonObject]
    """Returns the reply. It is called in a separate thread."""


@dataclass(frozen=True, slots=True)
class Search:
    """A request that needs a search."""

    steps: Callable[[Context, Emit, StopSignal], Steps[JsonObject]]
    """Returns the search, whose result is the last reply."""
    shows_infos: bool = False
    """Whether the page receives reports while the search runs."""


class Stop:
    """A request to end the running search."""


Request = QuickQuery | Search | Stop


def analyze(fields: Fields) -> Search:
    """Search a position and report the best lines. The default is to search until the position is solved."""
    limits = UNTIL_SOLVED
    if fields.has("level") or fields.has("seconds"):
        limits = Limits(level=_level(fields) if fields.has("level") else None, seconds=_seconds(fields))
    limits = replace(limits, multipv=fields.whole("lines", 1, MAX_LINES, 1))
    position = _board(fields).position

    def steps(context: Context, emit: Emit, cancel: StopSignal) -> Steps[JsonObject]:
        result = yield from context.engine.steps(position, limits, cancel)
        return {
            "depth": result.depth,
            "lines": lines_object(result.lines),
            "done": True,
            "score": score_object(result.score),
        } | work_object(result.nodes, result.seconds)

    return Search(steps, shows_infos=True)


def play(fields: Fields) -> Search:
    """Choose a move at the given level."""
    clock = None
    if fields.has("clock"):
        given = fields.inner("clock")
        left, increment = (given.number(name, 0, MAX_SECONDS) for name in ("remaining", "increment"))
        clock = Clock(left, increment, overhead=OVERHEAD)
    limits = Limits(clock=clock, seconds=_seconds(fields))
    level = str(parse_level(fields.text("level", 20)))
    seed = fields.whole("seed", 0, MAX_SEED, 0)
    has_book, shows_progress = fields.flag("book", default=True), fields.flag("progress", default=False)
    board = _board(fields)

    def steps(context: Context, emit: Emit, cancel: StopSignal) -> Steps[JsonObject]:
        player = context.player
        player.opening = context.opening if has_book else None
        player.set_level(level)
        player.seed = seed
        result = yield from player.steps(board, limits, cancel)
        return result_object(result) | {"book": result.is_book}

    return Search(steps, shows_progress)


def review(fields: Fields) -> Search:
    """Review a game."""
    peers = human_level(fields.text("peers", 20)).rating if fields.has("peers") else None
    game, limits = _game(fields), Limits(level=_level(fields, REVIEW_LEVEL))
    has_page = fields.flag("page", default=False)

    def steps(context: Context, emit: Emit, cancel: StopSignal) -> Steps[JsonObject]:
        moves: dict[int, ReviewedMove] = {}

        def on_move(move: ReviewedMove) -> None:
            moves[move.ply] = move
            graph, shown = graph_of(game, moves), move_object(move.move, move.turn, move)
            emit({"ply": move.ply, "move": shown, "graph": graph.draw(), "scale": graph.scale()})

        yield from review_steps(game, context.engine, limits, on_move, cancel, peers)
        accuracy = {str(color): tally(moves.values(), color).accuracy for color in Color}
        rated = ratings_of(game.board())
        ratings = {str(color): asdict(rated[color]) if rated[color].moves else None for color in Color}
        reply: JsonObject = {"moves": len(moves), "accuracy": accuracy, "ratings": ratings, "done": True}
        if has_page:
            reply["page"] = {"name": REVIEW_NAME, "text": report(game, list(moves.values()))}
        return reply

    return Search(steps)


def exercise(fields: Fields) -> Search:
    """Find an endgame to practice in a new game at a given rating."""
    rating = fields.whole("rating", LOWEST_RATING, MAX_RATING, human_level(DEFAULT).rating)
    seed = fields.whole("seed", 0, MAX_SEED, 0)

    def steps(context: Context, emit: Emit, cancel: StopSignal) -> Steps[JsonObject]:
        result = yield from practice.random_exercise(rating, context, seed, cancel)
        if result is None:
            return {"game": None, "done": True}
        shown = game_object(GameRecord.from_board(result.board))
        return {"game": shown, "kept": result.kept, "legal": result.legal, "done": True}

    return Search(steps)


def opening(fields: Fields) -> QuickQuery:
    """Choose one of the balanced openings at random."""
    draw = random.Random(fields.whole("seed", 0, MAX_SEED))
    return QuickQuery(lambda context: {"game": game_object(GameRecord.from_board(draw_built_in(draw)))})


def describe(fields: Fields) -> QuickQuery:
    """Return a game's openings, and the book moves and people's choices in the last position."""
    board = _board(fields)
    people = fields.whole("rating", LOWEST_RATING, MAX_RATING) if fields.has("rating") else None

    def reply(context: Context) -> JsonObject:
        names = {str(ply): name_of(position) for ply, position in enumerate(board.positions())}
        openings = {ply: name for ply, name in names.items() if name}
        strong = None if context.book is None else context.book.strong_rating
        return {
            "openings": openings,
            "book": moves_object(context.book, board),
            "strong_rating": strong,
            "peers": _choices(board, people),
            "strong_peers": _choices(board, strong),
        }

    return QuickQuery(reply)


def _choices(board: Board, rating: int | None) -> JsonObject:
    """Return the share of people with a rating who choose each move, or nothing without a rating."""
    shares = {} if rating is None else move_probabilities(board, rating)
    return {format_move(move): round(share, 3) for move, share in shares.items()}


def read(fields: Fields) -> QuickQuery:
    """Read games from text or a file."""
    if fields.has("text"):
        find = partial(read_text, fields.text("text", LARGEST_UPLOAD))
    else:
        name = fields.text("name", LONGEST_NAME, "")
        find = partial(read_file, name, fields.text("data", LARGEST_MESSAGE))

    def reply(context: Context) -> JsonObject:
        result = find()
        return {
            "games": [game_object(game) for game in result.games],
            "warnings": [list(game.warnings) for game in result.games],
            "is_text": [bool(game.reading) for game in result.games],
            "unread": result.unread,
        }

    return QuickQuery(reply)


def write(fields: Fields) -> QuickQuery:
    """Write a game in a format."""
    game, form = _game(fields), WRITTEN[fields.choice("format", WRITTEN)]
    return QuickQuery(lambda context: {"files": write_files(game, form)})


def ping(fields: Fields) -> QuickQuery:
    """Answer to show that the session is alive."""
    return QuickQuery(lambda context: {})


REQUESTS: Final[dict[str, Callable[[Fields], Request]]] = {
    "analyze": analyze,
    "play": play,
    "review": review,
    "exercise": exercise,
    "opening": opening,
    "describe": describe,
    "read": read,
    "write": write,
    "ping": ping,
    "stop": lambda fields: Stop(),
}
"""Maps each type of request to the function that reads it."""


class BadMessageError(OthelloError):
    """Raised for a message that is not a valid request. `number` is its id, or None if it has no id."""

    def __init__(self, reason: str, number: int | None) -> None:
        super().__init__(reason)
        self.number = number


def parse(text: str) -> tuple[int, str, Request]:
    """Read a message and return its id, its type and its request. Raises BadMessageError."""
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
