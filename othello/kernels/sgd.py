"""Trains the network: computes its values in floating point and takes steps of gradient descent.

The formula is the same as in `network`, but with 1 instead of ONE and with discs instead of centidiscs. The
loss of a sample is half the square of the error. Each number moves against the derivative of the loss. Its
learning rate is divided by the root of a sum: the squares of all its derivatives so far. All numbers in a row
share one sum. Therefore rarely used numbers move far at each use, while numbers for common configurations
settle.

Values are computed from rounded rows, as in the integer network. Steps change the numbers before rounding, so
small steps add up until the rounded number changes. Training thus corrects most rounding errors.

A model consists of these arrays, all float32:

| array | shape |
| --- | --- |
| rows | (NETWORK.packed_size, WIDTH) |
| weights, biases | (PHASES, UNITS) |
| mobility | (2 * MOBILITY, UNITS), the mover's first |
| offsets | (PHASES,) |

Sources: J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic
Optimization" (2011), for Adagrad. Y. Bengio, N. Leonard, A. Courville, "Estimating or Propagating Gradients
Through Stochastic Neurons for Conditional Computation" (2013), for derivatives through rounding.
"""

import math
from typing import Annotated, Any, Final

import numpy as np

from othello.kernels.bits import Bytes, Integers, Numbers, Word, Words, popcount
from othello.kernels.features import INT16_BYTES, write_features
from othello.kernels.geometry import compose
from othello.kernels.moves import legal_moves
from othello.kernels.network import MAX_IN_ROW, MIN_IN_ROW, ONE, ORIENTATIONS, ROW_STEP, UNITS, WIDTH
from othello.kernels.patterns import MOBILITY, NETWORK, phase_of
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load_int16

FEATURES: Final = len(NETWORK.features)
LANE: Final = 1 + ORIENTATIONS
"""Number of columns of the array `lanes`."""
SCRATCH: Final = (2 * ORIENTATIONS + 2, WIDTH)
"""Shape of the scratch memory that each thread needs, as float32."""
_HIDDEN, _SLOPES, _PARTS, _TURNED = 0, 1, 2, 2 + ORIENTATIONS
"""The first rows of the scratch memory for the hidden layer, its derivatives, the sums of rows for each
orientation, and the derivatives turned to each orientation."""

WEIGHT_RATE: Final = 4.0
BIAS_RATE: Final = 0.002
OFFSET_RATE: Final = 0.1
"""Learning rates, as multiples of the learning rate for rows. Steps of biases and offsets are not divided by
the root of a sum."""
MIN_ROW_SUM: Final = 1e-3
MIN_SUM: Final = 1.0
"""Added to the sums of rows and to all other sums. Otherwise, the first steps would be too long."""

IntegerRows = Annotated[Any, "int32[:, ::1]"]
Floats = Annotated[Any, "float32[::1]"]
FloatRows = Annotated[Any, "float32[:, ::1]"]
Float = Annotated[Any, "float32"]
Double = Annotated[Any, "float64"]

COMPOSED: Final = np.array([[compose(second, first) for first in range(8)] for second in range(8)], np.int64)
"""In orientation s, block t of a row is added to block COMPOSED[s, t] of the hidden layer."""
_ZERO, _ONE, _TWO = np.float32(0), np.float32(1), np.float32(2)
_STEP, _STEPS = np.float32(ROW_STEP / ONE), np.float32(ONE / ROW_STEP)
_LEAST, _MOST = np.float32(MIN_IN_ROW * ROW_STEP / ONE), np.float32(MAX_IN_ROW * ROW_STEP / ONE)


def lanes() -> Any:
    """For each feature, return its empty configuration's index and its orientation under each symmetry."""
    rows = [[NETWORK.middle(feature), *COMPOSED[feature.symmetry]] for feature in NETWORK.features]
    return np.array(rows, np.int32)


@inlined_kernel
def _look_up(
    player: Word, opponent: Word, powers: Address, slot: Address, lanes: IntegerRows, packing: Integers,
    turns: Bytes, lookups: IntegerRows,
) -> None:  # fmt: skip
    """For each feature, write the number of its row and the row's orientation."""
    write_features(powers, slot, player, opponent)
    for lane in range(FEATURES):
        place = lanes[lane, 0] + load_int16(slot, INT16_BYTES * lane)
        lookups[lane, 0] = packing[place]
        lookups[lane, 1] = lanes[lane, 1 + turns[place]]


@inlined_kernel
def _mobility(player: Word, opponent: Word) -> int:
    """Return the number of legal moves, limited as in `network_value`."""
    return min(popcount(legal_moves(player, opponent)), MOBILITY - 1)


@inlined_kernel
def _value(
    lookups: IntegerRows, phase: int, mine: int, theirs: int, rows: FloatRows, weights: FloatRows,
    biases: FloatRows, mobility: FloatRows, offsets: Floats, scratch: FloatRows,
) -> Float:  # fmt: skip
    """Return the value in discs. The hidden layer stays in *scratch*."""
    for orientation in range(ORIENTATIONS):
        for number in range(WIDTH):
            scratch[_PARTS + orientation, number] = _ZERO
    for lane in range(FEATURES):
        row, part = lookups[lane, 0], _PARTS + lookups[lane, 1]
        for number in range(WIDTH):
            scratch[part, number] += np.rint(rows[row, number] * _STEPS)
    for block in range(ORIENTATIONS):
        for unit in range(UNITS):
            inputs = biases[phase, unit] + mobility[mine, unit] + mobility[MOBILITY + theirs, unit]
            scratch[_HIDDEN, UNITS * block + unit] = inputs
    for orientation in range(ORIENTATIONS):
        for block in range(ORIENTATIONS):
            start = UNITS * COMPOSED[orientation, block]
            for unit in range(UNITS):
                part = scratch[_PARTS + orientation, UNITS * block + unit]
                scratch[_HIDDEN, start + unit] += part * _STEP
    value = offsets[phase]
    for block in range(ORIENTATIONS):
        for unit in range(UNITS):
            clipped = min(max(scratch[_HIDDEN, UNITS * block + unit], _ZERO), _ONE)
            value += weights[phase, unit] * clipped * clipped
    return value


@kernel
def count_rows(
    players: Words, opponents: Words, powers: Address, slot: Address, lanes: IntegerRows, packing: Integers,
    turns: Bytes, lookups: IntegerRows, counts: Integers,
) -> None:  # fmt: skip
    """Count how often the positions look up each row and add the results to *counts*."""
    for index in range(len(players)):
        _look_up(players[index], opponents[index], powers, slot, lanes, packing, turns, lookups)
        for lane in range(FEATURES):
            counts[lookups[lane, 0]] += 1


@kernel
def predict(
    players: Words, opponents: Words, powers: Address, slot: Address, lanes: IntegerRows, packing: Integers,
    turns: Bytes, rows: FloatRows, weights: FloatRows, biases: FloatRows, mobility: FloatRows,
    offsets: Floats, lookups: IntegerRows, scratch: FloatRows, into: Floats,
) -> None:  # fmt: skip
    """Write the value of each position, in discs."""
    for index in range(len(players)):
        player, opponent = players[index], opponents[index]
        _look_up(player, opponent, powers, slot, lanes, packing, turns, lookups)
        into[index] = _value(
            lookups,
            phase_of(64 - popcount(player | opponent)),
            _mobility(player, opponent),
            _mobility(opponent, player),
            rows,
            weights,
            biases,
            mobility,
            offsets,
            scratch,
        )


@kernel
def learn(
    players: Words, opponents: Words, targets: Floats, order: Numbers, rate: Float, powers: Address,
    slot: Address, lanes: IntegerRows, packing: Integers, turns: Bytes, rows: FloatRows, weights: FloatRows,
    biases: FloatRows, mobility: FloatRows, offsets: Floats, row_sums: Floats, weight_sums: FloatRows,
    mobility_sums: FloatRows, lookups: IntegerRows, scratch: FloatRows,
) -> Double:  # fmt: skip
    """Learn from the positions whose indices are in *order*. Return the sum of absolute errors, in discs.

    Targets are in discs. *powers* is the address of `NETWORK.powers`. *slot* is the address of memory for the
    features of one position. Several threads may learn at the same time with the same model arrays, but each
    thread needs its own *slot*, *lookups* and *scratch*. The threads overwrite a few of each other's steps.
    """
    total = 0.0
    for index in order:
        player, opponent = players[index], opponents[index]
        _look_up(player, opponent, powers, slot, lanes, packing, turns, lookups)
        phase = phase_of(64 - popcount(player | opponent))
        mine, theirs = _mobility(player, opponent), _mobility(opponent, player)
        error = targets[index]
        error = (
            _value(lookups, phase, mine, theirs, rows, weights, biases, mobility, offsets, scratch) - error
        )
        total += abs(error)
        offsets[phase] -= np.float32(OFFSET_RATE) * rate * error
        squares = _ZERO
        for unit in range(UNITS):
            weight, from_weight, from_bias = weights[phase, unit], _ZERO, _ZERO
            for block in range(ORIENTATIONS):
                number = UNITS * block + unit
                hidden = scratch[_HIDDEN, number]
                clipped = min(max(hidden, _ZERO), _ONE)
                from_weight += clipped * clipped
                slope = _TWO * hidden * weight * error if _ZERO < hidden < _ONE else _ZERO
                scratch[_SLOPES, number] = slope
                from_bias += slope
                squares += slope * slope
            from_weight *= error
            weight_sums[phase, unit] += from_weight * from_weight
            step = np.float32(WEIGHT_RATE) * rate * from_weight
            weights[phase, unit] -= step / math.sqrt(weight_sums[phase, unit] + np.float32(MIN_SUM))
            biases[phase, unit] -= np.float32(BIAS_RATE) * rate * from_bias
            for line in (mine, MOBILITY + theirs):
                mobility_sums[line, unit] += from_bias * from_bias
                root = math.sqrt(mobility_sums[line, unit] + np.float32(MIN_SUM))
                mobility[line, unit] -= rate * from_bias / root
        squares /= np.float32(WIDTH)
        if squares == _ZERO:
            continue
        for orientation in range(ORIENTATIONS):
            for block in range(ORIENTATIONS):
                start = UNITS * COMPOSED[orientation, block]
                for unit in range(UNITS):
                    scratch[_TURNED + orientation, UNITS * block + unit] = scratch[_SLOPES, start + unit]
        for lane in range(FEATURES):
            row, turned = lookups[lane, 0], _TURNED + lookups[lane, 1]
            row_sums[row] += squares
            step = rate / math.sqrt(row_sums[row] + np.float32(MIN_ROW_SUM))
            for number in range(WIDTH):
                moved = rows[row, number] - step * scratch[turned, number]
                rows[row, number] = min(max(moved, _LEAST), _MOST)
    return total
