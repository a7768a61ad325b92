"""Time controls in GGF notation, "main/increment/grace". Each of these times is written as [d.][h:][m:]s.

`record.Player.clock` is always in this notation. The readers and writers of other formats convert it.
"""

import copy
import re
from dataclasses import dataclass

from othello.errors import InvalidNotationError, quoted
from othello.formats.record import GameRecord
from othello.rules.score import Color

DEFAULT_GRACE = 120
"""Grace, in seconds, that GGS allows if the time control has no third field."""
_TIME = re.compile(r"(?:(?:(?:(\d{1,4})\.)?(\d{1,4}):)?(\d{1,5}):)?(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class GgfClock:
    """A time control in whole seconds."""

    main: int = 0
    """Each player's time at the start of the game."""
    increment: int = 0
    """The time that each move adds."""
    grace: int = 0
    """Extra time that a player receives once, when the main time is used up."""


def parse_ggf_clock(text: str) -> GgfClock:
    """Return the time control in a string. Raises InvalidNotationError if it is not a time control.

    An empty field means 0, but an empty grace means two minutes, as on GGS.

    >>> parse_ggf_clock("05:00/0:12")
    GgfClock(main=300, increment=12, grace=120)
    """
    fields = text.split("/")
    if len(fields) > 3:
        raise InvalidNotationError(
            f"{quoted(text)} is not a time control: use main/increment/grace, as in 5:00/0:12/2:00"
        )
    main, increment, grace = (fields + ["", ""])[:3]
    return GgfClock(
        _parse_time(main), _parse_time(increment), _parse_time(grace) if grace.strip() else DEFAULT_GRACE
    )


def format_ggf_clock(clock: GgfClock) -> str:
    """Return a time control as a string that `parse_ggf_clock` can read."""
    increment = _format_time(clock.increment) if clock.increment else ""
    return f"{_format_time(clock.main)}/{increment}/{_format_time(clock.grace)}"


def common_clock(record: GameRecord) -> GgfClock | None:
    """Return a game's time control if it is known and the same for both sides, or else None."""
    if not record.black.clock or record.black.clock != record.white.clock:
        return None
    try:
        return parse_ggf_clock(record.black.clock)
    except InvalidNotationError:
        return None


class Times:
    """Converts between the time that a move took (GGF) and the time that was left after it (SGF)."""

    def __init__(self, clock: GgfClock | None) -> None:
        self._left: dict[Color, float | None] = dict.fromkeys(Color, clock.main if clock else None)
        self._increment = clock.increment if clock else 0

    def taken(self, turn: Color, left: float | None) -> float | None:
        """Return how many seconds *turn*'s move took if *left* remain after it, or None if unknown."""
        before, self._left[turn] = self._left[turn], left
        if before is None or left is None:
            return None
        seconds = round(before + self._increment - left, 3)
        return seconds if seconds >= 0 else None

    def left(self, turn: Color, seconds: float | None) -> float | None:
        """Return how many seconds *turn* has left after a move that took *seconds*, or None if unknown."""
        before, left = self._left[turn], None
        if before is not None and seconds is not None:
            left = round(before + self._increment - seconds, 3)
        # After the main time, grace or overtime begins. SGF does not state its length.
        self._left[turn] = left if left is not None and left >= 0 else None
        return self._left[turn]

    def branch(self) -> "Times":
        """Return an independent copy with the same remaining times, for a variation."""
        other = copy.copy(self)
        other._left = {**self._left}
        return other


def _parse_time(text: str) -> int:
    """Convert a time written as [d.][h:][m:]s to seconds. An empty string means 0."""
    if not text.strip():
        return 0
    match = _TIME.fullmatch(text.strip())
    if not match:
        raise InvalidNotationError(f"{quoted(text)} is not a time: use s, m:s, h:m:s or d.h:m:s")
    days, hours, minutes, seconds = (int(group or 0) for group in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _format_time(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return (f"{hours:02}:" if hours else "") + f"{rest // 60:02}:{rest % 60:02}"
