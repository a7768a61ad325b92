"""Time limits of a match, and the clock in a game."""

import re
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted

_CLOCK: Final = re.compile(r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d+)?)(?:\+(\d{1,5}(?:\.\d+)?))?", re.ASCII)
_SECONDS: Final = re.compile(r"\d+\.?\d*|\.\d+", re.ASCII)
MAX_MOVE_TIME: Final = 86_400.0
"""Maximum time for each move, in seconds."""


@dataclass(frozen=True, slots=True)
class TimeRule:
    """An engine's time limit. `TimeRule()` sets no limit."""

    per_move: float | None = None
    """Seconds for each move, more than 0. None if there is a clock or no limit."""
    main: float | None = None
    """Seconds on the clock at the start of the game, more than 0. None if there is no clock."""
    increment: float = 0.0
    """Seconds added to the clock after each move."""

    @property
    def is_limited(self) -> bool:
        """Whether any limit is set, per move or per game."""
        return self.per_move is not None or self.main is not None

    def __str__(self) -> str:
        """Describe the time limit: "1 s a move", "300 s + 2 s" or "no limit"."""
        if self.per_move is not None:
            return f"{self.per_move:g} s a move"
        if self.main is None:
            return "no limit"
        return f"{self.main:g} s" + (f" + {self.increment:g} s" if self.increment else "")


NO_LIMIT: Final = TimeRule()


def parse_move_time(text: str) -> TimeRule:
    """Parse the seconds for each move. Raises InvalidNotationError."""
    # str.strip removes some characters that float does not accept, so the stripped string is checked.
    number = text.strip()
    seconds = float(number) if _SECONDS.fullmatch(number) else 0.0
    if not 0 < seconds <= MAX_MOVE_TIME:
        raise InvalidNotationError(
            f"{quoted(text)} is not a time per move: use seconds above 0, such as 1 or 0.5"
        )
    return TimeRule(per_move=seconds)


def parse_clock(text: str) -> TimeRule:
    """Parse a clock: "SECONDS" or "MINUTES:SECONDS", optionally followed by the increment, "+SECONDS".

    Raises InvalidNotationError.

    >>> str(parse_clock("5:00+2"))
    '300 s + 2 s'
    """
    match = _CLOCK.fullmatch(text.strip())
    main = 60 * int(match[1] or 0) + float(match[2]) if match else 0.0
    if match is None or main <= 0:
        raise InvalidNotationError(
            f"{quoted(text)} is not a clock: use seconds or minutes:seconds and an increment, as in 5:00+2"
        )
    return TimeRule(main=main, increment=float(match[3] or 0))


class GameClock:
    """A side's clock in a game."""

    def __init__(self, rule: TimeRule) -> None:
        """Set the clock for the beginning of a game."""
        self.rule = rule
        self.used = 0.0
        """Seconds used so far."""
        self.longest = 0.0
        """Seconds that the longest move took."""
        self.moves = 0
        """Number of moves made."""
        self._remaining = rule.main

    @property
    def limit(self) -> float | None:
        """Seconds that the next move may take. None means no limit."""
        return self.rule.per_move if self._remaining is None else self._remaining

    def spend(self, seconds: float) -> None:
        """Count a move that took *seconds* and add the increment to the clock."""
        self.used += seconds
        self.longest = max(self.longest, seconds)
        self.moves += 1
        if self._remaining is not None:
            self._remaining = max(0.0, self._remaining - seconds) + self.rule.increment
