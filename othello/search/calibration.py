"""Measurements of earlier searches: their speed, and their delays after the hard limit."""

from typing import Final

from othello.search.clock import CAUTIOUS_SPEED, Budget

DELAY_KEPT: Final = 0.9
"""Factor by which the expected delay falls at most after a search with a shorter delay."""
SPEED_SECONDS: Final = 0.1
"""Shorter searches do not count for the speed."""


class Calibration:
    """The expected speed and delay of the next search, for `clock.budget`."""

    def __init__(self) -> None:
        """Begin with a cautious speed and no delay."""
        self.speed = CAUTIOUS_SPEED
        """Positions per second."""
        self.delay = 0.0
        """Seconds by which searches ended after their hard limit."""

    def forget_speed(self) -> None:
        """Expect the cautious speed again."""
        self.speed = CAUTIOUS_SPEED

    def note(self, nodes: int, seconds: float, budget: Budget | None) -> None:
        """Take a search of *nodes* positions in *seconds* into account."""
        if seconds >= SPEED_SECONDS:
            self.speed = nodes / seconds
        if budget is not None and seconds > budget.hard > 0:
            self.delay = max(seconds - budget.hard, DELAY_KEPT * self.delay)
