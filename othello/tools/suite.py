"""Test suites: how often, and by how much, the engine misses the best move of known positions.

A position can be judged if its file gives moves with their scores. The *loss* of an answer
is the best score of the file less that of the move that was chosen, in discs. A file need
not score every move: if it leaves out the one that was chosen, that move is not the best,
but its loss is not known.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from othello.engine import Engine
from othello.formats.obf import ObfProblem
from othello.limits import Limits
from othello.results import SearchResult


@dataclass(frozen=True, slots=True)
class Attempt:
    """The engine's answer to a position."""

    problem: ObfProblem
    result: SearchResult

    @property
    def is_best(self) -> bool | None:
        """Whether the move is one of the best; None if the file gives no moves."""
        return self.result.move in self.problem.best_moves if self.problem.scores else None

    @property
    def loss(self) -> int | None:
        """Discs that the move loses, 0 or more; None if the file does not tell."""
        if self.result.move is None or self.result.move not in self.problem.scores:
            return None
        return max(self.problem.scores.values()) - self.problem.scores[self.result.move]


@dataclass(frozen=True, slots=True)
class Summary:
    """What all answers together are worth."""

    positions: int
    judged: int
    """Positions whose file gives moves."""
    best: int
    """Answers that are among the best."""
    mean_loss: float | None
    """Discs, over the answers whose loss is known; None if there are none."""
    greatest_loss: int | None
    """Discs; None likewise."""
    unknown_losses: int
    """Judged answers whose loss is not known."""
    nodes: int
    seconds: float

    @property
    def best_share(self) -> float | None:
        """Share of the judged answers that are the best, 0..1; None if nothing was judged."""
        return self.best / self.judged if self.judged else None


def attempt_all(problems: Iterable[ObfProblem], engine: Engine, limits: Limits) -> Iterator[Attempt]:
    """Search one position after the other, each as if it were the first."""
    for problem in problems:
        engine.new_game()
        yield Attempt(problem, engine.go(problem.position, limits))


def summary(attempts: Sequence[Attempt]) -> Summary:
    """What the answers are worth."""
    judged = [attempt for attempt in attempts if attempt.is_best is not None]
    losses = [attempt.loss for attempt in judged if attempt.loss is not None]
    return Summary(
        positions=len(attempts),
        judged=len(judged),
        best=sum(attempt.is_best is True for attempt in judged),
        mean_loss=sum(losses) / len(losses) if losses else None,
        greatest_loss=max(losses, default=None),
        unknown_losses=len(judged) - len(losses),
        nodes=sum(attempt.result.nodes for attempt in attempts),
        seconds=sum(attempt.result.seconds for attempt in attempts),
    )
