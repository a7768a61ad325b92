"""Choosing a move as a person might: among those that what is left of a budget allows, by chance.

1. The *loss* of a move is the best value less its own. A move is admissible when its loss is
   no more than the *allowance*: what is left of the budget, no more than one move may lose,
   and not much more than this part of the game deserves.
2. Among these a move is drawn. How often is a matter of how good it looks: its value, and what
   people see in it besides. They like to turn many discs, they see a corner that they can
   take and, the more they know, one that they would give away. So where moves are close they
   err often and cheaply, and rarely much where one of them stands out.
3. The draw depends on the seed, the position and what has been lost, and on nothing else.

Source: the conditional logit model of D. McFadden, "Conditional logit analysis of qualitative choice
behavior", 1974. K. W. Regan and G. McC. Haworth describe chess players by a model of this kind,
"Intrinsic Chess Ratings", AAAI 2011. The numbers: docs/levels.md.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from othello.human.levels import HumanLevel
from othello.position import Position
from othello.results import Line, SearchResult
from othello.score import DISC
from othello.square import PASS, Move, parse_square

CORNERS: Final = sum(1 << parse_square(name) for name in ("a1", "h1", "a8", "h8"))
AHEAD: Final = 3.0
"""A move may lose so many times its fair share of what is left: then the budget lasts to the end."""
HARDEST, WIDTH, EASIEST = 20, 16.0, 0.25
"""People err most with so many empty squares; far from there they err EASIEST times as much. Drawn after
the temperatures that `tests.benchmarks.human_errors` finds in the parts of a game."""


def choose(
    level: HumanLevel, position: Position, found: SearchResult, *, seed: int, lost_cd: int
) -> SearchResult:
    """What a person of this level plays, of the moves that were *found* with their values.

    found     -- a look at the position with a line for each of its moves
    seed      -- any number: another one, another person
    lost_cd   -- centidiscs that the side to move has lost in this game

    A forced pass and the end of the game stay what they are.
    """
    if found.move is None or found.move == PASS:
        return found
    allowed = allowance_cd(level, position.empties, lost_cd)
    best = max(line.score.value for line in found.lines)
    # In the order of the squares, as equal moves may be found in any order.
    lines = sorted(found.lines, key=lambda line: line.move)
    lines = [line for line in lines if best - line.score.value <= allowed]
    weights = weights_of(level, position, lines)
    line = lines[_drawn(weights, chance(seed, position, lost_cd))]
    loss = (best - line.score.value) / DISC
    return replace(
        found, move=line.move, score=line.score, depth=line.depth, pv=line.pv, lines=(line,), loss=loss
    )


def allowance_cd(level: HumanLevel, empties: int, lost_cd: int) -> int:
    """Centidiscs, 0 or more, that a move may lose with so many *empties* after *lost_cd* in this game."""
    left = max(0, round(level.budget * DISC) - lost_cd)
    to_come = sum(map(_weight, range(empties, 0, -2)))
    share = min(1.0, AHEAD * _weight(empties) / to_come)
    return min(round(level.most * DISC), math.floor(left * share))


def weights_of(level: HumanLevel, position: Position, lines: Sequence[Line]) -> list[float]:
    """How often each move is played, 1 for the one that looks best."""
    looks = [line.score.discs + temptation(level, position, line.move) for line in lines]
    best = max(looks)
    temperature = level.temperature * _weight(position.empties)
    return [math.exp((look - best) / temperature) for look in looks]


def temptation(level: HumanLevel, position: Position, move: Move) -> float:
    """Discs by which a move looks better than it is, or worse if below 0."""
    turned = position.flips_bits(move).bit_count()
    seems = level.greed * turned
    if CORNERS >> move & 1:
        seems += level.corner
    if position.play_unchecked(move).legal_moves_bits() & CORNERS:
        seems -= level.care
    return seems


def chance(seed: int, position: Position, lost_cd: int) -> float:
    """A number from 0 up to 1 that seems random, the same in every process and on every computer."""
    digest = hashlib.sha256(f"{seed} {position.format()} {lost_cd}".encode()).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def _drawn(weights: Sequence[float], part: float) -> int:
    """The index at which the running sum of the weights exceeds this part, 0 to 1, of the whole."""
    rest = part * sum(weights)
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    return len(weights) - 1


def _weight(empties: int) -> float:
    """How much people err with so many empty squares, beside where they err most."""
    distance = (empties - HARDEST) / WIDTH
    return EASIEST + (1 - EASIEST) * math.exp(-distance * distance / 2)
