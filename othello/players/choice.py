"""Chooses a random move at a human-like level, as often as people choose it.

1. The model of human moves gives the probability of each move at the level's rating.
2. People also look ahead. A search values all moves, and each disc that a move loses makes the move less
   likely by a factor, which is larger for higher ratings.
3. There are no games of players below the weakest tournament players. For lower ratings, the model counts
   less, and the temptations of beginners count more: corners, and moves that flip many discs.
4. The random number depends only on the seed and the position.

Source: the conditional logit model of D. McFadden, "Conditional logit analysis of qualitative choice
behavior", 1974. K. W. Regan and G. McC. Haworth fit such a model to chess players, "Intrinsic Chess
Ratings", AAAI 2011.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from othello.players.levels import HumanLevel
from othello.rules.position import Position
from othello.rules.score import DISC
from othello.rules.square import CORNERS, PASS, Move
from othello.search.results import SearchResult

GREED, CORNER_PULL = 0.11, 0.9
"""How much more likely a beginner plays a move, in nats: for each flipped disc, and for a corner. These
numbers were chosen by hand, because there are no records of beginners' games."""


def choose(
    level: HumanLevel,
    position: Position,
    result: SearchResult,
    probabilities: Mapping[Move, float],
    number: float,
) -> SearchResult:
    """Return the move that a player of this level chooses, with its `loss`.

    result        -- the result of a search with a line for every move
    probabilities -- how likely people with the rating are to play each move
    number        -- a random number in [0, 1) that decides

    Returns *result* itself if the side to move must pass or the game is over.
    """
    if result.move is None or result.move == PASS:
        return result
    # A search may list equal moves in any order, so sort the moves by their squares.
    lines = sorted(result.lines, key=lambda line: line.move)
    best = max(line.score.value for line in lines)
    losses = [(best - line.score.value) / DISC for line in lines]
    weights = [
        math.exp(
            (1 - level.beginning) * math.log(probabilities[line.move])
            - level.search_weight * loss
            + level.beginning * temptation(position, line.move)
        )
        for line, loss in zip(lines, losses, strict=True)
    ]
    index = random_index(weights, number)
    line = lines[index]
    return replace(
        result,
        move=line.move,
        score=line.score,
        depth=line.depth,
        pv=line.pv,
        lines=(line,),
        loss=losses[index],
    )


def temptation(position: Position, move: Move) -> float:
    """Return how much a beginner likes a move, in nats."""
    pull = CORNER_PULL if CORNERS >> move & 1 else 0.0
    return pull + GREED * position.flips_bits(move).bit_count()


def random_number(seed: int, position: Position, *purpose: str) -> float:
    """Return a pseudo-random number in [0, 1) that is the same in every process and on every computer.

    Each *purpose*, a word, gets its own number.
    """
    text = " ".join((str(seed), position.format(), *purpose))
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11) / (1 << 53)


def random_index(weights: Sequence[float], number: float) -> int:
    """Draw an index with a probability proportional to its weight. *number* is random, in [0, 1)."""
    rest = number * sum(weights)
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    return len(weights) - 1
