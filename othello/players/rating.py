"""A player's rating from moves alone.

The model of human moves gives the probability of each move at each rating. Bayes' theorem converts a player's
moves into a distribution of ratings. The prior is the distribution of tournament players' ratings. The mean
of the distribution is the rating. People with the same rating differ in style, so the interval is wider than
95 % of this distribution, even for many games. Forced moves say nothing about a player, and the first moves
say little.
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
"""Standard deviation of the ratings of tournament players, see `othello.training.ratings`."""
STYLE_SPREAD: Final = 110.0
"""Standard deviation of the difference between a rating from many moves and the rating from results."""
SLOPE, OFFSET = 0.93, -29.0
"""Relative to the mean player, the rating from results is SLOPE times the rating at which the model plays
like the player, plus OFFSET. `tools.benchmarks.human_model` fits SLOPE, OFFSET and STYLE_SPREAD to players
that the model has not seen."""
PART: Final = 0.95
"""The share of players whose rating from results lies in the interval."""


@dataclass(frozen=True, slots=True)
class MoveRating:
    """The rating of a player from moves."""

    rating: int
    """The mean of the distribution, from MIN_RATING to MAX_RATING. The mean tournament player has 1500."""
    low: int
    """Lower end of the interval: the rating is lower with a probability of 2.5 %."""
    high: int
    """Upper end of the interval: the rating is higher with a probability of 2.5 %."""
    moves: int
    """Number of moves with an alternative, which decide the rating."""


def rate(games: Iterable[tuple[BoardLike, Color]], model: HumanPolicy | None = None) -> MoveRating:
    """Return the rating of a player from games, given as boards with the player's color.

    If all moves were forced, the result is the mean tournament player's rating with a wide interval.

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
    greatest = max(logs)  # The maximum is subtracted, so that not all exponentials underflow.
    weights = [math.exp(log - greatest) for log in logs]
    return MoveRating(*_summary(weights), moves)


def _log_probabilities(model: HumanPolicy, board: Board, color: Color) -> Iterable[list[float]]:
    """Yield, for each unforced move of a color, the logarithms of its probabilities at all RATINGS."""
    ratings, line = [model_rating(rating) for rating in RATINGS], board.root()
    for move in board.move_stack:
        if line.turn is color and move != PASS and len(line.legal_moves) > 1:
            prediction = model.predict(line)
            yield prediction.log_probabilities(ratings)[prediction.moves.index(move)]
        line.push(move)


def model_rating(rating: float) -> float:
    """Return the rating at which the model plays like people whose rating from results is *rating*."""
    return MEAN_RATING + (rating - MEAN_RATING - OFFSET) / SLOPE


def _summary(weights: list[float]) -> tuple[int, int, int]:
    """Return the mean and both ends of the interval of a distribution over RATINGS."""
    mean = sum(rating * weight for rating, weight in zip(RATINGS, weights, strict=True)) / sum(weights)
    weights = [_with_style(rating, weights) for rating in RATINGS]
    return round(mean), _quantile(weights, (1 - PART) / 2), _quantile(weights, (1 + PART) / 2)


def _quantile(weights: list[float], share: float) -> int:
    """Return the rating below which this share of a distribution over RATINGS lies."""
    bound, below = share * sum(weights), 0.0
    for rating, weight in zip(RATINGS, weights, strict=True):
        if below + weight > bound:
            # A weight represents the ratings up to half a step around it.
            return round(rating + RATING_STEP * ((bound - below) / weight - 0.5))
        below += weight
    return MAX_RATING


def _with_style(rating: int, weights: list[float]) -> float:
    """Return the weight of a rating after every weight is spread as a normal distribution of STYLE_SPREAD."""
    shares = (math.exp(-0.5 * ((rating - center) / STYLE_SPREAD) ** 2) for center in RATINGS)
    return sum(share * weight for share, weight in zip(shares, weights, strict=True))
