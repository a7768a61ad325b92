"""Levels that err as people do, below the numbered ones: what each of them may lose, and what tempts it.

Such a level values all moves as the numbered level *look* does, and then does not always play
the best one. `human_choice` says how it chooses. Whatever it chooses, what it loses in a
game adds up to no more than its *budget*. Names come in the order of strength, the weakest first.

Everything here is in discs.
"""

import re
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.search import levels


@dataclass(frozen=True, slots=True)
class HumanLevel:
    """How well, and how badly, to play."""

    name: str
    """What people call it: one word in lower case."""
    look: int
    """The level, 0-60, that values its moves."""
    budget: float
    """Discs that one side may lose in a whole game, by those values."""
    most: float
    """Discs that a single move may lose."""
    temperature: float
    """Where it is hardest to see, a move that looks worse by so many discs is played 1/e times as often."""
    greed: float
    """What each disc that a move turns seems to be worth; below 0 quiet moves look better."""
    corner: float
    """What a corner seems to be worth above its value."""
    care: float
    """How much worse a move seems that lets the opponent take a corner."""

    def __str__(self) -> str:
        return self.name


HUMAN_LEVELS: Final = (
    HumanLevel("newcomer", 4, budget=160, most=32, temperature=11.5, greed=1.3, corner=10.0, care=0.0),
    HumanLevel("beginner", 4, budget=120, most=26, temperature=8.5, greed=0.6, corner=8.0, care=1.5),
    HumanLevel("casual", 4, budget=85, most=20, temperature=6.5, greed=0.2, corner=6.0, care=3.0),
    HumanLevel("regular", 4, budget=60, most=16, temperature=5.3, greed=0.0, corner=3.0, care=3.6),
    HumanLevel("club", 4, budget=40, most=12, temperature=4.0, greed=-0.2, corner=1.7, care=3.6),
    HumanLevel("master", 4, budget=20, most=8, temperature=2.5, greed=-0.2, corner=1.0, care=3.6),
)
"""All of them, the weakest first."""
BY_NAME: Final = {level.name: level for level in HUMAN_LEVELS}


def named(name: str) -> HumanLevel:
    """The level of this name, in any case; raises InvalidNotationError.

    >>> named("Casual").name
    'casual'
    """
    level = BY_NAME.get(name.strip().lower())
    if level is None:
        raise InvalidNotationError(f"{quoted(name)} is not a human-like level: use {', '.join(BY_NAME)}")
    return level


Level = int | HumanLevel
"""A level by its number, 0-60, or a human-like one."""
CHOICES: Final = f"a number from 0 to {levels.STRONGEST}, or {', '.join(BY_NAME)}"
"""What `parse_level` reads, as messages say it."""


def parse_level(text: str) -> Level:
    """The level of a number or name; raises InvalidNotationError.

    >>> parse_level("12"), str(parse_level("Casual"))
    (12, 'casual')
    """
    word = text.strip().lower()
    if re.fullmatch(r"\d{1,9}", word, re.ASCII) and int(word) <= levels.STRONGEST:
        return int(word)
    if word not in BY_NAME:
        raise InvalidNotationError(f"{quoted(text)} is not a level: use {CHOICES}")
    return BY_NAME[word]


def number_of(level: Level | None) -> int | None:
    """The number of a level; None if it has a name, or there is none."""
    return level if isinstance(level, int) else None


def human(level: Level | None) -> HumanLevel | None:
    """The level if it is one that errs."""
    return level if isinstance(level, HumanLevel) else None
