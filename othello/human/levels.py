"""The human-like levels and their parameters.

A human-like level evaluates all moves by a search at the numbered level `search_level`; `choice`
describes how it chooses one. The losses of its moves in a game never exceed `total_loss`. The names are
in the order of strength, the weakest first.

All values are in discs.
"""

from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted


@dataclass(frozen=True, slots=True)
class HumanLevel:
    """The parameters of a human-like level."""

    name: str
    """Name: one word in lower case."""
    search_level: int
    """The level, 0-60, of the search that evaluates the moves."""
    total_loss: float
    """Maximum loss of all moves of one side in a game, in discs."""
    max_loss: float
    """Maximum loss of a single move, in discs."""
    temperature: float
    """In the hardest part of the game, a move that looks worse by this is played 1/e times as often."""
    greed: float
    """Discs by which a move looks better for each disc that it turns; below 0 for a quiet style."""
    corner_pull: float
    """Discs by which a move to a corner looks better."""
    corner_fear: float
    """Discs by which a move looks worse that lets the opponent take a corner."""
    words: str
    """How the level plays, in words."""
    points: int
    """Points of 100 games against the next stronger level, or level 4 for the strongest; docs/levels.md."""

    def __str__(self) -> str:
        return self.name


HUMAN_LEVELS: Final = (
    HumanLevel(
        "newcomer",
        4,
        160,
        32,
        temperature=11.5,
        greed=1.3,
        corner_pull=10.0,
        corner_fear=0.0,
        words="Turns as many discs as it can",
        points=19,
    ),
    HumanLevel(
        "beginner",
        4,
        120,
        26,
        temperature=8.5,
        greed=0.6,
        corner_pull=8.0,
        corner_fear=1.5,
        words="Takes corners, likes to turn discs",
        points=22,
    ),
    HumanLevel(
        "casual",
        4,
        85,
        20,
        temperature=6.5,
        greed=0.2,
        corner_pull=6.0,
        corner_fear=3.0,
        words="Takes corners when it sees them",
        points=20,
    ),
    HumanLevel(
        "regular",
        4,
        60,
        16,
        temperature=5.3,
        greed=0.0,
        corner_pull=3.0,
        corner_fear=3.6,
        words="Guards corners, but errs often",
        points=24,
    ),
    HumanLevel(
        "club",
        4,
        40,
        12,
        temperature=4.0,
        greed=-0.2,
        corner_pull=1.7,
        corner_fear=3.6,
        words="Plays quiet moves, errs sometimes",
        points=28,
    ),
    HumanLevel(
        "master",
        4,
        20,
        8,
        temperature=2.5,
        greed=-0.2,
        corner_pull=1.0,
        corner_fear=3.6,
        words="Errs like tournament players",
        points=25,
    ),
)
"""All human-like levels, the weakest first."""
DEFAULT: Final = "casual"
"""The opponent of somebody who does not choose one."""
BY_NAME: Final = {level.name: level for level in HUMAN_LEVELS}


def named(name: str) -> HumanLevel:
    """Return the level with this name, in any case; raise InvalidNotationError if there is none.

    >>> named("Casual").name
    'casual'
    """
    level = BY_NAME.get(name.strip().lower())
    if level is None:
        raise InvalidNotationError(f"{quoted(name)} is not a human-like level: use {', '.join(BY_NAME)}")
    return level
