"""Limits and goal of a search.

Front ends pass limits to the search unchanged. A search ends when it reaches the first of its limits.
"""

import enum
import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, Final, TypedDict

from othello.rules.square import Move, MoveLike

MAX_LEVEL: Final = 60
"""The strongest level, which solves every position."""


class Goal(enum.Enum):
    """The goal of a search."""

    MOVE = "move"
    """Find a good move within the limits."""
    EXACT = "exact"
    """Find the exact final score and a move that reaches it, however long it takes."""
    WLD = "wld"
    """Find out whether the position is won, drawn or lost, and find a move that proves it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the side to move at the beginning of the search."""

    remaining: float
    """Seconds left, 0 or more. They must last for the next `moves_to_go` moves."""
    increment: float = 0.0
    """Seconds added after every move."""
    moves_to_go: int | None = None
    """Number of moves until the clock gains time, or None if the time must last for the rest of the game."""
    period: float | None = None
    """Seconds on the clock at the start of each period of moves, or None if unknown."""
    overhead: float = 0.0
    """Seconds that each move takes in addition to its search, as far as they are known."""

    def __post_init__(self) -> None:
        for name in ("remaining", "increment", "period", "overhead"):
            seconds = getattr(self, name)
            if seconds is not None and not seconds >= 0:  # in this form, the test also rejects NaN
                raise ValueError(f"{name} must be 0 or more seconds, not {seconds}")
        if self.moves_to_go is not None and self.moves_to_go < 1:
            raise ValueError(f"moves_to_go must be at least 1, not {self.moves_to_go}")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search. Without any limit, the search uses the engine's level."""

    level: int | None = None
    """Playing strength, 0-60 (see `othello.search.levels`)."""
    depth: int | None = None
    """Plies to search, at least 1. A depth equal to the number of empty squares solves the position."""
    nodes: int | None = None
    """Number of positions to search, at least 1.

    The search may exceed this number by a few thousand. With one thread, it stops after the same number of
    positions on every run.
    """
    seconds: float | None = None
    """Seconds for this move, 0 or more."""
    clock: Clock | None = None
    """The game clock. The search uses a share of its time for this move."""
    window: tuple[int, int] | None = None
    """Only with the goal EXACT: alpha and beta in discs for the side to move, -64 <= alpha < beta <= 64. The
    search ends when it has proved the value or has proved that the value is at most alpha or at least
    beta."""
    selectivity: int = 100
    """Only with the goals EXACT and WLD: the minimum probability, from 1 to 100 percent, that a probabilistic
    cut is right. Below 100, the score is not proved. The search supports 73, 87, 95, 98, 99 and 100, and
    rounds other values up."""
    goal: Goal = Goal.MOVE
    """What to find. EXACT and WLD search to the end of the game and ignore `level` and `depth`."""
    multipv: int = 1
    """Number of best moves to find, at least 1. The engine runs a separate search for each move."""
    root_moves: Iterable[MoveLike] | None = None
    """The moves to consider, at least one legal move, or None for all moves. The value and the bounds that a
    search returns then belong to the best of these moves. The moves are stored as a sorted tuple."""

    def __post_init__(self) -> None:
        if isinstance(self.level, str):
            raise ValueError(f"level must be a number, not {self.level!r}: use HumanPlayer for a named level")
        for name in ("level", "depth", "nodes", "selectivity", "multipv"):
            number = getattr(self, name)
            if number is not None or name in ("multipv", "selectivity"):
                object.__setattr__(self, name, _whole(name, number))
        if self.window is not None:
            object.__setattr__(self, "window", tuple(_whole("window", bound) for bound in self.window))
        if not isinstance(self.seconds, Real | None):
            raise TypeError(f"seconds must be a number, not {self.seconds!r}")
        if not isinstance(self.clock, Clock | None):
            raise TypeError(f"clock must be a Clock such as Clock(60.0), not {self.clock!r}")
        if not isinstance(self.goal, Goal):
            raise TypeError(f"goal must be a Goal such as Goal.EXACT, not {self.goal!r}")
        if self.level is not None and not 0 <= self.level <= MAX_LEVEL:
            raise ValueError(f"level must be from 0 to {MAX_LEVEL}, not {self.level}")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth must be at least 1, not {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"nodes must be at least 1, not {self.nodes}")
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"seconds must be at least 0, not {self.seconds}")
        if not 1 <= self.selectivity <= 100:
            raise ValueError(f"selectivity must be from 1 to 100, not {self.selectivity}")
        if self.window is not None and not _is_window(self.window):
            raise ValueError(f"window must be (alpha, beta), -64 <= alpha < beta <= 64, not {self.window}")
        if self.multipv < 1:
            raise ValueError(f"multipv must be at least 1, not {self.multipv}")
        if self.root_moves is not None:
            moves = tuple(sorted(set(map(Move, self.root_moves))))
            if not moves:
                raise ValueError("root_moves is empty: name at least one move")
            object.__setattr__(self, "root_moves", moves)


class LimitOptions(TypedDict, total=False):
    """The limits that you can pass to a search as keywords (see `Limits`)."""

    level: int | None
    depth: int | None
    nodes: int | None
    seconds: float | None
    clock: Clock | None
    window: tuple[int, int] | None
    selectivity: int
    multipv: int
    root_moves: Iterable[MoveLike] | None


def limits_of(limits: Limits | None, options: LimitOptions) -> Limits:
    """Return *limits* with the changes in *options*. None means no limits.

    Raises TypeError or ValueError if an option is not a limit or its value is invalid.

    >>> limits_of(Limits(depth=6, nodes=1000), {"depth": 8})  # doctest: +ELLIPSIS
    Limits(level=None, depth=8, nodes=1000, ...)
    """
    if not isinstance(limits, Limits | None):
        raise TypeError(f"{limits!r} is not a Limits object: name the limit, as in depth=6 or seconds=1.0")
    for name in options:
        if name not in LimitOptions.__annotations__:
            *others, last = LimitOptions.__annotations__
            raise TypeError(f"{name!r} is not a limit: use {', '.join(others)} or {last}")
    return replace(limits or Limits(), **options)


def _is_window(numbers: tuple[int, ...]) -> bool:
    return len(numbers) == 2 and -64 <= numbers[0] < numbers[1] <= 64


def _whole(name: str, number: Any) -> int:
    """Convert *number*, a whole number of any type, to an int. Raises TypeError for other numbers."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {number!r}") from None
