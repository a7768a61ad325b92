"""What a search may cost, and what it shall find out.

Limits are given once and go down unchanged from the front end to the search. Whatever is
given applies, together with all the others; what is None does not limit.
"""

import enum
from dataclasses import dataclass, replace
from typing import Final

MAX_LEVEL: Final = 60
"""The strongest level, which solves every position."""


class Goal(enum.Enum):
    """What to find out about a position."""

    MOVE = "move"
    """A good move, within the limits."""
    EXACT = "exact"
    """The exact final difference and a move that reaches it, however long it takes."""
    WLD = "wld"
    """Whether the position is won, drawn or lost, and a move that proves it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the side to move, as it stands when the search begins."""

    remaining: float
    """Seconds left, for `moves_to_go` moves or for the rest of the game; may be 0."""
    increment: float = 0.0
    """Seconds added after every move."""
    moves_to_go: int | None = None
    """Moves that `remaining` is for; None for all of the game."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on a search. `Limits()` bounds nothing but asks for the engine's own level."""

    level: int | None = None
    """Playing strength, 0-60: see `levels`."""
    depth: int | None = None
    """Plies to look ahead, at least 1; as many as there are empty squares solve the position."""
    nodes: int | None = None
    """Positions to search; exceeded by some thousands at the most, the same on every run."""
    seconds: float | None = None
    """Seconds for this move."""
    clock: Clock | None = None
    """The clock that the move is played on."""
    goal: Goal = Goal.MOVE
    """What to find out; EXACT and WLD search to the end of the game."""
    multipv: int = 1
    """How many of the best moves to find with their values, at least 1; each costs a search of its own."""

    def __post_init__(self) -> None:
        if isinstance(self.level, str):
            raise ValueError(
                f"level is {self.level!r}: it must be a number; HumanPlayer has those with names"
            )
        if self.level is not None and not 0 <= self.level <= MAX_LEVEL:
            raise ValueError(f"level is {self.level}: it must be from 0 to {MAX_LEVEL}")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth is {self.depth}: it must be at least 1")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"nodes is {self.nodes}: it must be at least 1")
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"seconds is {self.seconds}: it must not be negative")
        if self.multipv < 1:
            raise ValueError(f"multipv is {self.multipv}: it must be at least 1")

    def with_multipv(self, multipv: int | None) -> "Limits":
        """Return these limits with another number of best moves; None changes nothing."""
        return self if multipv is None else replace(self, multipv=multipv)
