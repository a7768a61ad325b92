"""What a book knows about a position and about a move."""

from dataclasses import dataclass
from typing import Final

from othello.rules.score import Discs, Score
from othello.rules.square import Move
from othello.search.results import MAX_SCORE, MIN_SCORE


@dataclass(frozen=True, slots=True)
class GameCounts:
    """How often a position or a move occurred in games, and how these games ended."""

    visits: int = 0
    """Games."""
    wins: int = 0
    """Games that the side to move won."""
    draws: int = 0
    """Drawn games."""
    losses: int = 0
    """Games that the side to move lost. Games without a result are only in `visits`."""

    @property
    def rate(self) -> float | None:
        """Points of the side to move per finished game, 0..1. A draw counts half. None without games."""
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
    """A move of a position in a book. Values are from the point of view of the side to move."""

    move: Move | None
    """The move. None if the value of the best outside move is known, but not the move itself."""
    score: Score | None
    """The value of the move, or None if only games are known."""
    is_link: bool
    """Whether the position after the move is in the book with a value. Otherwise this is the best outside
    move, or a move that is only known from games."""
    games: GameCounts = NO_GAMES
    """Games with this move, for the side that makes it."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What a book knows about a position. Values are from the point of view of the side to move."""

    score: Score | None
    """The value of the best move, which is only as certain as the weakest value it depends on, see
    `othello.book.value`. None if only games are known."""
    lower: Discs = MIN_SCORE
    """Proved lower bound on the value."""
    upper: Discs = MAX_SCORE
    """Proved upper bound on the value. It equals `lower` if the value is exact."""
    outside: BookMove | None = None
    """The best move that leads out of the book, or None if there is no such move or it is unknown."""
    level: int | None = None
    """Level, 0-60, of the search for the best outside move. None if unknown."""
    games: GameCounts = NO_GAMES
    """Games with this position."""
    source: str = ""
    """Where the values come from, such as "build" or the name of an imported file."""
