"""The human-like levels. Each level is a rating, and some levels have names.

The average tournament player has a rating of 1500 (see docs/human.md). `choice` explains how moves are
chosen.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.players.human_model import MAX_RATING, MIN_RATING

LOWEST_RATING: Final = 600
"""The lowest rating that a level can have. Below MIN_RATING, there are no tournament players from whom the
model can learn.
"""
LOOK_AHEAD: Final = (
    (MIN_RATING, 2.0), (1400, 3.0), (1800, 4.0), (2000, 4.8), (2200, 6.5), (MAX_RATING, 7.5),
)  # fmt: skip
"""Pairs of a rating and the level of the search that values the moves. For a fractional level such as 2.5,
each search uses one of the two nearest levels at random."""
SEARCH_WEIGHT: Final = (
    (MIN_RATING, 0.03), (1200, 0.04), (1400, 0.065), (1600, 0.125), (1800, 0.225), (2000, 0.33),
    (2200, 0.52), (MAX_RATING, 0.67),
)  # fmt: skip
"""Pairs of a rating and a weight: a move becomes less likely by this many nats for each disc that it loses.
SEARCH_WEIGHT and LOOK_AHEAD were tuned in matches between ratings (see docs/human.md)."""
BEGINNING: Final = ((LOWEST_RATING, 0.69), (800, 0.44), (MIN_RATING, 0.0))
"""Pairs of a rating and a weight from 0 to 1. The weight is the influence of beginners' temptations on the
choice."""


@dataclass(frozen=True, slots=True)
class HumanLevel:
    """A human-like level."""

    name: str
    """The level's name, a single word in lower case. For a level without a name, this is its rating."""
    rating: int
    """The rating, LOWEST_RATING to MAX_RATING, of the people whom this level imitates."""
    words: str = ""
    """A short description of how a named level plays."""

    def __str__(self) -> str:
        return self.name

    @property
    def search_weight(self) -> float:
        """Reduction of a move's log probability, in nats, for each disc that the move loses."""
        return _between(SEARCH_WEIGHT, self.rating)

    @property
    def beginning(self) -> float:
        """The influence of beginners' temptations on the choice, from 0 to 1."""
        return _between(BEGINNING, self.rating)

    @property
    def mean_search_level(self) -> float:
        """The mean level of the searches that value the moves, such as 2.5."""
        return _between(LOOK_AHEAD, self.rating)

    def search_level(self, number: float) -> int:
        """Return the level of one search: the mean level, rounded up or down at random.

        *number* is a random number in [0, 1).
        """
        return int(self.mean_search_level + number)


HUMAN_LEVELS: Final = (
    HumanLevel("newcomer", 800, "Flips as many discs as it can"),
    HumanLevel("beginner", 1000, "Takes corners, likes to flip discs"),
    HumanLevel("casual", 1200, "Takes corners when it sees them"),
    HumanLevel("regular", 1400, "Guards corners, but errs often"),
    HumanLevel("club", 1600, "Plays quiet moves, errs sometimes"),
    HumanLevel("master", 1800, "Errs like tournament players"),
)
"""The named levels, from weakest to strongest."""
DEFAULT: Final = "casual"
"""The default level for users who have not chosen a level."""
BY_NAME: Final = {level.name: level for level in HUMAN_LEVELS}
CHOICES: Final = f"a rating from {LOWEST_RATING} to {MAX_RATING}, or {', '.join(BY_NAME)}"
"""The list of human-like levels, as displayed in messages."""


def human_level(text: str) -> HumanLevel:
    """Return the level with this name or rating. Raises InvalidNotationError for anything else.

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
    """Interpolate linearly between points. Outside their range, return the value of the nearest point."""
    for (first, low), (last, high) in itertools.pairwise(points):
        if rating <= last:
            return low + (high - low) * max(0, rating - first) / (last - first)
    return points[-1][1]
