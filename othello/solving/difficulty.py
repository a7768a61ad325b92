"""Predicted nodes of solutions.

The logarithm of the nodes is nearly linear in a few numbers that are known before the search: the empties,
the moves of both sides, and how far the static value lies outside the window, because a bound is easier
to prove the more obvious it is. The factors were found by least squares; docs/cluster.md says how good the
predictions are.
"""

import math
from collections.abc import Sequence
from operator import mul
from types import TracebackType
from typing import Final

from othello.kernels import moves
from othello.rules.score import MOST_DISCS, Score
from othello.search.engine import Engine
from othello.solving.question import Question

FACTORS: Final = (-6.284, 0.907, 1.176, 0.517, -0.338, 3.075)
"""Factors of `features`, for the logarithm of the nodes to the base 2."""


class Predictor:
    """Predicts nodes; it has an engine for the static evaluation."""

    def __init__(self) -> None:
        self._engine = Engine(table_mib=1)

    def __enter__(self) -> "Predictor":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._engine.close()

    def nodes(self, questions: Sequence[Question]) -> list[int]:
        """Return the predicted nodes of each question; 1 at least."""
        logarithms = (sum(map(mul, row, FACTORS)) for row in self.features(questions))
        return [max(1, round(2 ** min(each, 200.0))) for each in logarithms]

    def features(self, questions: Sequence[Question]) -> list[tuple[float, ...]]:
        """Return the numbers that predict nodes, len(FACTORS) for each question."""
        return [_features(each, self._engine.evaluate(each.position)) for each in questions]


def _features(question: Question, score: Score) -> tuple[float, ...]:
    """Return a constant, empties, logarithms of the mobilities, distance from the window, and its width."""
    position = question.position
    own = moves.legal_moves(position.player, position.opponent).bit_count()
    other = moves.legal_moves(position.opponent, position.player).bit_count()
    value = float(score)
    outside = max(0.0, question.alpha - value, value - question.beta)
    is_exact = (question.alpha, question.beta) == (-MOST_DISCS, MOST_DISCS)
    return (
        1.0,
        position.empties,
        math.log2(1 + own),
        math.log2(1 + other),
        (abs(value) if is_exact else outside) / 10,
        float(is_exact),
    )
