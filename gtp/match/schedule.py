"""The games of a match: every two engines play every opening twice, with colors reversed.

The order depends only on the engines, the openings and the seed. A longer match begins with the games
of a shorter one, with the same numbers.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from othello.board import Board


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played."""

    number: int
    """Number of the game, from 0; games 2n and 2n + 1 are a pair with colors reversed."""
    black: int
    """Index of the engine that has black."""
    white: int
    """Index of the engine that has white."""
    opening: Board
    """The moves before the engines take over."""


def pairings(engines: int) -> list[tuple[int, int]]:
    """Return the pairs of engines, as indices below *engines*, in the order of their games."""
    return list(itertools.combinations(range(engines), 2))


def games(engines: int, openings: Sequence[Board], *, count: int, seed: int) -> Iterator[ScheduledGame]:
    """Yield the games of a match, *count* (an even number) for every two engines.

    *seed* decides the order of the openings; if there are more pairs of games than openings, the
    same order is repeated.
    """
    order = list(range(len(openings)))
    random.Random(seed).shuffle(order)
    pair = 0
    for round_number in range(count // 2):
        opening = openings[order[round_number % len(order)]]
        for first, second in pairings(engines):
            yield ScheduledGame(2 * pair, first, second, opening)
            yield ScheduledGame(2 * pair + 1, second, first, opening)
            pair += 1
