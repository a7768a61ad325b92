"""Measures earlier searches: their speed, their delay, and their share of processor time."""

from typing import Final

from othello.search.clock import CAUTIOUS_SPEED, Budget

DELAY_KEPT: Final = 0.9
"""If a search overruns less than expected, the expected delay decreases, but at least this share of it
remains each time."""
SPEED_SECONDS: Final = 0.1
"""Searches shorter than this do not change the measured speed."""
SHARE_SECONDS: Final = 0.02
"""Searches shorter than this do not change the measured share of processor time, because some systems measure
processor time in coarse steps."""
QUIET_SHARE: Final = 0.97
QUIET_DELAY: Final = 0.01
QUIET_SEARCHES: Final = 4
"""A computer is quiet after QUIET_SEARCHES consecutive searches that received at least QUIET_SHARE of the
processor time and ended at most QUIET_DELAY seconds after their hard limit."""


class SpeedHistory:
    """What `clock.budget` can expect of the next search: the speed, the delay, and the processor share."""

    def __init__(self) -> None:
        """Begin by expecting a cautious speed, no delay, and all processor time."""
        self.speed = CAUTIOUS_SPEED
        """Positions per second."""
        self.delay = 0.0
        """Seconds by which searches overran their hard limit."""
        self.share = 1.0
        """Processor seconds that each thread gets per second. Less than 1 if other programs are busy."""
        self._undisturbed = 0
        """Number of consecutive searches that ended on time and did not share the processors."""

    @property
    def is_quiet(self) -> bool:
        """Whether recent searches had the processors to themselves and ended on time."""
        return self._undisturbed >= QUIET_SEARCHES

    def forget_speed(self) -> None:
        """Expect the cautious speed again."""
        self.speed = CAUTIOUS_SPEED

    def note(self, nodes: int, seconds: float, processor_seconds: float, budget: Budget | None) -> None:
        """Record a search of *nodes* positions that took *seconds*.

        *processor_seconds* is the search's mean processor time per thread. *budget* is None if there is no
        clock.
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
