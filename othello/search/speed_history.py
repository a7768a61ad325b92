"""Measurements of earlier searches: their speed, their delays, and their share of the processors."""

from typing import Final

from othello.search.clock import CAUTIOUS_SPEED, Budget

DELAY_KEPT: Final = 0.9
"""After a search with a shorter delay, at least this share of the expected delay is kept."""
SPEED_SECONDS: Final = 0.1
"""Shorter searches do not count for the speed."""
SHARE_SECONDS: Final = 0.02
"""Shorter searches do not count for the share of the processors: some systems count in coarse steps."""
QUIET_SHARE: Final = 0.97
QUIET_DELAY: Final = 0.01
QUIET_SEARCHES: Final = 4
"""A computer is quiet if QUIET_SEARCHES searches in a row got at least QUIET_SHARE of the processors, and
ended at most QUIET_DELAY seconds after their hard limit."""


class SpeedHistory:
    """The expected speed, delay and share of the next search, for `clock.budget`."""

    def __init__(self) -> None:
        """Begin with a cautious speed, no delay, and all of the processors."""
        self.speed = CAUTIOUS_SPEED
        """Positions per second."""
        self.delay = 0.0
        """Seconds by which searches ended after their hard limit."""
        self.share = 1.0
        """Processor seconds of each thread in a second, at most 1. It is smaller if other programs run."""
        self._undisturbed = 0
        """Number of searches since the last search that was late or shared the processors."""

    @property
    def is_quiet(self) -> bool:
        """Whether the last searches had the processors to themselves and ended in time."""
        return self._undisturbed >= QUIET_SEARCHES

    def forget_speed(self) -> None:
        """Return to the cautious speed."""
        self.speed = CAUTIOUS_SPEED

    def note(self, nodes: int, seconds: float, processor_seconds: float, budget: Budget | None) -> None:
        """Record a search of *nodes* positions in *seconds*.

        *processor_seconds* is the mean processor time of a thread.
        """
        if seconds >= SPEED_SECONDS:
            self.speed = nodes / seconds
        if budget is not None and seconds > budget.hard > 0:
            self.delay = max(seconds - budget.hard, DELAY_KEPT * self.delay)
        if seconds >= SHARE_SECONDS:
            self.share = min(1.0, processor_seconds / seconds)
            late = 0.0 if budget is None else seconds - budget.hard
            is_disturbed = self.share < QUIET_SHARE or late > QUIET_DELAY
            self._undisturbed = 0 if is_disturbed else self._undisturbed + 1
