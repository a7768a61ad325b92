"""Time: the clocks that a controller reports, or the engine's own clocks.

`time_settings main period stones` sets the rules, in seconds:

| settings | rule |
| --- | --- |
| main > 0, period 0 | the main time is for the whole game |
| main, period > 0, stones > 0 | after the main time, each period is for `stones` moves |
| period > 0, stones 0 | no limit, usually as `0 1 0` |
| 0, 0, 0 | "no time at all" in the draft, but controllers mean no limit |

`time_left color seconds stones` gives the state of a clock: the main time if stones is 0, otherwise the time
for that number of moves. It overrides the settings. Controllers send `time_left` right before `genmove`,
often in whole seconds, or never. Therefore the engine has its own clock for each color, which runs during its
searches and is set by `time_left`.

GTP has no increment (Fischer) and no time for each move without periods. The match runner of
neural-reversi writes both with stones 0: `0 N 0` is N seconds for each move, and `M N 0` adds N
seconds after each move. It sends `time_left` before each move, and controllers that mean no limit never
send it. So these settings mean no limit until the first `time_left`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from othello.rules.score import Color
from othello.search.limits import Clock

ROUNDING: Final = 0.5
"""A controller that rounds to whole seconds may overstate the time left by up to this much."""
LATENCY: Final = 0.02
"""Seconds of transmission for each move, which the clock of the controller counts as well."""
OVERHEAD_KEPT: Final = 0.9
"""After a move with a smaller overhead, the expected overhead falls to at least this share."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The state of a clock."""

    seconds: float
    """Seconds left, 0 or more."""
    stones: int
    """The number of moves for which the time lasts, or 0 for the main time."""


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time control that the GTP command `time_settings` sets."""

    main: float = 0.0
    """Seconds for the first part of the game, or for the whole game."""
    period: float = 0.0
    """Seconds for `stones` moves after the main time, or 0 if there are no periods."""
    stones: int = 0
    """Number of moves in a period. For 0, see the docstring of the module."""

    @property
    def has_overtime(self) -> bool:
        """Whether periods of a number of moves follow the main time."""
        return self.period > 0 and self.stones > 0

    def first(self) -> TimeLeft | None:
        """Return the state of a clock at the start of a game, or None for no limit."""
        if self.has_overtime and self.main == 0:
            return TimeLeft(self.period, self.stones)
        if self.main == 0 or (self.period > 0 and self.stones == 0):
            return None
        return TimeLeft(self.main, 0)

    def available(self, left: TimeLeft) -> float:
        """Return the seconds that the next move may take in this state."""
        return left.seconds + (self.period if self.has_overtime and left.stones == 0 else 0.0)

    def clock(self, left: TimeLeft) -> Clock:
        """Return the clock of a search that begins in this state."""
        if left.stones > 0:
            period = self.period if self.has_overtime else None
            return Clock(left.seconds, moves_to_go=left.stones, period=period)
        if self.period == 0:
            return Clock(left.seconds)
        if self.main == 0:
            return Clock(left.seconds, moves_to_go=max(1, self.stones), period=self.period)
        if self.stones == 0:
            return Clock(left.seconds, increment=self.period)
        # The move that ends the main time may also use its share of the first period. Otherwise each
        # move would get only a part of the rest, and the main time would never end. If the clock is at
        # 0, the engine must move immediately.
        share = self.period / self.stones
        return Clock(max(left.seconds, share) if left.seconds else 0.0, increment=share)

    def after(self, left: TimeLeft, used: float) -> TimeLeft | None:
        """Return the state of a clock after a move of *used* seconds, or None if it is not known."""
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
        """Begin without a limit. *now* is a clock that returns seconds since any fixed time."""
        self._now = now
        self._settings = TimeSettings()
        self._states: dict[Color, list[TimeLeft]] = {}
        """The possible states of the controller's clock, see `_after`. None if nothing is known."""
        self._seen: dict[Color, TimeLeft | None] = {}
        """The clocks after our last moves, without LATENCY."""
        self._overhead = 0.0
        """Seconds that the controller counted for a recent move, and our clock did not. It is measured only
        if the controller reports fractions of seconds."""
        self._moved_at = now()

    def configure(self, settings: TimeSettings) -> None:
        """Set the rules, and reset both clocks."""
        self._settings = settings
        self.new_game()

    def new_game(self) -> None:
        """Reset both clocks, but keep the rules."""
        self._states.clear()
        self._seen.clear()

    def set_left(self, color: Color, left: TimeLeft) -> None:
        """Set a clock to the state that the controller reports.

        A whole number of seconds may be rounded up. If the controller reports more than the engine's
        own clock, and rounding can explain the difference, the time of the own clock is kept.
        """
        is_whole = left.seconds == int(left.seconds)
        seen = self._seen.pop(color, None)
        # Whole seconds do not show the overhead of the last move.
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
        """Return the clock of *color*, which has run *since* a time of `now`, or None for no limit."""
        states = self._known(color)
        if not states:
            return None
        left = min(states, key=self._settings.available)
        left = TimeLeft(max(0.0, left.seconds - self._running(since)), left.stones)
        return replace(self._settings.clock(left), overhead=self._overhead)

    @contextmanager
    def move(self, color: Color, since: float) -> Iterator[Clock | None]:
        """Within the block, run the clock of *color*. Yield its state at the beginning.

        The clock has run *since* the arrival of the command, or since the end of the last move if
        this was later.
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
        """Return the states after a move that the controller may have counted with or without LATENCY.

        If the move ended the main time with LATENCY only, the periods begin with different moves in the two
        cases. Therefore the least and the most time are kept for each number of stones.
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
