"""Trains the human move model with Adagrad, one position at a time.

The loss of a position is the negative logarithm of the probability that the model gives to the move played.
Each step changes every number against the derivative of the loss. The number's learning rate is divided by
the root of a sum: the squares of all its derivatives so far. All numbers in a row share one sum.

Source: J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic
Optimization" (2011).
"""

import math
from typing import Final

from othello.kernels.bits import Bytes, Integers, Numbers, Words
from othello.kernels.human_policy import (
    DIRECT,
    INPUTS,
    INTO,
    LOOKUPS,
    OUT,
    OUT_BY_PHASE,
    OUT_BY_RATING,
    UNITS,
    WIDTH,
    Float,
    Floats,
    Shorts,
    describe,
    exponential,
    key_of,
    natural_logarithm,
    scores_of_moves,
    sums_of_rows,
    values_of_moves,
)
from othello.kernels.moves import play
from othello.kernels.search_state import SearchState
from othello.native.kernel import inlined_kernel, kernel

MIN_SUM: Final = 1.0
_MIN_ROW_SUM: Final = 2.0
"""Added to the sums of squares, because the first steps would otherwise be too long. This also keeps rare
rows small."""
ROW_RATE: Final = 1.0
"""The learning rate for rows, as a multiple of the learning rate for all other numbers."""


@kernel
def values_of_all(
    search: SearchState, players: Words, opponents: Words, starts: Numbers,
    legal: Bytes, statics: Shorts, deeps: Shorts, keys: Words,
) -> None:  # fmt: skip
    """Write the moves of each position, their values, and the keys of the positions after the moves.

    The moves of position i begin at index starts[i].
    """
    for index in range(len(players)):
        player, opponent, start = players[index], opponents[index], starts[index]
        number = values_of_moves(search, player, opponent, start, legal, statics, deeps)
        for move in range(start, start + number):
            _, theirs, mine = play(player, opponent, 0 + legal[move])
            keys[move] = key_of(theirs, mine)


@inlined_kernel
def _to_probabilities(number: int, scores: Floats) -> None:
    """Replace the scores with their softmax, which is a probability for each move."""
    most, total = -1e9, 0.0
    for move in range(number):
        most = max(most, scores[move] + 0.0)
    for move in range(number):
        scores[move] = exponential(max(scores[move] - most, -50.0))
        total += scores[move]
    for move in range(number):
        scores[move] /= total


@kernel
def _write_probabilities(
    index: int, players: Words, opponents: Words, lasts: Bytes, ratings: Floats, starts: Numbers,
    legal: Bytes, statics: Shorts, deeps: Shorts, games: Integers, rows: Floats, weights: Floats,
    places: Integers, inputs: Floats, hidden: Floats, probabilities: Floats,
) -> int:  # fmt: skip
    """Write the probability of each move in position *index* and return the number of moves.

    The arrays up to *starts* describe positions, and the arrays from *legal* to *games* describe moves. The
    arrays *rows* and *weights* are the model. The other arrays have room for the moves in one position.
    Afterward, they contain the data of position *index*.
    """
    start = starts[index]
    number: int = starts[index + 1] - start
    describe(
        players[index], opponents[index], 0 + lasts[index], ratings[index] + 0.0, start, number,
        legal, statics, deeps, games, places, inputs,
    )  # fmt: skip
    sums_of_rows(number, rows, weights, places, hidden)
    scores_of_moves(number, weights, inputs, hidden, probabilities)
    _to_probabilities(number, probabilities)
    return number


@kernel
def probabilities_of_all(
    players: Words, opponents: Words, lasts: Bytes, ratings: Floats, starts: Numbers,
    legal: Bytes, statics: Shorts, deeps: Shorts, games: Integers, rows: Floats, weights: Floats,
    places: Integers, inputs: Floats, hidden: Floats, probabilities: Floats, into: Floats,
) -> None:  # fmt: skip
    """Write the probabilities of all moves to *into*. For the arrays, see `_write_probabilities`."""
    for index in range(len(players)):
        number = _write_probabilities(
            index, players, opponents, lasts, ratings, starts, legal, statics, deeps, games,
            rows, weights, places, inputs, hidden, probabilities,
        )  # fmt: skip
        for move in range(number):
            into[starts[index] + move] = probabilities[move]


@inlined_kernel
def _step(weights: Floats, sums: Floats, place: int, slope: Float, rate: Float) -> None:
    """Move a number against *slope*, the derivative of the loss."""
    sums[place] += slope * slope
    weights[place] -= rate * slope / math.sqrt(sums[place] + MIN_SUM)


@kernel
def learn_moves(
    players: Words, opponents: Words, lasts: Bytes, ratings: Floats, starts: Numbers, chosen: Bytes,
    legal: Bytes, statics: Shorts, deeps: Shorts, games: Integers, order: Numbers, rate: Float,
    rows: Floats, weights: Floats, row_sums: Floats, sums: Floats,
    places: Integers, inputs: Floats, hidden: Floats, probabilities: Floats, slopes: Floats,
) -> Float:  # fmt: skip
    """Learn from the positions whose indices are listed in *order*. Return the sum of their losses.

    For each position, *chosen* contains the index of the move played among the legal moves. *slopes* has room
    for UNITS numbers. For the other arrays, see `_write_probabilities`.
    """
    total = 0.0
    for index in order:
        number = _write_probabilities(
            index, players, opponents, lasts, ratings, starts, legal, statics, deeps, games,
            rows, weights, places, inputs, hidden, probabilities,
        )  # fmt: skip
        played = 0 + chosen[index]
        total += -natural_logarithm(max(probabilities[played] + 0.0, 1e-9))
        for move in range(number):
            slope = probabilities[move] - (1.0 if move == played else 0.0)
            _learn_move(move, slope, rate, rows, weights, row_sums, sums, places, inputs, hidden, slopes)
    return total


@kernel
def _learn_move(
    move: int, slope: Float, rate: Float, rows: Floats, weights: Floats, row_sums: Floats, sums: Floats,
    places: Integers, inputs: Floats, hidden: Floats, slopes: Floats,
) -> None:  # fmt: skip
    """Learn from one move. *slope* is the derivative of the loss with respect to the move's score."""
    first, own = WIDTH * move, UNITS * move
    rating, phase = inputs[first + INPUTS] + 0.0, inputs[first + INPUTS + 1] + 0.0
    squares = 0.0
    for unit in range(UNITS):
        seen = hidden[own + unit]
        slopes[unit] = 0
        if seen > 0:
            by_rating = rating * weights[OUT_BY_RATING + unit]
            inner = slope * (weights[OUT + unit] + by_rating + phase * weights[OUT_BY_PHASE + unit])
            _step(weights, sums, OUT + unit, slope * seen, rate)
            _step(weights, sums, OUT_BY_RATING + unit, slope * seen * rating, rate)
            _step(weights, sums, OUT_BY_PHASE + unit, slope * seen * phase, rate)
            _step(weights, sums, unit, inner, rate)
            slopes[unit] = inner
            squares += inner * inner
    for feature in range(INPUTS):
        line, value = DIRECT + 3 * feature, slope * inputs[first + feature]
        if value != 0.0:
            _step(weights, sums, line, value, rate)
            _step(weights, sums, line + 1, value * rating, rate)
            _step(weights, sums, line + 2, value * phase, rate)
    if squares == 0.0:
        return
    for feature in range(WIDTH):
        value = inputs[first + feature]
        line = INTO + UNITS * feature
        if value != 0:
            for unit in range(UNITS):
                part = slopes[unit] * value
                sums[line + unit] += part * part
                weights[line + unit] -= rate * part / math.sqrt(sums[line + unit] + MIN_SUM)
    squares /= UNITS
    for lookup in range(LOOKUPS):
        place = places[LOOKUPS * move + lookup]
        row_sums[place] += squares
        step = ROW_RATE * rate / math.sqrt(row_sums[place] + _MIN_ROW_SUM)
        row = UNITS * place
        for unit in range(UNITS):
            rows[row + unit] -= step * slopes[unit]
