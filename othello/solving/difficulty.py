"""Predicts how many nodes the answer to a question takes.

The logarithm of the node count is almost a linear function of a few numbers that are known before the search:
the number of empties, the mobility of both sides, and the distance of the static value from the window. The
last number matters because an obvious bound is easier to prove. The factors were fitted by least squares.
docs/cluster.md shows how good the predictions are.
"""

import math
from operator import mul
from typing import Final

from othello.kernels import moves
from othello.search.engine import Engine
from othello.solving.question import WHOLE, Query

FACTORS: Final = (-6.284, 0.907, 1.176, 0.517, -0.338, 3.075)
"""The factors of `features`. The sum of the products is the logarithm of the node count to base 2."""


def predicted_nodes(question: Query, engine: Engine) -> int:
    """Return the predicted node count for a question, at least 1. *engine* evaluates its position."""
    logarithm = sum(map(mul, features(question, engine), FACTORS))
    return max(1, round(math.pow(2.0, min(logarithm, 200.0))))


def features(question: Query, engine: Engine) -> tuple[float, ...]:
    """Return the numbers that are multiplied by FACTORS.

    They are 1, the number of empties, the logarithm of each side's mobility, the clarity of the answer, and a
    1 for exact values or 0 for other questions. The clarity is the distance between the static value and the
    window in units of ten discs, or between the static value and 0 if the window contains all values.
    """
    position = question.position
    own = moves.legal_moves(position.player, position.opponent).bit_count()
    other = moves.legal_moves(position.opponent, position.player).bit_count()
    value = float(engine.evaluate(position))
    is_exact = (question.alpha, question.beta) == WHOLE
    clarity = abs(value) if is_exact else max(0.0, question.alpha - value, value - question.beta)
    return (1.0, position.empties, math.log2(1 + own), math.log2(1 + other), clarity / 10, float(is_exact))
