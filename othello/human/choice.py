"""The choice of a move at a human-like level: random, within a budget of discs.

1. The *loss* of a move is the value of the best move minus its own value. A move is admissible if its
   loss is at most the *allowance*. The allowance is limited by the rest of the budget, by the maximum
   for one move, and by a multiple of the fair share of this part of the game.
2. An admissible move is drawn at random. Its probability falls exponentially with how bad it looks.
   That depends on its value and on features that people notice: the number of discs that it turns, a
   corner that it takes, and, at stronger levels, a corner that it gives away. So errors are frequent
   and small where moves are about equal, and rare where one move is clearly best.
3. The draw depends only on the seed, the position and the losses so far.

Source: the conditional logit model of D. McFadden, "Conditional logit analysis of qualitative
choice behavior", 1974. K. W. Regan and G. McC. Haworth fit such a model to chess players,
"Intrinsic Chess Ratings", AAAI 2011. docs/levels.md has the source of the numbers.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from othello.human.levels import HumanLevel
from othello.rules.position import Position
from othello.rules.score import DISC
from othello.rules.square import CORNERS, PASS, Move
from othello.search.results import Line, SearchResult

FAIR_SHARES: Final = 3.0
"""A move may lose this many times its share of the remaining budget, so the budget lasts."""
HARDEST, WIDTH, EASIEST = 20, 16.0, 0.25
"""Errors are largest with HARDEST empty squares, and EASIEST times as large far from there. The curve
follows the temperatures that `tests.benchmarks.human_errors` fits for the parts of a game."""


def choose(
    level: HumanLevel,
    position: Position,
    found: SearchResult,
    *,
    seed: int,
    lost_cd: int,
    chances: Mapping[Move, float] | None = None,
) -> SearchResult:
    """Return the move that a player of this level chooses, with its `loss`.

    found    -- the result of a search with a line for every move
    seed     -- any number; another seed gives other moves
    lost_cd  -- centidiscs that the side to move has lost in this game
    chances  -- at a level with a rating, the probability of each move before the search is considered

    Returns *found* itself if the side to move must pass, or if the game is over.
    """
    if found.move is None or found.move == PASS:
        return found
    allowed = allowance_cd(level, position.empties, lost_cd)
    best = max(line.score.value for line in found.lines)
    # A search may find equal moves in any order, so sort them by their squares.
    lines = sorted(found.lines, key=lambda line: line.move)
    lines = [line for line in lines if best - line.score.value <= allowed]
    if chances is None:
        weights = weights_of(level, position, lines)
    else:
        losses = [(best - line.score.value) / DISC for line in lines]
        weights = [
            chances[line.move] * math.exp(-loss / level.temperature)
            for line, loss in zip(lines, losses, strict=True)
        ]
    line = lines[_drawn(weights, chance(seed, position, lost_cd))]
    loss = (best - line.score.value) / DISC
    return replace(
        found, move=line.move, score=line.score, depth=line.depth, pv=line.pv, lines=(line,), loss=loss
    )


def allowance_cd(level: HumanLevel, empties: int, lost_cd: int) -> int:
    """Return the centidiscs, 0 or more, that the next move may lose.

    empties  -- empty squares before the move
    lost_cd  -- centidiscs that the side to move has lost in this game
    """
    left = max(0, round(level.total_loss * DISC) - lost_cd)
    to_come = sum(map(_weight, range(empties, 0, -2)))
    share = min(1.0, FAIR_SHARES * _weight(empties) / to_come)
    return min(round(level.max_loss * DISC), math.floor(left * share))


def weights_of(level: HumanLevel, position: Position, lines: Sequence[Line]) -> list[float]:
    """Return the probability of each move, relative to the move that looks best."""
    looks = [line.score.discs + temptation(level, position, line.move) for line in lines]
    best = max(looks)
    temperature = level.temperature * _weight(position.empties)
    return [math.exp((look - best) / temperature) for look in looks]


def temptation(level: HumanLevel, position: Position, move: Move) -> float:
    """Return the discs by which a move looks better (above 0) or worse (below 0) than it is."""
    turned = position.flips_bits(move).bit_count()
    discs = level.greed * turned
    if CORNERS >> move & 1:
        discs += level.corner_pull
    if position.play_unchecked(move).legal_moves_bits & CORNERS:
        discs -= level.corner_fear
    return discs


def chance(seed: int, position: Position, lost_cd: int) -> float:
    """Return a pseudo-random number in [0, 1), the same in every process and on every computer."""
    digest = hashlib.sha256(f"{seed} {position.format()} {lost_cd}".encode()).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def _drawn(weights: Sequence[float], part: float) -> int:
    """Return the index at which the running sum of weights exceeds *part*, 0..1, of their total."""
    rest = part * sum(weights)
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    return len(weights) - 1


def _weight(empties: int) -> float:
    """Return the size of errors with this number of empty squares, relative to HARDEST."""
    distance = (empties - HARDEST) / WIDTH
    return EASIEST + (1 - EASIEST) * math.exp(-distance * distance / 2)
