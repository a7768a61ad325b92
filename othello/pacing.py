"""Pace: whether a search on a clock goes on after an iteration.

It does while its time lasts, and somewhat longer when the last iteration changed its mind.
It does not when the next iteration could not be finished before the search is stopped: the
time is better kept for the next move. Where nothing is kept, as with seconds for each move,
the last iteration is begun all the same, for even a part of it may find a better move.
"""

from typing import Final

from othello.clock import Budget, solution_nodes
from othello.kernels.table import EXACT
from othello.schedule import Step

EXTENSION: Final = 2.0
"""A search that has changed its mind may take this many times its time, within the hard limit."""
DROP: Final = 300
"""Centidiscs by which a value must be lower than the one before to be bad news."""
LEAST_GROWTH, MOST_GROWTH = 1.2, 3.0
"""An iteration takes from LEAST to MOST times as long as the one before."""
GROWTH_TO_THE_END: Final = 1.5
"""A surer search to the end of the game takes at least so many times as long as the one before."""
LUCK: Final = 20.0
"""The first search to the end is tried even if a typical one would take so many times too long: it is
faster than the search before it, and positions differ."""
SELECTIVE_GAIN: Final = 10.0
"""A selective search to the end takes down to so many times less than a solution."""
LEAST_SECONDS: Final = 1e-4
"""Shorter times of iterations are noise."""


class Pace:
    """What a search knows of its iterations so far."""

    def __init__(self, budget: Budget, empties: int) -> None:
        """Begin a search of a position with so many empty squares."""
        self._budget, self._empties = budget, empties
        self._last: Step | None = None
        self._move, self._value = -1, 0
        self._ended, self._nodes = 0.0, 0
        self._costs: list[float] = []
        self.is_unsettled = False
        """Whether the last iteration changed the best move, or found it to be worth much less."""

    def note(self, step: Step, seconds: float, nodes: int, move: int, value: int) -> None:
        """Take note of an iteration that is complete.

        *seconds* and *nodes* are counted from the beginning of the search; *value* is that of
        the best *move*, in centidiscs.
        """
        is_first = self._last is None
        self.is_unsettled = not is_first and (move != self._move or value < self._value - DROP)
        self._costs.append(max(LEAST_SECONDS, seconds - self._ended))
        self._last, self._move, self._value = step, move, value
        self._ended, self._nodes = seconds, nodes

    def allows(self, step: Step, seconds: float) -> bool:
        """Whether an iteration may begin, so many seconds after the search did."""
        soft, hard = self._budget.soft, self._budget.hard
        if seconds >= (min(hard, EXTENSION * soft) if self.is_unsettled else soft):
            return False
        return soft == hard or seconds + self.expected_seconds(step) <= hard

    def expected_seconds(self, step: Step) -> float:
        """What an iteration will take, rather too little than too much."""
        if self._last is None:
            return 0.0
        if step.depth < self._empties:
            growth = (self._costs[-1] / self._costs[-3]) ** 0.5 if len(self._costs) > 2 else LEAST_GROWTH
            return self._costs[-1] * max(LEAST_GROWTH, min(MOST_GROWTH, growth))
        if self._last.depth == self._empties:
            return self._costs[-1] * GROWTH_TO_THE_END
        ease = LUCK if step.selectivity == EXACT else LUCK * SELECTIVE_GAIN
        speed = max(1, self._nodes) / max(LEAST_SECONDS, self._ended)
        return solution_nodes(self._empties) / ease / speed
