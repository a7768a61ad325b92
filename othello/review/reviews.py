"""Reviews many games. Each game is a job, so several processes can share the work."""

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
    """The task of reviewing games. A job's result is the list of reviewed moves, in game order.

    For *limits*, *exact_from* and *peers*, see `review_game`.
    """

    searches: Searches
    """Settings of the engine."""
    limits: Limits
    exact_from: int
    peers: int | None = None

    def heading(self, kind: str, **others: object) -> dict[str, object]:
        """Return everything on which the reviews depend, and *others* (see `search.identity.heading`)."""
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
        """Return a worker with its own engine. Each review clears the engine's table first."""
        engine = self.searches.engine()
        return FunctionWorker(partial(self._review, engine), engine.close)

    def _review(self, engine: Engine, job: ReviewJob) -> list[ReviewedMove]:
        moves = review_game(job.game, engine, self.limits, exact_from=self.exact_from, peers=self.peers)
        return list(moves)[::-1]
