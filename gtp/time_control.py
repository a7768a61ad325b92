"""Time: what the controller says about the clocks, and our own clock where it says nothing.

`time_settings main period stones` gives the rules, in seconds:

| settings | rule |
| --- | --- |
| main > 0, period 0 | the main time is for the whole game |
| main, period > 0, stones > 0 | after the main time, each period is for so many moves |
| period > 0, stones 0 | no limit; the usual form is `0 1 0` |
| 0, 0, 0 | "no time at all" in the draft; controllers mean no limit |

`time_left color seconds stones` gives the state of a clock: main time if stones is 0, else
the seconds for so many moves. The word of the controller goes before the settings. It
usually comes right before `genmove`, often in whole seconds, or never; so each color has
a clock that runs while we think, and that `time_left` sets.

GTP has no time per move with a bonus. One match runner, of neural-reversi, writes that
with stones 0: `0 N 0` for N seconds a move, and `M N 0` for N more seconds after each move
(Fischer). Since it sends `time_left` before each move and the controllers that mean no
limit never do, the first `time_left` tells the two readings apart.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from othello.limits import Clock
from othello.score import Color

ROUNDING: Final = 0.5
"""A controller that counts whole seconds may say up to so much more than there is."""
LATENCY: Final = 0.02
"""What a controller's clock counts for each move, at least, and ours cannot see: the way there and back."""


@dataclass(frozen=True, slots=True)
class Left:
    """The state of a clock."""

    seconds: float
    """Time that is left, at least 0."""
    stones: int
    """Moves that the time is for; 0 is main time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules, as `time_settings` gives them."""

    main: float = 0.0
    """Seconds for the first part of the game, or for all of it."""
    period: float = 0.0
    """Seconds for `stones` moves when the main time is over; 0 if the game is lost then."""
    stones: int = 0
    """Moves in a period; see the module for 0."""

    @property
    def has_overtime(self) -> bool:
        """Whether periods of some moves each follow the main time."""
        return self.period > 0 and self.stones > 0

    def first(self) -> Left | None:
        """A clock at the start of a game; None if there is no limit."""
        if self.has_overtime and self.main == 0:
            return Left(self.period, self.stones)
        if self.main == 0 or (self.period > 0 and self.stones == 0):
            return None
        return Left(self.main, 0)

    def clock(self, left: Left) -> Clock:
        """What a search may know of a clock in this state."""
        if left.stones > 0:
            return Clock(left.seconds, moves_to_go=left.stones)
        if self.period == 0:
            return Clock(left.seconds)
        if self.main == 0:
            return Clock(left.seconds, moves_to_go=max(1, self.stones))
        if self.stones == 0:
            return Clock(left.seconds, increment=self.period)
        # The move that uses up the main time has a part of the first period as well; if it never
        # had, the last seconds of the main time would last for ever. A clock at 0 means hurry.
        share = self.period / self.stones
        return Clock(max(left.seconds, share) if left.seconds else 0.0, increment=share)

    def after(self, left: Left, used: float) -> Left | None:
        """The state of a clock after a move; None if nothing is known of it any more."""
        seconds = max(0.0, left.seconds - used)
        if left.stones > 1:
            return Left(seconds, left.stones - 1)
        if left.stones == 1:
            return Left(self.period, self.stones) if self.has_overtime else None
        if self.period > 0 and self.main == 0:
            return Left(self.period, self.stones)
        if self.period > 0 and self.stones == 0:
            return Left(seconds + self.period, 0)
        if self.has_overtime and used >= left.seconds:
            return self.after(Left(self.period, self.stones), used - left.seconds)
        return Left(seconds, 0)


class TimeControl:
    """The clocks of both colors."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin without a limit; *now* tells the time in seconds, from any beginning."""
        self._now = now
        self._settings = Settings()
        self._left: dict[Color, Left | None] = {}
        self._moved_at = now()

    def configure(self, settings: Settings) -> None:
        """Put other rules in force; the clocks start anew."""
        self._settings = settings
        self.new_game()

    def new_game(self) -> None:
        """Start both clocks anew, by the same rules."""
        self._left.clear()

    def set_left(self, color: Color, left: Left) -> None:
        """Set a clock to what the controller says it shows.

        A whole number of seconds may have been rounded up. Then our own reckoning, which is
        cautious, is believed as far as rounding can explain the difference.
        """
        own = self._known(color)
        is_more = own is not None and own.stones == left.stones and own.seconds <= left.seconds
        if own is not None and is_more and left.seconds == int(left.seconds):
            left = Left(max(own.seconds, left.seconds - ROUNDING), left.stones)
        self._left[color] = left

    def clock(self, color: Color, since: float) -> Clock | None:
        """The clock of *color*, which has been running *since* a time of `now`; None is no limit."""
        left = self._known(color)
        if left is None:
            return None
        return self._settings.clock(Left(max(0.0, left.seconds - self._running(since)), left.stones))

    @contextmanager
    def move(self, color: Color, since: float) -> Iterator[Clock | None]:
        """While *color* moves its clock runs; gives what it shows when the search begins.

        It has been running *since* the command came in, or since the last move, if the
        controller wrote this command before that was made.
        """
        try:
            yield self.clock(color, since)
        finally:
            left = self._known(color)
            if left is not None:
                self._left[color] = self._settings.after(left, self._running(since) + LATENCY)
            self._moved_at = self._now()

    def _known(self, color: Color) -> Left | None:
        return self._left.get(color) or self._settings.first()

    def _running(self, since: float) -> float:
        return max(0.0, self._now() - max(since, self._moved_at))
