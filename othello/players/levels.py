"""The human-like levels: ratings of tournament players, and names of some levels.

The mean tournament player is rated 1500, see docs/human.md. `choice` describes how a level chooses its moves.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.players.human_model import MAX_RATING, MIN_RATING

LOWEST_RATING: Final = 600
"""The lowest rating of a level. Below MIN_RATING there are no tournament players to learn from."""
LOOK_AHEAD: Final = (
    (MIN_RATING, 2.0), (1400, 3.0), (1800, 4.0), (2000, 4.8), (2200, 6.5), (MAX_RATING, 7.5),
)  # fmt: skip
"""Ratings with the level of the search that values the moves.

For a level such as 2.5, each search takes one of the two nearest whole levels at random.
"""
SEARCH_WEIGHT: Final = (
    (MIN_RATING, 0.03), (1200, 0.04), (1400, 0.065), (1600, 0.125), (1800, 0.225), (2000, 0.33),
    (2200, 0.52), (MAX_RATING, 0.67),
)  # fmt: skip
"""Pairs of a rating and the amount, in nats, by which the loss of a disc makes a move less likely.
SEARCH_WEIGHT and LOOK_AHEAD were chosen by matches between ratings, see docs/human.md."""
BEGINNING: Final = ((LOWEST_RATING, 0.69), (800, 0.44), (MIN_RATING, 0.0))
"""Pairs of a rating and the weight of a beginner's temptations in the choice, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class HumanLevel:
    """A human-like level."""

    name: str
    """One word in lower case, or the rating."""
    rating: int
    """The rating of the people whom the level imitates, from LOWEST_RATING to MAX_RATING."""
    words: str = ""
    """How a named level plays, as a short sentence."""

    def __str__(self) -> str:
        return self.name

    @property
    def search_weight(self) -> float:
        """How much less likely a loss of a disc makes a move, in nats."""
        return _between(SEARCH_WEIGHT, self.rating)

    @property
    def beginning(self) -> float:
        """How much a beginner's temptations count in the choice, from 0 to 1."""
        return _between(BEGINNING, self.rating)

    @property
    def mean_search_level(self) -> float:
        """The mean level of the searches that value the moves."""
        return _between(LOOK_AHEAD, self.rating)

    def search_level(self, number: float) -> int:
        """Return the mean level, rounded up or down by *number*, a random number in [0, 1)."""
        return int(self.mean_search_level + number)


HUMAN_LEVELS: Final = (
    HumanLevel("newcomer", 800, "Flips as many discs as it can"),
    HumanLevel("beginner", 1000, "Takes corners, likes to flip discs"),
    HumanLevel("casual", 1200, "Takes corners when it sees them"),
    HumanLevel("regular", 1400, "Guards corners, but errs often"),
    HumanLevel("club", 1600, "Plays quiet moves, errs sometimes"),
    HumanLevel("master", 1800, "Errs like tournament players"),
)
"""The named levels, the weakest first."""
DEFAULT: Final = "casual"
"""The level for users who do not choose one."""
BY_NAME: Final = {level.name: level for level in HUMAN_LEVELS}
CHOICES: Final = f"a rating from {LOWEST_RATING} to {MAX_RATING}, or {', '.join(BY_NAME)}"
"""The human-like levels in the form that messages show."""


def human_level(text: str) -> HumanLevel:
    """Return the level with a name or a rating. Raises InvalidNotationError for other texts.

    >>> human_level("Casual").rating, human_level("1450").name
    (1200, '1450')
    """
    word = text.strip().lower()
    if word in BY_NAME:
        return BY_NAME[word]
    rating = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else -1
    if not LOWEST_RATING <= rating <= MAX_RATING:
        raise InvalidNotationError(f"{quoted(text)} is not a human-like level: use {CHOICES}")
    return HumanLevel(str(rating), rating)


def _between(points: Sequence[tuple[int, float]], rating: int) -> float:
    """Interpolate linearly between points. Outside the points, return the value of the nearest point."""
    for (first, low), (last, high) in itertools.pairwise(points):
        if rating <= last:
            return low + (high - low) * max(0, rating - first) / (last - first)
    return points[-1][1]
