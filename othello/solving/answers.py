"""Compares the engine's answers to the positions in a file with the values and scores in the file.

The *loss* of an answer is the best score in the file minus the score of the engine's move, in discs. If the
file contains no score for this move, the move does not count as a best move, and its loss is unknown.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from othello.formats.obf import ObfProblem
from othello.jobs.executor import Executor
from othello.rules.score import Kind, sign
from othello.search.jobs import SearchJob
from othello.search.limits import Limits
from othello.search.results import SearchResult


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's answer to a position."""

    problem: ObfProblem
    result: SearchResult

    @property
    def is_correct(self) -> bool | None:
        """Whether the engine's value and move agree with the file.

        If the search looked only for a win, draw or loss, only the signs must agree. The result is None if
        the file contains no value or the search was stopped.
        """
        expected = self.problem.value
        if expected is None or not self.result.is_solved:
            return None
        scores = [int(self.result.score.discs)]
        move = self.result.move
        if move is not None and move in self.problem.scores:
            scores.append(self.problem.scores[move])
        if self.result.score.kind is Kind.WLD:
            return all(sign(score) == sign(expected) for score in scores)
        return all(score == expected for score in scores)

    @property
    def is_best(self) -> bool | None:
        """Whether the engine's move is a best move. None if the file contains no scores."""
        return self.result.move in self.problem.best_moves if self.problem.scores else None

    @property
    def loss(self) -> int | None:
        """Number of discs that the engine's move loses, 0 or more.

        None if the file contains no score for this move.
        """
        if self.result.move is None or self.result.move not in self.problem.scores:
            return None
        return max(self.problem.scores.values()) - self.problem.scores[self.result.move]


def answer_all(
    problems: Iterable[ObfProblem], workers: Executor[SearchJob, SearchResult], limits: Limits
) -> Iterator[Answer]:
    """Search each problem with an empty table and yield each answer as soon as its search ends.

    If a problem crashes the workers that search it, raises OthelloError after all other answers.
    """
    jobs = (SearchJob(problem.position, limits, problem) for problem in problems)
    for search in workers.results(
        jobs, lambda job: f"{job.position.format()} cannot be searched: ", keep_going=True
    ):
        yield Answer(search.job.tag, search.result)


@dataclass(frozen=True, slots=True)
class SuiteSummary:
    """Totals over all answers."""

    positions: int
    judged: int
    """Number of answers that could be judged because the file contains scores for the position."""
    best: int
    """Number of judged answers whose move is a best move."""
    mean_loss: float | None
    """Mean of the known losses in discs, or None if no losses are known."""
    greatest_loss: int | None
    """Largest known loss in discs, or None if no losses are known."""
    unknown_losses: int
    """Number of judged answers whose loss is unknown."""
    nodes: int
    seconds: float

    @property
    def best_share(self) -> float | None:
        """Share of the judged answers whose move is a best move, 0..1. None if no answer was judged."""
        return self.best / self.judged if self.judged else None


def summary(answers: Sequence[Answer]) -> SuiteSummary:
    """Return the totals of the answers."""
    judged = [answer for answer in answers if answer.is_best is not None]
    losses = [answer.loss for answer in judged if answer.loss is not None]
    return SuiteSummary(
        positions=len(answers),
        judged=len(judged),
        best=sum(answer.is_best is True for answer in judged),
        mean_loss=sum(losses) / len(losses) if losses else None,
        greatest_loss=max(losses, default=None),
        unknown_losses=len(judged) - len(losses),
        nodes=sum(answer.result.nodes for answer in answers),
        seconds=sum(answer.result.seconds for answer in answers),
    )
