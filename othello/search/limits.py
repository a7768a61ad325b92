"""Limits and goal of a search.

Front ends pass limits unchanged to the search. All limits that are not None apply together. The search ends
when it reaches the first of them.
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
    """A good move, within the limits."""
    EXACT = "exact"
    """The exact final score and a move that reaches it, however long it takes."""
    WLD = "wld"
    """Whether the position is won, drawn or lost, and a move that proves it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the side to move when the search begins."""

    remaining: float
    """Seconds left for `moves_to_go` moves, 0 or more."""
    increment: float = 0.0
    """Seconds added after every move."""
    moves_to_go: int | None = None
    """Number of moves until the clock gets more time. None means the rest of the game."""
    period: float | None = None
    """Seconds on the clock at the start of each period of moves, or None if unknown."""
    overhead: float = 0.0
    """Seconds that each move costs besides its search, as far as known."""

    def __post_init__(self) -> None:
        for name in ("remaining", "increment", "period", "overhead"):
            seconds = getattr(self, name)
            if seconds is not None and not seconds >= 0:  # in this form, it refuses NaN as well
                raise ValueError(f"{name} is {seconds}: it must be 0 or more seconds")
        if self.moves_to_go is not None and self.moves_to_go < 1:
            raise ValueError(f"moves_to_go is {self.moves_to_go}: it must be at least 1")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search. Without any limit, the search uses the level of the engine."""

    level: int | None = None
    """Playing strength, 0-60, see `othello.search.levels`."""
    depth: int | None = None
    """Plies to search, at least 1. A depth equal to the number of empty squares solves the position."""
    nodes: int | None = None
    """Number of positions to search, at least 1.

    A search exceeds this number by at most a few thousand. With one thread, the number is the same on every
    run.
    """
    seconds: float | None = None
    """Seconds for this move, 0 or more."""
    clock: Clock | None = None
    """The clock of the game. The search gives this move a share of its time."""
    window: tuple[int, int] | None = None
    """With goal EXACT: alpha and beta in discs, -64 <= alpha < beta <= 64, from the side to move's point of
    view. The search ends when it has proved the value, or that it is at most alpha or at least beta."""
    selectivity: int = 100
    """With goals EXACT and WLD: the minimum probability, 1-100, with which probabilistic cuts must be right.
    Below 100 the score is not proved. The search supports 73, 87, 95, 98, 99 and 100, and rounds up."""
    goal: Goal = Goal.MOVE
    """The goal. EXACT and WLD search to the end of the game and ignore `level` and `depth`."""
    multipv: int = 1
    """Number of best moves to find, at least 1. The engine makes a search for each of them."""
    root_moves: Iterable[MoveLike] | None = None
    """The moves to consider, at least one legal move, or None for all. The value and the bounds of a search
    then belong to the best of these moves. The object keeps the moves as a sorted tuple."""

    def __post_init__(self) -> None:
        if isinstance(self.level, str):
            raise ValueError(f"level is {self.level!r}: it must be a number; HumanPlayer takes names")
        for name in ("level", "depth", "nodes", "selectivity", "multipv"):
            number = getattr(self, name)
            if number is not None or name in ("multipv", "selectivity"):
                object.__setattr__(self, name, _whole(name, number))
        if self.window is not None:
            object.__setattr__(self, "window", tuple(_whole("window", bound) for bound in self.window))
        if not isinstance(self.seconds, Real | None):
            raise TypeError(f"seconds is {self.seconds!r}: it must be a number")
        if not isinstance(self.clock, Clock | None):
            raise TypeError(f"clock is {self.clock!r}: it must be a Clock, such as Clock(60.0)")
        if not isinstance(self.goal, Goal):
            raise TypeError(f"goal is {self.goal!r}: it must be a Goal, such as Goal.EXACT")
        if self.level is not None and not 0 <= self.level <= MAX_LEVEL:
            raise ValueError(f"level is {self.level}: it must be from 0 to {MAX_LEVEL}")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth is {self.depth}: it must be at least 1")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"nodes is {self.nodes}: it must be at least 1")
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"seconds is {self.seconds}: it must not be negative")
        if not 1 <= self.selectivity <= 100:
            raise ValueError(f"selectivity is {self.selectivity}: it must be from 1 to 100")
        if self.window is not None and not _is_window(self.window):
            raise ValueError(f"window is {self.window}: it must be (alpha, beta), -64 <= alpha < beta <= 64")
        if self.multipv < 1:
            raise ValueError(f"multipv is {self.multipv}: it must be at least 1")
        if self.root_moves is not None:
            moves = tuple(sorted(set(map(Move, self.root_moves))))
            if not moves:
                raise ValueError("root_moves is empty: name at least one move")
            object.__setattr__(self, "root_moves", moves)


class LimitOptions(TypedDict, total=False):
    """The limits that a search takes by name, see `Limits`."""

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
    """Return *limits* with some of them replaced by *options*.

    Raises TypeError or ValueError if one of them is not a limit.

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
    """Return a whole number of any type as an int. Raises TypeError."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name} is {number!r}: it must be a whole number") from None
