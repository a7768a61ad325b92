"""Estimates a player's rating from the player's moves alone.

The model of human moves gives each move's probability at each rating. From these probabilities, Bayes'
theorem gives the probability of each rating for this player. The prior is the distribution of tournament
players' ratings. The estimate is the mean of the resulting distribution. People with the same rating play
differently. Therefore the interval covers more than 95 % of the distribution, even for many games. Forced
moves reveal nothing about a player, and the first moves of a game reveal little.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from othello.kernels.human_policy import MEAN_RATING
from othello.players.human_model import MAX_RATING, MIN_RATING, HumanPolicy, shipped
from othello.rules.board import Board, BoardLike, board_of
from othello.rules.score import Color
from othello.rules.square import PASS

RATING_STEP: Final = 25
RATINGS: Final = tuple(range(MIN_RATING, MAX_RATING + 1, RATING_STEP))
TYPICAL_SPREAD: Final = 250.0
"""Standard deviation of the ratings of tournament players (see `othello.training.ratings`)."""
STYLE_SPREAD: Final = 110.0
"""Standard deviation of the difference between a rating from many moves and the same player's rating from
results."""
SLOPE, OFFSET = 0.93, -29.0
"""A player's rating from results is SLOPE * r + OFFSET, where r is the rating at which the model plays like
this player. Both ratings are relative to the average player's rating. `tools.benchmarks.human_model` fits
SLOPE, OFFSET and STYLE_SPREAD to players that the model has not seen."""
PART: Final = 0.95
"""The share of players whose rating from results the interval contains."""


@dataclass(frozen=True, slots=True)
class MoveRating:
    """A rating estimated from a player's moves."""

    rating: int
    """The estimate, MIN_RATING to MAX_RATING. The average tournament player has a rating of 1500."""
    low: int
    """Lower end of the interval. The player's rating is lower with a probability of 2.5 %."""
    high: int
    """Upper end of the interval. The player's rating is higher with a probability of 2.5 %."""
    moves: int
    """Number of moves that count, which are the player's unforced moves."""


def rate(games: Iterable[tuple[BoardLike, Color]], model: HumanPolicy | None = None) -> MoveRating:
    """Estimate the rating of a player from *games*: boards, each with the player's color.

    If all moves were forced, the result is the average tournament player's rating with a wide interval.

    >>> from othello import Board, Color
    >>> rating = rate([(Board.parse("f5d6c3d3c4f4f6f3e6e7"), Color.BLACK)])
    >>> rating.low < rating.rating < rating.high, rating.moves
    (True, 5)
    """
    model = model or shipped()
    logs = [-0.5 * ((rating - MEAN_RATING) / TYPICAL_SPREAD) ** 2 for rating in RATINGS]
    moves = 0
    for board, color in games:
        for logarithms in _log_probabilities(model, board_of(board), color):
            moves += 1
            logs = [sum(pair) for pair in zip(logs, logarithms, strict=True)]
    greatest = max(logs)  # subtracted so that the exponentials don't all become 0
    weights = [math.exp(log - greatest) for log in logs]
    return MoveRating(*_summary(weights), moves)


def _log_probabilities(model: HumanPolicy, board: Board, color: Color) -> Iterable[list[float]]:
    """For each unforced move by *color*, yield the logarithm of the move's probability at each of RATINGS."""
    ratings, line = [model_rating(rating) for rating in RATINGS], board.root()
    for move in board.move_stack:
        if line.turn is color and move != PASS and len(line.legal_moves) > 1:
            prediction = model.predict(line)
            yield prediction.log_probabilities(ratings)[prediction.moves.index(move)]
        line.push(move)


def model_rating(rating: float) -> float:
    """Convert a rating from results to the rating at which the model plays like people with this rating."""
    return MEAN_RATING + (rating - MEAN_RATING - OFFSET) / SLOPE


def _summary(weights: list[float]) -> tuple[int, int, int]:
    """Return the mean of a distribution over RATINGS and both ends of the interval."""
    mean = sum(rating * weight for rating, weight in zip(RATINGS, weights, strict=True)) / sum(weights)
    weights = [_with_style(rating, weights) for rating in RATINGS]
    return round(mean), _quantile(weights, (1 - PART) / 2), _quantile(weights, (1 + PART) / 2)


def _quantile(weights: list[float], share: float) -> int:
    """Return the rating below which a given share of a distribution over RATINGS lies."""
    bound, below = share * sum(weights), 0.0
    for rating, weight in zip(RATINGS, weights, strict=True):
        if below + weight > bound:
            # Each weight stands for the ratings within half a step of its own rating.
            return round(rating + RATING_STEP * ((bound - below) / weight - 0.5))
        below += weight
    return MAX_RATING


def _with_style(rating: int, weights: list[float]) -> float:
    """Return the weight of a rating after spreading all weights.

    Each weight spreads to other ratings along a bell curve with a standard deviation of STYLE_SPREAD.
    """
    shares = (math.exp(-0.5 * ((rating - center) / STYLE_SPREAD) ** 2) for center in RATINGS)
    return sum(share * weight for share, weight in zip(shares, weights, strict=True))
