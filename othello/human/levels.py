"""The human-like levels and their parameters.

A human-like level evaluates all moves by a search at the numbered level `search_level`; `choice`
describes how it chooses one. The losses of its moves in a game never exceed `total_loss`. The names are
in the order of strength, the weakest first.

All values are in discs.
"""

import math
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.human.people import LEAST_RATING


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
    rating: int | None = None
    """The rating of the tournament players as whom the level plays, see `people`; None for a level with a
    name, whose moves `choice` describes."""

    def __str__(self) -> str:
        return self.name


LOOK_AHEAD: Final = ((0, 2), (1500, 4), (1900, 6), (2150, 8))
"""The level of the search of a level with a rating, from a least rating on."""
SEARCH_WEIGHT: Final = 0.3
"""How fast a loss by this search makes a move less likely, for each disc at the rating 2000. Both are chosen
by matches between ratings, see docs/human.md."""
UNBOUNDED: Final = 10_000.0
"""More discs than a side can lose in a game."""

HUMAN_LEVELS: Final = (
    # name, search level, total loss, max loss, temperature, greed, corner pull, corner fear, words, points
    HumanLevel("newcomer", 4, 160, 32, 11.5, 1.3, 10.0, 0.0, "Turns as many discs as it can", 19),
    HumanLevel("beginner", 4, 120, 26, 8.5, 0.6, 8.0, 1.5, "Takes corners, likes to turn discs", 22),
    HumanLevel("casual", 4, 85, 20, 6.5, 0.2, 6.0, 3.0, "Takes corners when it sees them", 20),
    HumanLevel("regular", 4, 60, 16, 5.3, 0.0, 3.0, 3.6, "Guards corners, but errs often", 24),
    HumanLevel("club", 4, 40, 12, 4.0, -0.2, 1.7, 3.6, "Plays quiet moves, errs sometimes", 28),
    HumanLevel("master", 4, 20, 8, 2.5, -0.2, 1.0, 3.6, "Errs like tournament players", 25),
)
"""All human-like levels, the weakest first."""
DEFAULT: Final = "casual"
"""The opponent of somebody who does not choose one."""
BY_NAME: Final = {level.name: level for level in HUMAN_LEVELS}


def of_rating(rating: int) -> HumanLevel:
    """Return the level that plays as tournament players with a rating, without a bound on losses.

    Its choice is a mix of the model and a search, which counts more and looks further for higher ratings.
    """
    words = f"Plays as tournament players rated {rating}"
    search_level = max(level for least, level in LOOK_AHEAD if rating >= least)
    weight = SEARCH_WEIGHT * max(0, (rating - LEAST_RATING) / 1000) ** 1.5
    temperature = 1 / weight if weight else math.inf
    return HumanLevel(str(rating), search_level, UNBOUNDED, UNBOUNDED, temperature, 0, 0, 0, words, 0, rating)


def named(name: str) -> HumanLevel:
    """Return the level with this name, in any case; raise InvalidNotationError if there is none.

    >>> named("Casual").name
    'casual'
    """
    level = BY_NAME.get(name.strip().lower())
    if level is None:
        raise InvalidNotationError(f"{quoted(name)} is not a human-like level: use {', '.join(BY_NAME)}")
    return level
