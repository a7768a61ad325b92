"""Time: how much of a clock one move may use.

A budget has two parts: no new iteration begins after `soft` seconds, and the search is
stopped after `hard` seconds. The parts add up so that no sequence of moves can use more
than the clock holds: `hard` is never more than what remains less a margin for the
transmission of the move and the delays of a busy machine.

End games take little time, for they are soon solved; so what remains is shared among the
moves up to the point where that happens, and a few more.
"""

from dataclasses import dataclass

from othello.limits import Clock, Limits

SOLVED_EMPTIES = 18
"""From this number of empty squares on, moves take little time."""
LATE_SHARE = 3
"""Moves after that point count as one for this many empty squares."""
MARGIN = 0.1
"""Seconds that are never planned with: transmission, the operating system, this program. Less where
there is a short time for one move alone."""
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


def budget(limits: Limits, empties: int) -> Budget | None:
    """The time that *limits* leave for a move with so many *empties*; None is no limit."""
    found = None
    if limits.clock is not None:
        found = clock_budget(limits.clock, empties)
    if limits.seconds is not None:
        hard = limits.seconds - min(MARGIN, limits.seconds / 5)
        found = Budget(hard, hard) if found is None else Budget(min(found.soft, hard), min(found.hard, hard))
    return found


def clock_budget(clock: Clock, empties: int) -> Budget:
    """The time that a move may take on this clock."""
    # A clock for one move only is as short in the next move: it would be wasted altogether.
    margin = min(MARGIN, clock.remaining / 5) if clock.moves_to_go == 1 else MARGIN
    usable = max(0.0, clock.remaining * (1 - SHARE_KEPT) - margin)
    moves = _moves_left(empties)
    if clock.moves_to_go is not None:
        moves = max(1.0, min(moves, clock.moves_to_go))
    share = min(usable, usable / moves + clock.increment * (1 - SHARE_KEPT))
    hard = usable if moves == 1 else min(usable / 2, LONGEST * share)
    hard = max(hard, share)
    return Budget(share, hard)


def _moves_left(empties: int) -> float:
    """Moves that the remaining time is shared among, late ones counted for less; at least 1."""
    early = max(0, empties - SOLVED_EMPTIES) / 2
    return max(1.0, early + min(empties, SOLVED_EMPTIES) / LATE_SHARE)
