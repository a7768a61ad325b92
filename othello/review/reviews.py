"""Reviews of many games as jobs."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from othello.formats.record import GameRecord
from othello.jobs.task import FunctionWorker
from othello.review.review import ReviewedMove, review_game
from othello.search.engine import Engine
from othello.search.identity import heading
from othello.search.jobs import Searches
from othello.search.limits import Limits


class ReviewJob(NamedTuple):
    """A game to review."""

    number: int
    """Number of the game in its file, from 1."""
    game: GameRecord


@dataclass(frozen=True, slots=True)
class Reviews:
    """The task of reviewing games. The result of a job is the list of moves in the order of the game."""

    searches: Searches
    """Settings of the engine."""
    limits: Limits
    """Limits for each position."""
    exact_from: int
    peers: int | None = None
    """The rating of the people with whom moves are compared, see `review_game`."""

    def heading(self, kind: str, **others: object) -> dict[str, object]:
        """Return *others* and everything else that reviews depend on, see `search.identity.heading`."""
        return heading(
            kind,
            self.searches.evaluation,
            level=self.limits.level,
            depth=self.limits.depth,
            seconds=self.limits.seconds,
            exact_from=self.exact_from,
            peers=self.peers,
            **others,
        )

    def open(self) -> FunctionWorker[ReviewJob, list[ReviewedMove]]:
        """Return a worker with its own engine. Each review clears the engine's table."""
        engine = self.searches.engine()
        return FunctionWorker(partial(self._review, engine), engine.close)

    def _review(self, engine: Engine, job: ReviewJob) -> list[ReviewedMove]:
        moves = review_game(job.game, engine, self.limits, exact_from=self.exact_from, peers=self.peers)
        return list(moves)[::-1]
