"""Predicted nodes of solutions.

The logarithm of the nodes is nearly linear in a few numbers that are known before the search: the empties,
the moves of both sides, and how far the static value lies outside the window, because a bound is easier
to prove the more obvious it is. `fit` finds the factors by least squares; docs/cluster.md says how good the
predictions are.
"""

import math
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final

import numpy as np

from othello.engine import Engine
from othello.kernels import moves
from othello.score import MOST_DISCS
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
        logarithms = self.features(questions) @ np.array(FACTORS)
        return [max(1, round(2 ** min(each, 200.0))) for each in logarithms.tolist()]

    def features(self, questions: Sequence[Question]) -> Any:
        """Return the numbers that predict nodes, an array (questions, len(FACTORS))."""
        words = np.array([(each.position.player, each.position.opponent) for each in questions], np.uint64)
        values = self._engine.evaluate_many(words.reshape(-1, 2))
        return np.array([_features(*pair) for pair in zip(questions, values.tolist(), strict=True)]).reshape(
            -1, len(FACTORS)
        )


def fit(features: Any, nodes: Sequence[int]) -> tuple[Any, float]:
    """Return factors for features and nodes, and the standard deviation of the logarithm to the base 2."""
    logarithms = np.log2(np.maximum(nodes, 1))
    factors, *_ = np.linalg.lstsq(features, logarithms, rcond=None)
    return factors, float(np.std(features @ factors - logarithms))


def _features(question: Question, value: float) -> tuple[float, ...]:
    """Return a constant, empties, logarithms of the mobilities, distance from the window, and its width."""
    position = question.position
    own = moves.legal_moves(position.player, position.opponent).bit_count()
    other = moves.legal_moves(position.opponent, position.player).bit_count()
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
