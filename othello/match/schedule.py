"""Defines the games of a match. Every two engines play each opening twice, with colors reversed.

The order of the games depends only on the engines, the openings and the seed. Extending a match leaves its
first games and their numbers unchanged.
"""

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from othello.rules.board import Board


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game that will be played."""

    number: int
    """Number of the game, from 0. Games 2n and 2n + 1 are a pair, with colors reversed."""
    black: int
    """Index of the engine that plays black."""
    white: int
    """Index of the engine that plays white."""
    opening: Board
    """The moves made before the engines take over."""


class Schedule:
    """The games of a match, which can have any length."""

    def __init__(self, engines: int, openings: Sequence[Board], seed: int) -> None:
        """Shuffle the openings with *seed*. If a match needs more openings, the same order is repeated."""
        self._pairings = list(itertools.combinations(range(engines), 2))
        self._openings = list(openings)
        random.Random(seed).shuffle(self._openings)

    def games(self, count: int) -> list[ScheduledGame]:
        """Return the games of a match in which every two engines play *count* games. *count* is even."""
        return [self.game(number) for number in range(count * len(self._pairings))]

    def game(self, number: int) -> ScheduledGame:
        """Return the game with this number. The first game is 0."""
        round_number, pairing = divmod(number // 2, len(self._pairings))
        first, second = self._pairings[pairing]
        if number % 2:
            first, second = second, first
        return ScheduledGame(number, first, second, self._openings[round_number % len(self._openings)])
