"""The rating of a player from moves alone.

The model of people's moves gives the probability of each move at each rating. With the ratings of tournament
players as the prior, the moves of a player give a distribution of the rating, by Bayes' theorem. Its mean is
the rating. People of one rating differ in their moves, so the interval is wider than 95 % of this
distribution, however many the games. Moves without an alternative say nothing, and the first moves little.
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
"""Standard deviation of ratings from many moves around those from results."""
SLOPE, OFFSET = 0.93, -29.0
"""The rating from results, around the mean player, is SLOPE times that at which the model plays like the
player, plus OFFSET. `tools.benchmarks.human_model` fits both, and STYLE_SPREAD, to players held out."""
PART: Final = 0.95
"""Part of players whose rating from results is in the interval."""


@dataclass(frozen=True, slots=True)
class MoveRating:
    """The rating of a player from moves."""

    rating: int
    """The mean of the distribution, from MIN_RATING to MAX_RATING; 1500 is the mean tournament player."""
    low: int
    """The rating is less with 2.5 %."""
    high: int
    """The rating is greater with 2.5 %."""
    moves: int
    """Moves with an alternative, on which the rating is based."""


def rate(games: Iterable[tuple[BoardLike, Color]], model: HumanPolicy | None = None) -> MoveRating:
    """Return the rating of a player from the moves of games, each with the color of the player.

    Without a move that has an alternative, this is the mean tournament player with a wide interval.

    >>> from othello import Board, Color
    >>> rating = rate([(Board.parse("f5d6c3d3c4f4f6f3e6e7"), Color.BLACK)])
    >>> rating.low < rating.rating < rating.high, rating.moves
    (True, 5)
    """
    model = model or shipped()
    logs = [-0.5 * ((rating - MEAN_RATING) / TYPICAL_SPREAD) ** 2 for rating in RATINGS]
    moves = 0
    for board, color in games:
        for probabilities in _probabilities(model, board_of(board), color):
            moves += 1
            logs = [log + math.log(probability) for log, probability in zip(logs, probabilities, strict=True)]
    most = max(logs)
    weights = [math.exp(log - most) for log in logs]
    return MoveRating(*_summary(weights), moves)


def _probabilities(model: HumanPolicy, board: Board, color: Color) -> Iterable[list[float]]:
    """Yield for each move of a color that has an alternative its probability at all RATINGS."""
    line = board.root()
    for move in board.move_stack:
        if line.turn is color and move != PASS and len(line.legal_moves) > 1:
            prediction = model.predict(line)
            place = prediction.moves.index(move)
            yield [prediction.probabilities(model_rating(rating))[place] for rating in RATINGS]
        line.push(move)


def model_rating(rating: float) -> float:
    """Return the rating to give the model, so that it plays like people whose results are rated *rating*."""
    return MEAN_RATING + (rating - MEAN_RATING - OFFSET) / SLOPE


def _summary(weights: list[float]) -> tuple[int, int, int]:
    """Return the mean and the ends of the interval of a distribution over RATINGS."""
    mean = sum(rating * weight for rating, weight in zip(RATINGS, weights, strict=True)) / sum(weights)
    weights = [_around(rating, weights) for rating in RATINGS]
    total = sum(weights)
    ends: list[int] = []
    below = 0.0
    bounds = [total * (1 - PART) / 2, total * (1 + PART) / 2]
    for rating, weight in zip(RATINGS, weights, strict=True):
        while len(ends) < len(bounds) and below + weight > bounds[len(ends)]:
            ends.append(round(rating + RATING_STEP * ((bounds[len(ends)] - below) / weight - 0.5)))
        below += weight
    low, high = ends
    return round(mean), low, high


def _around(rating: int, weights: list[float]) -> float:
    """Return the weight of a rating if each weight over RATINGS is a normal distribution of STYLE_SPREAD."""
    near = (math.exp(-0.5 * ((rating - center) / STYLE_SPREAD) ** 2) for center in RATINGS)
    return sum(part * weight for part, weight in zip(near, weights, strict=True))
