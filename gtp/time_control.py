"""Time control, with the controller's reports about the clocks and the engine's own clocks.

`time_settings main period stones` sets the time control, in seconds:

| settings | rule |
| --- | --- |
| main > 0, period 0 | the main time is for the whole game |
| main, period > 0, stones > 0 | after the main time, each period is for `stones` moves |
| period > 0, stones 0 | no limit, usually sent as `0 1 0` |
| 0, 0, 0 | "no time at all" in the draft, but controllers mean no limit |

`time_left color seconds stones` reports a clock: the remaining main time if stones is 0, otherwise the time
for the next `stones` moves. It overrides the settings. Most controllers send `time_left` right before
`genmove`, often in whole seconds. Some controllers never send it. Therefore the engine keeps its own clock
for each color. This clock runs while the engine searches, and each `time_left` sets it.

GTP has no (Fischer) increment and no fixed time per move. The match runner of neural-reversi expresses both
with stones 0: `0 N 0` means N seconds per move, and `M N 0` adds N seconds after each move. It sends
`time_left` before each move, which controllers that mean no limit never do. Therefore these settings mean no
limit until the first `time_left` arrives.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from othello.rules.score import Color
from othello.search.limits import Clock

ROUNDING: Final = 0.5
"""Seconds by which a controller that rounds to whole seconds may overstate the time left."""
LATENCY: Final = 0.02
"""Seconds for transmitting each move, which the controller's clock includes."""
OVERHEAD_KEPT: Final = 0.9
"""The expected overhead falls slowly: after each move, at least this share of it remains."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time that a clock shows."""

    seconds: float
    """Seconds left, 0 or more."""
    stones: int
    """Number of moves that the time covers, or 0 for the main time."""


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time control that the GTP command `time_settings` sets."""

    main: float = 0.0
    """Seconds for the whole game or, if there are periods, for its first part."""
    period: float = 0.0
    """Seconds for each `stones` moves after the main time. 0 if there are no periods."""
    stones: int = 0
    """Number of moves in a period. The module's docstring explains the meaning of 0."""

    @property
    def has_overtime(self) -> bool:
        """Whether periods of several moves follow the main time."""
        return self.period > 0 and self.stones > 0

    def first(self) -> TimeLeft | None:
        """Return what a clock shows at the start of a game. None means no limit."""
        if self.has_overtime and self.main == 0:
            return TimeLeft(self.period, self.stones)
        if self.main == 0 or (self.period > 0 and self.stones == 0):
            return None
        return TimeLeft(self.main, 0)

    def available(self, left: TimeLeft) -> float:
        """Return how many seconds the next move may take on a clock that shows *left*."""
        return left.seconds + (self.period if self.has_overtime and left.stones == 0 else 0.0)

    def clock(self, left: TimeLeft) -> Clock:
        """Return the clock for a search that begins when the clock shows *left*."""
        if left.stones > 0:
            period = self.period if self.has_overtime else None
            return Clock(left.seconds, moves_to_go=left.stones, period=period)
        if self.period == 0:
            return Clock(left.seconds)
        if self.main == 0:
            return Clock(left.seconds, moves_to_go=max(1, self.stones), period=self.period)
        if self.stones == 0:
            return Clock(left.seconds, increment=self.period)
        # Count a move's share of the first period as available even before the main time ends. Otherwise each
        # move would get only a part of the remaining main time, which would never end. If the clock is at 0,
        # the engine must move immediately.
        share = self.period / self.stones
        return Clock(max(left.seconds, share) if left.seconds else 0.0, increment=share)

    def after(self, left: TimeLeft, used: float) -> TimeLeft | None:
        """Return what the clock shows after a move that took *used* seconds, or None if unknown."""
        seconds = max(0.0, left.seconds - used)
        if left.stones > 1:
            return TimeLeft(seconds, left.stones - 1)
        if left.stones == 1:
            return TimeLeft(self.period, self.stones) if self.has_overtime else None
        if self.period > 0 and self.main == 0:
            return TimeLeft(self.period, self.stones)
        if self.period > 0 and self.stones == 0:
            return TimeLeft(seconds + self.period, 0)
        if self.has_overtime and used >= left.seconds:
            return self.after(TimeLeft(self.period, self.stones), used - left.seconds)
        return TimeLeft(seconds, 0)


class TimeControl:
    """The clocks of both colors."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin without a time limit. *now* returns the seconds since some fixed time."""
        self._now = now
        self._settings = TimeSettings()
        self._states: dict[Color, list[TimeLeft]] = {}
        """What the controller's clocks may show (see `_after`).

        A color is missing if nothing is known about its clock.
        """
        self._seen: dict[Color, TimeLeft | None] = {}
        """What each clock showed after our last move, without LATENCY."""
        self._overhead = 0.0
        """Seconds that the controller's clock counted for a recent move but ours did not.

        This is measured only if the controller reports fractions of seconds.
        """
        self._moved_at = now()

    def configure(self, settings: TimeSettings) -> None:
        """Set the time control and reset both clocks."""
        self._settings = settings
        self.new_game()

    def new_game(self) -> None:
        """Reset both clocks, but keep the time control."""
        self._states.clear()
        self._seen.clear()

    def set_left(self, color: Color, left: TimeLeft) -> None:
        """Set the clock of *color* to what the controller reports.

        A whole number of seconds may be rounded up. If the controller reports more time than our own clock
        shows, and rounding can explain the difference, our own clock is not changed.
        """
        is_whole = left.seconds == int(left.seconds)
        seen = self._seen.pop(color, None)
        # Rounded times are too coarse to measure the overhead of the last move.
        if seen is not None and seen.stones == left.stones and not is_whole:
            unseen = max(0.0, seen.seconds - left.seconds)
            self._overhead = max(unseen, OVERHEAD_KEPT * self._overhead)
        own = min(
            (state.seconds for state in self._known(color) if state.stones == left.stones), default=None
        )
        if own is not None and own <= left.seconds and is_whole:
            left = TimeLeft(max(own, left.seconds - ROUNDING), left.stones)
        self._states[color] = [left]

    def clock(self, color: Color, since: float) -> Clock | None:
        """Return the clock of *color*, which has been running since the time *since* on the clock *now*.

        None means no limit.
        """
        states = self._known(color)
        if not states:
            return None
        left = min(states, key=self._settings.available)
        left = TimeLeft(max(0.0, left.seconds - self._running(since)), left.stones)
        return replace(self._settings.clock(left), overhead=self._overhead)

    @contextmanager
    def move(self, color: Color, since: float) -> Iterator[Clock | None]:
        """Within the block, run the clock of *color*. Yield what it shows at the beginning.

        *since* is when the command arrived. The clock starts then or at the end of the last move, whichever
        was later.
        """
        try:
            yield self.clock(color, since)
        finally:
            states, used = self._known(color), self._running(since)
            if states:
                self._seen[color] = self._settings.after(min(states, key=self._settings.available), used)
                self._states[color] = self._after(states, used)
            self._moved_at = self._now()

    def _after(self, states: list[TimeLeft], used: float) -> list[TimeLeft]:
        """Return what the clock may show after a move, whether or not the controller counted LATENCY.

        If the main time ends only because of LATENCY, the periods begin one move earlier with LATENCY than
        without it. Therefore the shortest and longest times are kept for each number of stones.
        """
        times_by_stones: dict[int, list[float]] = {}
        for state in states:
            for seconds in (used, used + LATENCY):
                after = self._settings.after(state, seconds)
                if after is not None:
                    times_by_stones.setdefault(after.stones, []).append(after.seconds)
        return [
            TimeLeft(limit(times), stones)
            for stones, times in times_by_stones.items()
            for limit in (min, max)
        ]

    def _known(self, color: Color) -> list[TimeLeft]:
        first = self._settings.first()
        return self._states.get(color) or ([first] if first else [])

    def _running(self, since: float) -> float:
        return max(0.0, self._now() - max(since, self._moved_at))
