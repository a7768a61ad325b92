"""Pace: whether a search on a clock may begin another iteration.

A search may begin iterations until its soft limit, and longer if the last iteration changed the best
move or lowered its value. An iteration may begin even if it cannot be finished in time, because a part
of it may find a better move. Saving that time for later moves lost games (docs/strength.md).
"""

from typing import Final

from othello.search.clock import Budget

EXTENSION: Final = 2.0
"""An unsettled search may continue for this many times its soft limit, within the hard limit."""
DROP: Final = 300
"""A search is unsettled if its value has fallen by more than this, in centidiscs."""


class Pace:
    """The iterations of a search so far, and its budget."""

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
