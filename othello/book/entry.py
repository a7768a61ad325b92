"""Describes what a book contains about a position and a move."""

from dataclasses import dataclass
from typing import Final

from othello.rules.score import Discs, Score
from othello.rules.square import Move
from othello.search.results import MAX_SCORE, MIN_SCORE


@dataclass(frozen=True, slots=True)
class GameCounts:
    """How often a position or move occurred in games and how these games ended."""

    visits: int = 0
    """Number of games, including games without a result."""
    wins: int = 0
    """Number of games that the side to move won."""
    draws: int = 0
    """Number of drawn games."""
    losses: int = 0
    """Number of games that the side to move lost."""

    @property
    def rate(self) -> float | None:
        """The side to move's share of wins, 0..1, counting draws half. None if there are no results."""
        finished = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / finished if finished else None

    def __neg__(self) -> "GameCounts":
        return GameCounts(self.visits, self.losses, self.draws, self.wins)

    def __add__(self, other: "GameCounts") -> "GameCounts":
        return GameCounts(
            self.visits + other.visits,
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
        )


NO_GAMES: Final = GameCounts()


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move in a position in a book. Values are from the point of view of the side to move."""

    move: Move | None
    """The move, or None for the best move that leaves the book if only its value is known."""
    score: Score | None
    """The value of the move, or None if only games are known."""
    is_link: bool
    """Whether the position after the move is in the book with a value. If not, the move is the best move that
    leaves the book or is known only from games."""
    games: GameCounts = NO_GAMES
    """The games with this move, counted for the side that makes it."""
    strong: GameCounts = NO_GAMES
    """The games between strong players (see `Book.strong_rating`), which `games` also counts."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What a book contains about a position. Values are from the point of view of the side to move."""

    score: Score | None
    """The value of the best move, or None if only games are known. Its certainty is the lowest certainty of
    the values that it depends on (see `othello.book.value`)."""
    lower: Discs = MIN_SCORE
    """Proved lower bound on the value."""
    upper: Discs = MAX_SCORE
    """Proved upper bound on the value. If it equals `lower`, the value is exact."""
    outside: BookMove | None = None
    """The best move that leaves the book, or None if there is no such move or it is unknown."""
    level: int | None = None
    """Level, 0-60, of the search that found `outside`. None if unknown."""
    games: GameCounts = NO_GAMES
    """The games that reached this position."""
    strong: GameCounts = NO_GAMES
    """The games between strong players (see `Book.strong_rating`), which `games` also counts."""
    source: str = ""
    """Where the values come from, such as "build" or the name of an imported file."""
