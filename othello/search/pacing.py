"""Pace: whether a search on a clock goes on after an iteration.

It does while its time lasts, and somewhat longer when the last iteration changed its mind.
Whether the next iteration can be finished before the search is stopped does not matter: even a
part of it may find a better move. To keep that time for later moves lost games
(docs/strength.md).
"""

from typing import Final

from othello.search.clock import Budget

EXTENSION: Final = 2.0
"""A search that has changed its mind may take this many times its time, within the hard limit."""
DROP: Final = 300
"""Centidiscs by which a value must be lower than the one before to be bad news."""


class Pace:
    """What a search knows of its iterations so far."""

    def __init__(self, budget: Budget) -> None:
        """Begin a search."""
        self._budget = budget
        self._last: tuple[int, int] | None = None
        self.is_unsettled = False
        """Whether the last iteration changed the best move, or found it to be worth much less."""

    def note(self, move: int, value: int) -> None:
        """Take note of an iteration that is complete; *value* is that of the best *move*, in centidiscs."""
        if self._last is not None:
            last_move, last_value = self._last
            self.is_unsettled = move != last_move or value < last_value - DROP
        self._last = move, value

    def allows(self, seconds: float) -> bool:
        """Whether another iteration may begin, so many seconds after the search did."""
        soft, hard = self._budget.soft, self._budget.hard
        return seconds < (min(hard, EXTENSION * soft) if self.is_unsettled else soft)
