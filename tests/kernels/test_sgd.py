"""Training of the network: values against the network of integers, steps against finite differences."""

import copy
import functools

import numpy as np
import pytest

from othello.kernels import sgd
from othello.kernels.evaluate import estimate
from othello.kernels.features import set_features
from othello.kernels.network import MAX_IN_ROW, MIN_IN_ROW, ONE, ROW_STEP
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.kernels.sgd import MIN_ROW_SUM, MIN_SUM
from othello.rules.square import SYMMETRIES, transform_bits
from othello.search import evaluation_files
from othello.training.arrays import Arrays, unpacked_rows
from othello.training.descent import Descent, Lessons, row_counts
from othello.training.model import Model
from tests import positions
from tests.cases import cases
from tests.kernels.networks import senseless
from tests.kernels.records import Memory

RATE = 1e-3
SETTLED = 1e8
"""A sum of squares that a step does not change noticeably."""


@functools.cache
def known():
    return senseless(seed=5, most=5)


@functools.cache
def known_model():
    return Model.of(known())


@functools.cache
def pairs():
    return [positions.random_position(number, 10 + number % 40) for number in range(40)]


def words(pairs):
    return (np.array(side, np.uint64) for side in zip(*pairs, strict=True))


@pytest.fixture
def model():
    """The model of a network, with sums so great that steps are proportional to derivatives."""
    network_model = copy.deepcopy(known_model())
    for sums in (network_model.row_sums, network_model.weight_sums, network_model.mobility_sums):
        sums[:] = SETTLED
    return network_model


def values(model):
    return Descent(model).values(*words(pairs()))


def test_values(model):
    """A model has the values of the network of integers that it began with, except for the last bits."""
    memory = Memory(evaluation=known())
    expected = []
    for pair in pairs():
        set_features(memory.record, *pair)
        expected.append(estimate(memory.record, *pair) / 100)
    assert values(model) == pytest.approx(expected, abs=0.02)
    assert np.ptp(expected) > 5


@pytest.mark.slow
def test_a_network_from_a_file(tmp_path):
    """A model from a network file, whose rows were once transposed, has the same values."""
    path = tmp_path / "known.network"
    evaluation_files.write(path, known())
    assert values(Model.of(evaluation_files.read(path))) == pytest.approx(values(known_model()))


def test_row_counts():
    """Each feature of a position counts once for the row of its configuration."""
    expected = np.zeros(NETWORK.packed_size, int)
    for player, opponent in pairs():
        for feature in NETWORK.features:
            place = NETWORK.middle(feature)
            for weight, square in enumerate(feature.squares):
                place += 3**weight * ((player >> square & 1) - (opponent >> square & 1))
            expected[NETWORK.packing[place]] += 1
    assert np.array_equal(row_counts(*words(pairs())), expected)


def test_a_turned_board_has_the_same_value(model):
    for symmetry in SYMMETRIES:
        turned = [tuple(transform_bits(word, symmetry) for word in pair) for pair in pairs()]
        assert Descent(model).values(*words(turned)) == pytest.approx(values(model), abs=1e-4)


def loss(model, lessons):
    (value,) = Descent(model).values(lessons.players, lessons.opponents)
    return (float(value) - float(lessons.targets[0])) ** 2 / 2


def derivative(model, lessons, array, place):
    """The derivative of the loss by one number, from the loss on both sides of it."""
    kept = array[place]
    # Values change only with rounded rows.
    step = ROW_STEP / ONE if array is model.rows else 1e-2
    losses = []
    for side in (step, -step):
        array[place] = kept + np.float32(side)
        losses.append(loss(model, lessons))
    array[place] = kept
    return (losses[0] - losses[1]) / (2 * step)


def learned(lessons):
    """A model before and after one sample."""
    before, after = known_model(), copy.deepcopy(known_model())
    for sums in (after.row_sums, after.weight_sums, after.mobility_sums):
        sums[:] = SETTLED
    Descent(after).learn(lessons, np.zeros(1, np.int64), RATE)
    return before, after


@cases("number", [0, 3])
def test_steps_are_derivatives(number):
    """A step is the loss's derivative by each number, times its rate, divided by the root of its sum."""
    players, opponents = words(pairs()[number : number + 1])
    lessons = Lessons(players, opponents, np.array([7], np.float32))
    before, after = learned(lessons)
    root = SETTLED**0.5
    rates = {
        "rows": RATE / root,
        "weights": sgd.WEIGHT_RATE * RATE / root,
        "mobility": RATE / root,
        "biases": sgd.BIAS_RATE * RATE,
        "offsets": sgd.OFFSET_RATE * RATE,
    }
    for name, rate in rates.items():
        old, new = getattr(before, name), getattr(after, name)
        moved = np.argwhere(old != new)
        assert len(moved) > 0, name
        for place in moved[:: 1 + len(moved) // 12]:
            place = tuple(place)
            expected = derivative(before, lessons, old, place)
            slope = (float(old[place]) - float(new[place])) / rate
            assert slope == pytest.approx(expected, rel=0.1, abs=0.1), (name, place)


def test_rows_are_limited():
    """However long the steps are, the numbers of a row stay within the limits of their integers."""
    players, opponents = words(pairs())
    model = copy.deepcopy(known_model())
    model.row_sums[:] = 0
    lessons = Lessons(players, opponents, np.full(len(pairs()), 64, np.float32))
    Descent(model).learn(lessons, np.arange(len(pairs())), 10)
    limits = [MIN_IN_ROW, MAX_IN_ROW]
    seen = row_counts(players, opponents) > 0
    for rows in (model.rows * (ONE / ROW_STEP), unpacked_rows(Arrays.of(model.network("")).rows)):
        rows = rows[seen]
        assert [rows.min(), rows.max()] == pytest.approx(limits)


def test_only_own_numbers_move():
    """A sample changes the rows of its configurations, and the numbers of its phase and mobility."""
    players, opponents = words(pairs()[:1])
    before, after = learned(Lessons(players, opponents, np.array([7], np.float32)))
    assert 1 < (before.rows != after.rows).any(axis=1).sum() <= len(NETWORK.features)
    assert (before.weights != after.weights).any(axis=1).sum() == 1
    assert (before.mobility != after.mobility).any(axis=1).sum() == 2
    assert (before.mobility[:MOBILITY] != after.mobility[:MOBILITY]).any(axis=1).sum() == 1
    assert (before.offsets != after.offsets).sum() == 1
    assert len(before.offsets) == PHASES


def test_sums_of_squares(model):
    """The sums grow by the squares of the derivatives, and the sums of rows by the mean of the squares."""
    model.row_sums[:], model.weight_sums[:] = 0, 0
    players, opponents = words(pairs()[:1])
    lessons = Lessons(players, opponents, np.array([7], np.float32))
    before = model.rows.copy(), model.weights.copy()
    Descent(model).learn(lessons, np.zeros(1, np.int64), RATE)
    seen = np.flatnonzero(model.row_sums)
    once = seen[model.row_sums[seen] == model.row_sums[seen].min()]
    steps = (before[0] - model.rows)[once]
    slopes = steps / RATE * np.sqrt(model.row_sums[once, None] + MIN_ROW_SUM)
    assert (slopes**2).mean(axis=1) == pytest.approx(model.row_sums[once], rel=1e-2)
    steps = before[1] - model.weights
    slopes = steps / (sgd.WEIGHT_RATE * RATE) * np.sqrt(model.weight_sums + MIN_SUM)
    assert slopes**2 == pytest.approx(model.weight_sums, rel=1e-2, abs=1e-3)


def test_more_legal_moves_than_in_games_count_as_the_most():
    players, opponents = words([positions.CROWDED])
    before, after = learned(Lessons(players, opponents, np.array([7], np.float32)))
    changed = (before.mobility != after.mobility).any(axis=1)
    assert np.flatnonzero(changed)[0] == MOBILITY - 1
