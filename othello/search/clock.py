"""Time for a move, from the clock of the game.

A budget has two parts: no iteration begins after `soft` seconds, and the search is stopped after `hard`
seconds. A margin covers the transmission of the move and the delays of a busy computer: `hard` leaves this
margin of the remaining time, so that no game is lost on time.

The remaining time is divided between a reserve for solving the endgame and the moves before it, which are
weighted by their phase. The endgame begins when a part of the remaining time is enough to solve the position,
at the speed of the last searches. From then on a move may take a large part of the remaining time, because
after a solution later moves need almost no time.

A search may begin iterations until its soft limit, and longer if the last iteration changed the best move or
lowered its value. An iteration may begin even if it cannot be finished in time, because a part of it may find
a better move. An engine that saved this time for later moves lost games (docs/experiments.md).
"""

import math
from dataclasses import dataclass

from othello.search.limits import Clock, Limits

CAUTIOUS_SPEED = 4e6
"""Expected positions per second before the first search. One thread usually reaches more."""
SOLUTION_SCALE, SOLUTION_GROWTH = 0.9, 0.75
"""Solving n empty squares takes about SCALE * exp(GROWTH * n) positions: fitted to the logarithms of
the node counts of random positions with 14 to 23 empty squares. Their standard deviation is 0.4 to 0.9."""
SOLUTION_SHARE = 0.2
"""A position counts as solvable if this share of the remaining time is enough for its solution."""
SOLUTION_MOVES = 2.5
"""Once the position is solvable, plan for this many more moves, or empties / 3 if that is fewer."""
RESERVE = 3.0
"""Total weight of all moves in the endgame, relative to the weights of earlier moves."""
LIGHTEST, HEAVIEST_EMPTIES, PHASE_WIDTH = 0.4, 36, 12.0
"""Weights of moves before the endgame. The weight is 1 at HEAVIEST_EMPTIES, where games are decided, and
falls to LIGHTEST like a normal distribution whose standard deviation is PHASE_WIDTH empties."""
MARGIN = 0.1
"""Seconds kept for transmission, the operating system and this program. Short periods keep less."""
PERIOD_SHARE = 0.2
"""Without delays, the margin is at most this share of a period of moves."""
MIN_SHARE = 0.4
"""The margin is divided by the share of the processors that recent searches got, or by this number if the
share is smaller. For
example, a program that shares a processor with two others needs three times the seconds for its work."""
QUIET_FACTOR = 0.4
"""The margin is multiplied by this while no other program needs the processors."""
DELAYS = 2.5
"""The margin is at least the recent delay, multiplied by this number."""
LAST_MOVE_SHARE = 0.75
"""The reserve of the last move of a period is at most this share of the remaining time."""
RESERVED_SHARE = 0.9
"""Delays and the overhead of later moves reserve at most this share of the remaining time."""
SHARE_KEPT = 0.03
"""Share of the remaining time that is kept for later moves, if there are any."""
LONGEST = 3.0
"""The hard limit of a move is at most this many times the move's share of the time."""
EXTENSION = 2.0
"""An unsettled search may continue for this many times its soft limit, within the hard limit."""
DROP = 300
"""A search is unsettled if its value has fallen by more than this, in centidiscs."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move."""

    soft: float
    """No iteration begins after this time."""
    hard: float
    """The search is stopped at this time."""


def budget(
    limits: Limits,
    empties: int,
    speed: float = CAUTIOUS_SPEED,
    delay: float = 0.0,
    processors: float = 1.0,
    *,
    is_quiet: bool = False,
) -> Budget | None:
    """Return the time for a move, or None for no limit.

    empties    -- number of empty squares of the position
    speed      -- expected speed of the search, in positions per second
    delay      -- seconds, 0 or more, by which recent searches ended after their hard limit
    processors -- share of the processors that recent searches got, 0 to 1
    is_quiet   -- whether other programs have left the processors alone for some searches
    """
    allowance = None
    if limits.clock is not None and limits.clock.remaining < math.inf:
        allowance = clock_budget(limits.clock, empties, speed, delay, processors, is_quiet=is_quiet)
    if limits.seconds is not None:
        margin = min(MARGIN, limits.seconds / 5)  # like the margin of a period, see PERIOD_SHARE
        hard = limits.seconds - margin * (QUIET_FACTOR if is_quiet else 1)
        if allowance is None:
            return Budget(hard, hard)
        return Budget(min(allowance.soft, hard), min(allowance.hard, hard))
    return allowance


def clock_budget(
    clock: Clock,
    empties: int,
    speed: float = CAUTIOUS_SPEED,
    delay: float = 0.0,
    processors: float = 1.0,
    *,
    is_quiet: bool = False,
) -> Budget:
    """Return the time for a move on *clock*. `budget` explains the other arguments."""
    margin = _margin(clock, processors, is_quiet=is_quiet)
    kept = 0.0 if clock.moves_to_go == 1 else clock.remaining * SHARE_KEPT
    usable = max(0.0, clock.remaining - kept - _reserved(clock, empties, delay, margin))
    solved = solvable_empties(min(usable, usable * SOLUTION_SHARE + clock.increment), speed)
    moves = _moves_left(empties, solved)
    if clock.moves_to_go is not None:
        moves = max(1.0, min(moves, clock.moves_to_go))
    share = min(usable, usable / moves + clock.increment * (1 - SHARE_KEPT))
    hard = usable if moves == 1 else min(usable / 2, LONGEST * share)
    hard = max(hard, share)
    return Budget(share, hard)


def _margin(clock: Clock, processors: float, *, is_quiet: bool) -> float:
    """Return the seconds to keep for transmission, the operating system and this program."""
    # The margin is lost in every period, so it must be short if the periods are short.
    margin = MARGIN if clock.period is None else min(MARGIN, clock.period * PERIOD_SHARE)
    return margin * QUIET_FACTOR if is_quiet else margin / max(MIN_SHARE, processors)


def _reserved(clock: Clock, empties: int, delay: float, margin: float) -> float:
    """Return the seconds to keep for delays, and for the overhead of this move and later moves."""
    moves = (empties + 1) // 2 if clock.moves_to_go is None else clock.moves_to_go
    if clock.increment:
        moves = 1  # the increments pay for later moves
    needed = DELAYS * delay + clock.overhead * moves
    if clock.moves_to_go == 1:
        return min(max(margin, needed), clock.remaining * LAST_MOVE_SHARE)
    if clock.moves_to_go is not None:
        margin *= 2  # the last move must not begin with less than its margin
    return max(margin, min(needed, clock.remaining * RESERVED_SHARE))


def solvable_empties(seconds: float, speed: float) -> float:
    """Return how many empty squares are typically solved in *seconds*, 0 to 60."""
    nodes = seconds * speed
    return min(60.0, math.log(max(1.0, nodes / SOLUTION_SCALE)) / SOLUTION_GROWTH)


def _moves_left(empties: int, solved: float) -> float:
    """Return the number of moves like this one that share the remaining time, at least 1."""
    if empties <= solved:
        return max(1.0, min(SOLUTION_MOVES, empties / 3))
    before = [count for count in range(empties, 0, -2) if count > solved]
    return (sum(map(weight, before)) + RESERVE) / weight(empties)


def weight(empties: int) -> float:
    """Return the weight of a move before the endgame, LIGHTEST to 1."""
    distance = (empties - HEAVIEST_EMPTIES) / PHASE_WIDTH
    return LIGHTEST + (1 - LIGHTEST) * math.exp(-distance * distance / 2)


class Pace:
    """Decides whether another iteration may begin, by the iterations so far and the budget."""

    def __init__(self, budget: Budget) -> None:
        """Begin a search with *budget*."""
        self._budget = budget
        self._last: tuple[int, int] | None = None
        self.is_unsettled = False
        """Whether the last iteration changed the best move, or lowered its value by more than DROP."""

    def note(self, move: int, value: int) -> None:
        """Note the best *move* of a complete iteration, and its *value* in centidiscs."""
        if self._last is not None:
            last_move, last_value = self._last
            self.is_unsettled = move != last_move or value < last_value - DROP
        self._last = move, value

    def allows(self, seconds: float) -> bool:
        """Return whether another iteration may begin *seconds* after the search began."""
        soft, hard = self._budget.soft, self._budget.hard
        return seconds < (min(hard, EXTENSION * soft) if self.is_unsettled else soft)
