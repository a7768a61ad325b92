"""Reviews of many games as jobs."""

from dataclasses import dataclass
from typing import NamedTuple

from othello.formats.record import GameRecord
from othello.jobs.searches import Searches
from othello.review.review import ReviewedMove, review_game
from othello.search.limits import Limits


class ReviewJob(NamedTuple):
    """A game to review."""

    number: int
    """Number of the game in its file, from 1."""
    game: GameRecord


@dataclass(frozen=True, slots=True)
class Reviews:
    """The work of reviewing games; the result of a job is the list of moves in the order of the game."""

    searches: Searches
    """Settings of the engine."""
    limits: Limits
    """Limits for each position."""
    exact_from: int

    def open(self) -> "Reviewer":
        """Return a worker with an engine of its own."""
        return Reviewer(self)


class Reviewer:
    """A worker that reviews games; its results depend on the game alone, because reviews clear the table."""

    def __init__(self, work: Reviews) -> None:
        self._work = work
        self._engine = work.searches.engine()

    def do(self, job: ReviewJob) -> list[ReviewedMove]:
        """Review a game."""
        work = self._work
        return list(review_game(job.game, self._engine, work.limits, exact_from=work.exact_from))[::-1]

    def close(self) -> None:
        """Stop the search, and free the memory."""
        self._engine.close()
