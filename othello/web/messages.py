"""The requests of the page: JSON texts, checked and turned into objects."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from othello.board import Board
from othello.errors import OthelloError
from othello.fields import Fields
from othello.formats.format import Format
from othello.formats.record import GameRecord
from othello.formats.registry import WRITTEN
from othello.human.level_player import LevelPlayer
from othello.limits import MAX_LEVEL, Clock, Limits
from othello.settings import MAX_SEED
from othello.web.games import LONGEST_NAME, game_of
from othello.web.settings import LARGEST_FILE, LARGEST_MESSAGE

MAX_LINES: Final = 64
MAX_SECONDS: Final = 86400.0
MAX_ID: Final = 2**53 - 1
OVERHEAD: Final = 0.15
"""Seconds that a move costs between the page and the server, for the clock."""


@dataclass(frozen=True, slots=True)
class Analyze:
    """Search a position and report the best lines while searching."""

    board: Board
    limits: Limits | None
    """None searches until the position is solved."""
    lines: int


@dataclass(frozen=True, slots=True)
class Play:
    """Choose a move at a level."""

    board: Board
    level: str
    seed: int
    limits: Limits
    has_book: bool


@dataclass(frozen=True, slots=True)
class Review:
    """Review a game."""

    game: GameRecord
    level: int


@dataclass(frozen=True, slots=True)
class Describe:
    """Name the openings of a game, and show what the book says about its last position."""

    board: Board


@dataclass(frozen=True, slots=True)
class Read:
    """Read games from a text or a file."""

    text: str | None
    name: str
    data: str


@dataclass(frozen=True, slots=True)
class Write:
    """Write a game in a format."""

    game: GameRecord
    format: Format


@dataclass(frozen=True, slots=True)
class Stop:
    """End the search."""


Request = Analyze | Play | Review | Describe | Read | Write | Stop


class BadMessageError(OthelloError):
    """A message that is not a request; `number` is its id if it has one."""

    def __init__(self, reason: str, number: int | None) -> None:
        super().__init__(reason)
        self.number = number


def parse(text: str) -> tuple[int, Request]:
    """Return the id and the request of a message; raises BadMessageError."""
    number = None
    try:
        fields = Fields.parse(text)
        number = fields.whole("id", 0, MAX_ID)
        return number, REQUESTS[fields.choice("type", REQUESTS)](fields)
    except OthelloError as error:
        raise BadMessageError(str(error), number) from None


def _analyze(fields: Fields) -> Analyze:
    has_limits = fields.has("level") or fields.has("seconds")
    limits = Limits(
        level=fields.whole("level", 0, MAX_LEVEL) if fields.has("level") else None,
        seconds=fields.number("seconds", 0, MAX_SECONDS) if fields.has("seconds") else None,
    )
    return Analyze(_board(fields), limits if has_limits else None, fields.whole("lines", 1, MAX_LINES, 1))


def _play(fields: Fields) -> Play:
    clock = None
    if fields.has("clock"):
        found = fields.inner("clock")
        clock = Clock(
            found.number("remaining", 0, MAX_SECONDS),
            found.number("increment", 0, MAX_SECONDS),
            overhead=OVERHEAD,
        )
    seconds = fields.number("seconds", 0, MAX_SECONDS) if fields.has("seconds") else None
    level = str(LevelPlayer(fields.text("level", 20)))
    return Play(
        _board(fields),
        level,
        fields.whole("seed", 0, MAX_SEED, 0),
        Limits(clock=clock, seconds=seconds),
        fields.flag("book", default=True),
    )


def _read(fields: Fields) -> Read:
    if fields.has("text"):
        return Read(fields.text("text", LARGEST_FILE), "", "")
    return Read(None, fields.text("name", LONGEST_NAME, ""), fields.text("data", LARGEST_MESSAGE))


def _board(fields: Fields) -> Board:
    return game_of(fields.inner("game")).board()


REQUESTS: Final[dict[str, Callable[[Fields], Request]]] = {
    "analyze": _analyze,
    "play": _play,
    "review": lambda fields: Review(game_of(fields.inner("game")), fields.whole("level", 0, MAX_LEVEL, 14)),
    "describe": lambda fields: Describe(_board(fields)),
    "read": _read,
    "write": lambda fields: Write(game_of(fields.inner("game")), WRITTEN[fields.choice("format", WRITTEN)]),
    "stop": lambda fields: Stop(),
}
