"""Chooses moves at a human-like level. Each move is chosen as often as people with that rating choose it.

1. The model of human moves gives each move's probability at the level's rating.
2. People also look ahead, so a search values all moves. Each disc that a move loses reduces the move's
   probability by a factor, which is larger for higher ratings.
3. There are no games from which the model can learn how players weaker than all tournament players play. At
   their ratings, the model counts less, and beginners' temptations count more: corners, and moves that flip
   many discs.
4. The random number depends only on the seed and the position.

Source: the conditional logit model of D. McFadden, "Conditional logit analysis of qualitative choice
behavior", 1974. K. W. Regan and G. McC. Haworth fitted such a model to chess players, "Intrinsic Chess
Ratings", AAAI 2011.
"""

import ctypes
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from othello.kernels import human_choice
from othello.kernels.ordering import MAX_LEGAL
from othello.players.levels import HumanLevel
from othello.rules.position import Position
from othello.rules.score import DISC
from othello.rules.square import Move
from othello.search.results import SearchResult


def choose(
    level: HumanLevel,
    position: Position,
    result: SearchResult,
    scores: Mapping[Move, float],
    number: float,
) -> SearchResult:
    """Return the result with the move that a player at this level chooses, and its `loss`.

    result -- the result of a search, with a line for every move
    scores -- the logarithm of each move's probability at the level's rating, up to a constant
    number -- a random number in [0, 1), which determines the choice
    """
    # A search may list equally good moves in any order, so sort the moves by square.
    lines = sorted(result.lines, key=lambda line: line.move)
    values = [line.score.value for line in lines]
    index = human_choice.choose(
        position.player,
        position.opponent,
        len(lines),
        (ctypes.c_uint8 * MAX_LEGAL)(*(line.move for line in lines)),
        (ctypes.c_float * MAX_LEGAL)(*(scores[line.move] for line in lines)),
        (ctypes.c_int16 * MAX_LEGAL)(*values),
        level.search_weight,
        level.beginning,
        number,
        (ctypes.c_double * MAX_LEGAL)(),
    )
    line = lines[index]
    return replace(
        result,
        move=line.move,
        score=line.score,
        depth=line.depth,
        pv=line.pv,
        lines=(line,),
        loss=(max(values) - values[index]) / DISC,
    )


def random_number(seed: int, position: Position, *purpose: str) -> float:
    """Return a pseudorandom number in [0, 1). It is the same in every process and on every computer.

    For the same seed and position, each *purpose*, such as "move", yields a different number.
    """
    text = " ".join((str(seed), position.format(), *purpose))
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11) / (1 << 53)


def random_index(weights: Sequence[float], number: float) -> int:
    """Draw an index with a probability proportional to its weight. *number* is a random number in [0, 1)."""
    rest = number * sum(weights)
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    return len(weights) - 1
