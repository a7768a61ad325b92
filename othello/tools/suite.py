"""Test suites: the engine's moves in positions with known scores, and their losses.

A position is judged if its file has scores of moves. The *loss* of an answer is the best score in
the file minus the score of the chosen move, in discs. A file may omit scores: a chosen move without a
score is not a best move, and its loss is unknown.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from othello.formats.obf import ObfProblem
from othello.jobs.searches import SearchJob
from othello.jobs.team import Team
from othello.jobs.work import Failed, check_failures
from othello.search.limits import Limits
from othello.search.results import SearchResult


@dataclass(frozen=True, slots=True)
class Attempt:
    """The engine's answer to a position."""

    problem: ObfProblem
    result: SearchResult

    @property
    def is_best(self) -> bool | None:
        """Whether the move is a best move; None if the file has no scores."""
        return self.result.move in self.problem.best_moves if self.problem.scores else None

    @property
    def loss(self) -> int | None:
        """Discs that the move loses, 0 or more; None if the file has no score for it."""
        if self.result.move is None or self.result.move not in self.problem.scores:
            return None
        return max(self.problem.scores.values()) - self.problem.scores[self.result.move]


@dataclass(frozen=True, slots=True)
class SuiteSummary:
    """Totals over all answers."""

    positions: int
    judged: int
    """Positions with scored moves in the file."""
    best: int
    """Judged answers that are a best move."""
    mean_loss: float | None
    """Mean of the known losses, in discs; None if there are none."""
    greatest_loss: int | None
    """Greatest known loss, in discs; None if there are none."""
    unknown_losses: int
    """Judged answers with an unknown loss."""
    nodes: int
    seconds: float

    @property
    def best_share(self) -> float | None:
        """Share of the judged answers that are a best move, 0..1; None if no answer was judged."""
        return self.best / self.judged if self.judged else None


def attempt_all(
    problems: Iterable[ObfProblem], workers: Team[SearchJob, SearchResult], limits: Limits
) -> Iterator[Attempt]:
    """Yield the answer to each problem, each searched with an empty table, in the order in which they end.

    At the end, raises OthelloError if a problem ended its workers.
    """
    failed: list[str] = []
    for found in workers.run(SearchJob(problem.position, limits, problem) for problem in problems):
        if isinstance(found, Failed):
            failed.append(f"{found.job.position.format()} cannot be searched: {found.reason}")
        else:
            yield Attempt(found.job.tag, found.result)
    check_failures(failed)


def summary(attempts: Sequence[Attempt]) -> SuiteSummary:
    """Return the totals of the answers."""
    judged = [attempt for attempt in attempts if attempt.is_best is not None]
    losses = [attempt.loss for attempt in judged if attempt.loss is not None]
    return SuiteSummary(
        positions=len(attempts),
        judged=len(judged),
        best=sum(attempt.is_best is True for attempt in judged),
        mean_loss=sum(losses) / len(losses) if losses else None,
        greatest_loss=max(losses, default=None),
        unknown_losses=len(judged) - len(losses),
        nodes=sum(attempt.result.nodes for attempt in attempts),
        seconds=sum(attempt.result.seconds for attempt in attempts),
    )
