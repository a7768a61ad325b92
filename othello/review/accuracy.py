"""Computes the counts, the total loss and the accuracy of one side's moves."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from othello.review.review import Mark, ReviewedMove
from othello.rules.score import DISC, MAX_DISCS, Color
from othello.rules.square import PASS

AT_STAKE: Final = 32
"""If a side can still lose at least this many discs, its move counts fully toward its accuracy."""
SCALE: Final = 5.7
"""If a side loses this many discs per decision on average, its accuracy is 100 / e, about 37.

On this scale, half the players in 700 tournament games reached an accuracy of 80 or more (see
docs/reviews.md).
"""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts, total loss and accuracy of one side's moves."""

    moves: int
    """Number of reviewed moves, not counting passes."""
    best: int
    """Number of moves that lost nothing."""
    loss: float
    """Total loss in discs."""
    marks: dict[Mark, int]
    """Number of moves with each mark, except `Mark.NONE`."""
    accuracy: float | None
    """The accuracy, from 0 to 100, where 100 means no loss (see `accuracy`). None if there was no decision to
    make."""


def tally(moves: Iterable[ReviewedMove], color: Color) -> Tally:
    """Return the tally of one side's moves in a game."""
    return tally_of(move for move in moves if move.turn is color)


def tally_of(moves: Iterable[ReviewedMove]) -> Tally:
    """Return the tally of a player's moves, possibly from several games."""
    own = [move for move in moves if move.move != PASS]
    marks = [move.mark for move in own]
    loss = sum(move.best.value - move.played.value for move in own) / DISC
    return Tally(
        moves=len(own),
        best=sum(move.loss == 0 for move in own),
        loss=loss,
        marks={mark: marks.count(mark) for mark in Mark if mark is not Mark.NONE},
        accuracy=accuracy(loss, sum(map(counts, own))),
    )


def worst(moves: Iterable[ReviewedMove], color: Color) -> list[ReviewedMove]:
    """Return a side's marked moves in descending order of `ReviewedMove.avoided`.

    The first moves in the list are therefore expensive moves that most people of the same strength would
    avoid.
    """
    marked = (move for move in moves if move.turn is color and move.mark is not Mark.NONE)
    return sorted(marked, key=lambda move: -move.avoided)


def accuracy(loss: float, decisions: float) -> float | None:
    """Return the accuracy of a side that lost *loss* discs in *decisions*, the sum of its `counts`.

    This is 100 * exp(-loss / decisions / SCALE), or None if *decisions* is 0.
    """
    return 100 * math.exp(-loss / decisions / SCALE) if decisions else None


def counts(move: ReviewedMove) -> float:
    """Return how much a move counts as a decision, from 0 to 1.

    A forced move does not count. If the side has fewer than AT_STAKE discs to lose, the move counts
    proportionally less. A side that is about to lose nearly all discs anyway has nothing more to lose, so
    such moves must not earn it credit.
    """
    if move.position.legal_moves_bits.bit_count() < 2:
        return 0.0
    return min((move.best.discs + MAX_DISCS) / AT_STAKE, 1.0)
