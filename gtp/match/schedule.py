"""Which games a match has: every opening twice for each two engines, with colors reversed.

The order depends on nothing but the engines, the openings and the seed; so a match that is
begun again finds the same game under the same number, and more games may be added to it.
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
    """From 0; 2n and 2n + 1 are a pair."""
    black: int
    """Index of an engine."""
    white: int
    """Index of another one."""
    opening: Board
    """The moves that are given."""


def pairings(engines: int) -> list[tuple[int, int]]:
    """Each two of so many engines, in the order in which they meet."""
    return list(itertools.combinations(range(engines), 2))


def games(engines: int, openings: Sequence[Board], *, count: int, seed: int) -> Iterator[ScheduledGame]:
    """The games of a match, *count* (an even number) for each two engines.

    The openings come in an order that *seed* decides; when there are more pairs than
    openings, the same order comes again.
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
