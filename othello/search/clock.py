"""Time: how much of a clock one move may use.

A budget has two parts: no new iteration begins after `soft` seconds, and the search is
stopped after `hard` seconds. The parts add up so that no sequence of moves can use more
than the clock holds: `hard` is never more than what remains less a margin for the
transmission of the move and the delays of a busy machine.

What remains is shared among the moves up to the point where the end of the game can be
solved in a part of it, weighted by their phase, and a reserve for that solution. How early
that is follows from the speed of the search. From there on a move may take a large part of
what remains, for once the position is solved the moves after it take next to nothing.
"""

import math
from dataclasses import dataclass

from othello.limits import Clock, Limits

CAUTIOUS_SPEED = 4e6
"""Positions a second, before a search has told the speed; one thread does about as much or more."""
SOLUTION_SCALE, SOLUTION_GROWTH = 0.9, 0.75
"""A solution with n empty squares takes about SCALE * exp(GROWTH * n) positions: fitted to the
logarithms of what random positions with 14 to 23 empty squares took, whose deviation is 0.4 to 0.9."""
SOLUTION_SHARE = 0.2
"""The part of the remaining time in which a position must be solvable to count as such."""
SOLUTION_MOVES = 2.5
"""Moves that share what remains when the position can be solved, by the third of a move for each empty
square if these are fewer."""
RESERVE = 3.0
"""The weight of all these moves beside the ones before them."""
LIGHTEST, HEAVIEST_EMPTIES, PHASE_WIDTH = 0.4, 36, 12.0
"""The middle of the game is where games are decided: a move there has weight 1, far from it LIGHTEST."""
MARGIN = 0.1
"""Seconds that are never planned with: transmission, the operating system, this program. Less where
there is a short time for one move alone."""
DELAYS = 2.0
"""A margin for one move alone has room for so many delays as they came lately, if there is time for it."""
SHARE_KEPT = 0.03
"""Share of the remaining time that is never planned with."""
LONGEST = 3.0
"""A move may take this many times its share when the search asks for it."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move."""

    soft: float
    """No iteration is begun after this time."""
    hard: float
    """The search is stopped at this time."""


def budget(limits: Limits, empties: int, speed: float = CAUTIOUS_SPEED, delay: float = 0.0) -> Budget | None:
    """The time that *limits* leave for a move with so many *empties*; None is no limit.

    *speed* is that of the search, in positions a second; *delay* the seconds by which searches
    ended too late lately, 0 or more.
    """
    found = None
    if limits.clock is not None:
        found = clock_budget(limits.clock, empties, speed, delay)
    if limits.seconds is not None:
        hard = limits.seconds - min(MARGIN, limits.seconds / 5)
        found = Budget(hard, hard) if found is None else Budget(min(found.soft, hard), min(found.hard, hard))
    return found


def clock_budget(clock: Clock, empties: int, speed: float = CAUTIOUS_SPEED, delay: float = 0.0) -> Budget:
    """The time that a move may take on this clock; *speed* and *delay* are those of `budget`."""
    margin = MARGIN
    if clock.moves_to_go == 1:
        # A clock for one move only is as short in the next move: it would be wasted altogether.
        usual = max(clock.remaining / 5, DELAYS * delay)
        margin = min(MARGIN, usual, clock.remaining / 2)
    usable = max(0.0, clock.remaining * (1 - SHARE_KEPT) - margin)
    solved = solvable_empties(min(usable, usable * SOLUTION_SHARE + clock.increment), speed)
    moves = _moves_left(empties, solved)
    if clock.moves_to_go is not None:
        moves = max(1.0, min(moves, clock.moves_to_go))
    share = min(usable, usable / moves + clock.increment * (1 - SHARE_KEPT))
    hard = usable if moves == 1 else min(usable / 2, LONGEST * share)
    hard = max(hard, share)
    return Budget(share, hard)


def solvable_empties(seconds: float, speed: float) -> float:
    """The number of empty squares with which a typical position is solved in that time, 0 to 60."""
    nodes = seconds * speed
    return min(60.0, math.log(max(1.0, nodes / SOLUTION_SCALE)) / SOLUTION_GROWTH)


def _moves_left(empties: int, solved: float) -> float:
    """Moves like this one that the remaining time is shared among; at least 1."""
    if empties <= solved:
        return max(1.0, min(SOLUTION_MOVES, empties / 3))
    before = [each for each in range(empties, 0, -2) if each > solved]
    return (sum(map(_weight, before)) + RESERVE) / _weight(empties)


def _weight(empties: int) -> float:
    """How much time a move should have beside others that come before the solution."""
    distance = (empties - HEAVIEST_EMPTIES) / PHASE_WIDTH
    return LIGHTEST + (1 - LIGHTEST) * math.exp(-distance * distance / 2)
