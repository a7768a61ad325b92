"""Chooses a move at a human-like level (see `players.choice`). The choice is the same on every computer.

    weight = exp((1 - beginning) * score - search weight * loss in discs + beginning * temptation)

A move is chosen with a probability proportional to its weight.
"""

from typing import Final

from othello.kernels.bits import CORNERS, ZERO, Bytes, Word, bit, popcount
from othello.kernels.human_policy import Doubles, Float, Floats, Shorts, exponential
from othello.kernels.moves import flips
from othello.native.kernel import kernel

GREED, CORNER_PULL = 0.11, 0.9
"""How tempting a move is to a beginner, in nats, for each flipped disc and for a corner. The numbers were
chosen by hand, because no records of beginners' games are known."""
MIN_EXPONENT: Final = -50.0
"""Exponents are raised to at least this number, relative to the largest exponent."""


@kernel
def choose(
    player: Word, opponent: Word, number: int, legal: Bytes, scores: Floats, values: Shorts,
    search_weight: Float, beginning: Float, random: Float, weights: Doubles,
) -> int:  # fmt: skip
    """Choose one of *number* moves and return its index. Write the moves' weights to *weights*.

    scores -- the logarithm of each move's probability, up to a constant
    values -- the value of each move, in centidiscs
    random -- a random number in [0, 1), which determines the choice
    """
    best, greatest, total = -32000, -1e9, 0.0
    for move in range(number):
        best = max(best, 0 + values[move])
    for move in range(number):
        square = 0 + legal[move]
        temptation = GREED * popcount(flips(square, player, opponent))
        if bit(square) & CORNERS != ZERO:
            temptation += CORNER_PULL
        loss = (best - values[move]) / 100
        weights[move] = (1.0 - beginning) * scores[move] - search_weight * loss + beginning * temptation
        greatest = max(greatest, weights[move])
    for move in range(number):
        weights[move] = exponential(max(weights[move] - greatest, MIN_EXPONENT))
        total += weights[move]
    rest = random * total
    for move in range(number):
        rest -= weights[move]
        if rest < 0.0:
            return move
    return number - 1
