"""What earlier searches showed about this computer: how fast they are, and how late they end."""

from typing import Final

from othello.search.clock import CAUTIOUS_SPEED, Budget

DELAY_KEPT: Final = 0.9
"""A search that is less late than the one before lowers the expected delay to this part of it, at most."""
SPEED_SECONDS: Final = 0.1
"""Shorter searches say nothing about the speed."""


class Calibration:
    """The speed and the delay to expect of the next search, for `clock.budget`."""

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
        """Learn from a search of *nodes* positions that took *seconds*."""
        if seconds >= SPEED_SECONDS:
            self.speed = nodes / seconds
        if budget is not None and seconds > budget.hard > 0:
            self.delay = max(seconds - budget.hard, DELAY_KEPT * self.delay)
