"""Decides how long a move may take, based on the game clock.

A budget has two parts. After `soft` seconds, no new iteration begins unless the search is unsettled. After
`hard` seconds, the search is stopped. The engine must not lose games on time, so `hard` leaves a safety
margin for the transmission of the move and for delays on a busy computer.

The remaining time is divided between the moves before the endgame and a reserve for solving the endgame. Each
move before the endgame has a weight that depends on the number of empty squares. The endgame begins when the
engine, at the speed of its last searches, can solve the position in a fraction of the remaining time. From
then on, a move may take much of the remaining time, because once the position is solved, later moves need
almost no time.

A search may begin iterations up to its soft limit, or later if the last iteration changed the best move or
lowered its value. An iteration may begin even if it cannot be finished in time, because even an unfinished
iteration may find a better move. An engine that saved this time for later moves lost games
(docs/experiments.md).
"""

import math
from dataclasses import dataclass

from othello.search.limits import Clock, Limits

CAUTIOUS_SPEED = 4e6
"""The speed, in positions per second, that the engine assumes before it has measured its speed. A single
thread is usually faster."""
SOLUTION_SCALE, SOLUTION_GROWTH = 0.9, 0.75
"""Solving n empty squares takes about SCALE * exp(GROWTH * n) positions. The formula is fitted to the
logarithms of the node counts of random positions with 14 to 23 empty squares. The logarithms deviate from the
formula with a standard deviation of 0.4 to 0.9."""
SOLUTION_SHARE = 0.2
"""A position counts as solvable if its solution takes at most this share of the remaining time."""
SOLUTION_MOVES = 2.5
"""Once the position is solvable, the time is divided among this many moves, or empties / 3 if that is less.
"""
RESERVE = 3.0
"""Total weight of all endgame moves, on the same scale as the weights of the moves before the endgame."""
LIGHTEST, HEAVIEST_EMPTIES, PHASE_WIDTH = 0.4, 36, 12.0
"""A move's weight before the endgame is a bell-shaped function of the number of empty squares. It is 1 at
HEAVIEST_EMPTIES, where games are decided, and falls off to LIGHTEST on both sides. Its standard deviation is
PHASE_WIDTH empties."""
MARGIN = 0.1
"""The margin: seconds reserved for transmission, the operating system and this program. Short periods have a
smaller margin."""
PERIOD_SHARE = 0.2
"""Unless delays are known, the margin is at most this share of the time for a period of moves."""
MIN_SHARE = 0.4
"""The margin is divided by the share of processor time that recent searches received, but never by less than
this. For example, a program that shares a processor with two others needs three times as long for its
work."""
QUIET_FACTOR = 0.4
"""When no other program needs the processors, the margin is multiplied by this."""
DELAYS = 2.5
"""The margin is at least this many times the delay of recent searches."""
LAST_MOVE_SHARE = 0.75
"""At most this share of the remaining time is kept in reserve for the last move of a period."""
RESERVED_SHARE = 0.9
"""At most this share of the remaining time is kept in reserve for delays and the overhead of later moves."""
SHARE_KEPT = 0.03
"""Share of the remaining time that is kept for later moves, unless this is the last move of a period."""
LONGEST = 3.0
"""The hard limit of a move is at most this many times its soft limit."""
EXTENSION = 2.0
"""An unsettled search may continue for this many times its soft limit, but not beyond its hard limit."""
DROP = 300
"""A search is unsettled if its last iteration lowered the value by more than this many centidiscs."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The time that the search for a move may take. Both times are in seconds since the search began."""

    soft: float
    """No iteration begins after this time unless the search is unsettled (see EXTENSION)."""
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
    """Return how long a move may take, or None if *limits* do not limit its time.

    empties    -- number of empty squares of the position
    speed      -- expected speed of the search, in positions per second
    delay      -- seconds, 0 or more, by which recent searches ended after their hard limit
    processors -- share of processor time that recent searches received, 0 to 1
    is_quiet   -- whether no other programs used the processors during the last few searches
    """
    allowance = None
    if limits.clock is not None and limits.clock.remaining < math.inf:
        allowance = clock_budget(limits.clock, empties, speed, delay, processors, is_quiet=is_quiet)
    if limits.seconds is not None:
        # The margin is limited to a share of the time, as for a period (see PERIOD_SHARE).
        margin = min(MARGIN, limits.seconds / 5)
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
    """Return how long a move may take with this *clock*. For the other arguments, see `budget`."""
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
    """Return the seconds to reserve for transmission, the operating system and this program."""
    # The margin is reserved again in every period and never used, so it must be small if periods are short.
    margin = MARGIN if clock.period is None else min(MARGIN, clock.period * PERIOD_SHARE)
    return margin * QUIET_FACTOR if is_quiet else margin / max(MIN_SHARE, processors)


def _reserved(clock: Clock, empties: int, delay: float, margin: float) -> float:
    """Return the seconds to reserve for delays and for the overhead of this move and later moves."""
    moves = (empties + 1) // 2 if clock.moves_to_go is None else clock.moves_to_go
    if clock.increment:
        moves = 1  # the increments pay for later moves
    needed = DELAYS * delay + clock.overhead * moves
    if clock.moves_to_go == 1:
        return min(max(margin, needed), clock.remaining * LAST_MOVE_SHARE)
    if clock.moves_to_go is not None:
        margin *= 2  # so that the last move of the period does not begin with less time than its margin
    return max(margin, min(needed, clock.remaining * RESERVED_SHARE))


def solvable_empties(seconds: float, speed: float) -> float:
    """Return the number of empty squares, 0 to 60, that the engine typically solves in *seconds*."""
    nodes = seconds * speed
    return min(60.0, math.log(max(1.0, nodes / SOLUTION_SCALE)) / SOLUTION_GROWTH)


def _moves_left(empties: int, solved: float) -> float:
    """Return the number of moves of this length, at least 1, that must share the remaining time."""
    if empties <= solved:
        return max(1.0, min(SOLUTION_MOVES, empties / 3))
    before = [count for count in range(empties, 0, -2) if count > solved]
    return (sum(map(weight, before)) + RESERVE) / weight(empties)


def weight(empties: int) -> float:
    """Return the weight, LIGHTEST to 1, of a move before the endgame."""
    distance = (empties - HEAVIEST_EMPTIES) / PHASE_WIDTH
    return LIGHTEST + (1 - LIGHTEST) * math.exp(-distance * distance / 2)


class Pace:
    """Decides whether another iteration may begin, based on the budget and the earlier iterations."""

    def __init__(self, budget: Budget) -> None:
        """Prepare for a search that has this *budget*."""
        self._budget = budget
        self._last: tuple[int, int] | None = None
        self.is_unsettled = False
        """Whether the last iteration changed the best move or lowered its value by more than DROP."""

    def note(self, move: int, value: int) -> None:
        """Record the best *move* of a completed iteration and its *value* in centidiscs."""
        if self._last is not None:
            last_move, last_value = self._last
            self.is_unsettled = move != last_move or value < last_value - DROP
        self._last = move, value

    def allows(self, seconds: float) -> bool:
        """Return whether another iteration may begin *seconds* after the search began."""
        soft, hard = self._budget.soft, self._budget.hard
        return seconds < (min(hard, EXTENSION * soft) if self.is_unsettled else soft)
