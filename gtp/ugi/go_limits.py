"""The limits of `go`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from othello.rules.score import Color
from othello.search import levels
from othello.search.limits import Clock, Limits

LEAST: Final = {
    "p1time": None,
    "p2time": None,
    "p1inc": 0,
    "p2inc": 0,
    "movestogo": 1,
    "movetime": 0,
    "depth": 1,
    "nodes": 1,
}
"""The limits that have a number, and the least number; a clock may be below 0."""
FLAGS: Final = ("infinite", "ponder")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits of a search: numbers by their names, and flags."""

    numbers: dict[str, int] = field(default_factory=dict)
    """Times are in milliseconds, depths in plies."""
    flags: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()
    """Words that are not limits, or not numbers in their range."""

    @property
    def is_unbounded(self) -> bool:
        """Whether the search lasts until `stop` or `ponderhit`."""
        return bool(self.flags)

    def limits(self, turn: Color, multipv: int, used: float) -> Limits:
        """Return the limits of a search of *turn*, whose clock has run for *used* seconds."""
        own = "p1" if turn is Color.BLACK else "p2"
        milliseconds, clock = self.numbers.get(f"{own}time"), None
        if milliseconds is not None:
            left, increment = milliseconds / 1000 - used, self.numbers.get(f"{own}inc", 0) / 1000
            clock = Clock(max(0.0, left), increment, self.numbers.get("movestogo"))
        seconds = self.numbers.get("movetime")
        return Limits(
            depth=self.numbers.get("depth"),
            nodes=self.numbers.get("nodes"),
            seconds=None if seconds is None else max(0.0, seconds / 1000 - used),
            clock=clock,
            multipv=multipv,
        )

    def unbounded(self, multipv: int) -> Limits:
        """Return the limits of a search that lasts until it is stopped or has solved the position."""
        return Limits(level=levels.STRONGEST, multipv=multipv)


def parse_limits(words: Sequence[str]) -> GoLimits:
    """Parse the words after `go`.

    >>> parse_limits(["depth", "12", "movetime", "soon"])
    GoLimits(numbers={'depth': 12}, flags=frozenset(), unread=('movetime', 'soon'))
    """
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    unread: list[str] = []
    rest = list(words)
    while rest:
        name = rest.pop(0)
        if name in FLAGS:
            flags.add(name)
        elif name in LEAST and rest and _is_number(rest[0], LEAST[name]):
            numbers[name] = int(rest.pop(0))
        else:
            unread.append(name)
    return GoLimits(numbers, frozenset(flags), tuple(unread))


def _is_number(word: str, minimum: int | None) -> bool:
    return _NUMBER.fullmatch(word) is not None and (minimum is None or int(word) >= minimum)
