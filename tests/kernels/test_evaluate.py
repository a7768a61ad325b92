"""Patterns, features and evaluation: whatever the weights are."""

import functools
import itertools

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from othello.kernels import linear, patterns
from othello.kernels import memory as allocation
from othello.kernels.evaluate import LIMIT, estimate
from othello.kernels.features import (
    SLOT_BYTES,
    pass_features,
    play_features,
    set_features,
    write_features,
)
from othello.kernels.moves import flips
from othello.kernels.patterns import LINEAR
from othello.search.weights import Weights, packed_size
from othello.square import SYMMETRIES, parse_square, transform_bits, transform_square
from tests import model, positions, solved
from tests.kernels.records import Memory

memory = Memory()
reached = positions.reached_words() | positions.pass_words
FEATURES = LINEAR.features


def value(pair, used=memory):
    set_features(used.record, *pair)
    return estimate(used.record, *pair)


def random_weights(seed, low=-300, high=300):
    """Weights without sense, for which every mistake shows."""
    random = np.random.default_rng(seed)
    return Weights(random.integers(low, high, (patterns.PHASES, packed_size()), np.int16))


SENSELESS = random_weights(1)
senseless = Memory(evaluation=SENSELESS)


def lanes(pair):
    """The features from scratch."""
    slot = allocation.aligned(SLOT_BYTES // 8)
    write_features(LINEAR.powers.ctypes.data, slot.ctypes.data, *pair)
    return slot.view(np.int16)[: len(FEATURES)].tolist()


def slow_lane(pair, feature):
    """A configuration, square by square."""
    player, opponent = pair
    signs = [(player >> square & 1) - (opponent >> square & 1) for square in feature.squares]
    return sum(sign * 3**place for place, sign in enumerate(signs))


def slow_value(pair, tables):
    """The sum of the weights, by the slow model."""
    board = model.from_words(*pair)
    phase = patterns.phase_of(board.count(model.EMPTY))
    total = 0
    for feature in FEATURES:
        total += int(tables[phase, LINEAR.middle(feature) + slow_lane(pair, feature)])
    mine, theirs = len(model.legal_moves(board)), len(model.legal_moves(model.from_words(*pair[::-1])))
    total += int(tables[phase, linear.mobility_index(board.count(model.EMPTY), mine, theirs)])
    return max(-LIMIT, min(LIMIT, total))


# Patterns


def test_features_cover_the_board():
    """There are 64 features, each of different squares, and each square is in several."""
    assert len(FEATURES) == 64
    for feature in FEATURES:
        assert len(set(feature.squares)) == len(feature.squares) <= 10
    for square in range(64):
        assert sum(square in feature.squares for feature in FEATURES) >= 4


@pytest.mark.parametrize("number", range(len(LINEAR.names)))
def test_features_of_a_pattern(number):
    """A pattern has all its images as features, each once."""
    first = next(feature for feature in FEATURES if feature.pattern == number)
    images = {frozenset(transform_square(square, each) for square in first.squares) for each in SYMMETRIES}
    assert images == {frozenset(each.squares) for each in FEATURES if each.pattern == number}
    assert sum(each.pattern == number for each in FEATURES) == len(images)


def test_symmetric_configurations_share_a_weight():
    """An edge read from either end has one weight; another edge has another."""
    number = list(LINEAR.names).index("edge + 2X")
    edge = next(each.squares for each in FEATURES if each.pattern == number)
    start, size = LINEAR.table_starts[number], LINEAR.table_sizes[number]

    def place(*names):
        return linear.packing()[
            start + size // 2 + sum(3 ** edge.index(parse_square(name)) for name in names)
        ]

    assert place("a1") == place("h1") != place("b1")
    assert place("a1", "c1", "b2") == place("h1", "f1", "g2")
    assert place("a1", "f1") != place("a1", "c1")


@pytest.mark.parametrize("phase", range(patterns.PHASES))
def test_phases(phase):
    """The numbers of empty squares of a phase are those that the evaluation puts into it."""
    assert list(patterns.phase_empties(phase)) == [e for e in range(61) if patterns.phase_of(e) == phase]


# Features


@given(positions.any_words)
def test_features_from_scratch(pair):
    """Each lane is the configuration of its squares."""
    assert lanes(pair) == [slow_lane(pair, feature) for feature in FEATURES]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", [positions.random_game, positions.lopsided_game])
def test_features_are_kept_up_to_date(game, seed):
    """Through a game with its passes the features are those from scratch, and stay for who returns."""
    boards = list(game(seed))
    set_features(senseless.record, *model.to_words(boards[0]))
    slots = senseless._features.view(np.int16).reshape(-1, SLOT_BYTES // 2)
    for before, after in itertools.pairwise(boards):
        player, opponent = model.to_words(before)
        empties = before.count(model.EMPTY)
        if after.count(model.EMPTY) == empties:
            pass_features(senseless.record, empties)
        else:
            theirs, mine = model.to_words(after)
            square = ((mine | theirs) & ~(player | opponent)).bit_length() - 1
            play_features(senseless.record, empties, square, flips(square, player, opponent))
        found = slots[after.count(model.EMPTY), : len(FEATURES)].tolist()
        assert found == lanes(model.to_words(after))
        if after.count(model.EMPTY) != empties:
            assert slots[empties, : len(FEATURES)].tolist() == lanes((player, opponent))


# Evaluation


@settings(max_examples=200)
@given(positions.any_words)
def test_sum_of_weights(pair):
    """The value is the sum of all weights, those of the position's phase."""
    assert value(pair, senseless) == slow_value(pair, SENSELESS.tables)


@settings(max_examples=200, phases=(Phase.reuse, Phase.generate))
@given(positions.any_words, st.sampled_from(SYMMETRIES))
def test_symmetries(pair, symmetry):
    """A turned board has the same value."""
    image = tuple(transform_bits(each, symmetry) for each in pair)
    assert value(image, senseless) == value(pair, senseless)
    assert value(image) == value(pair)


@functools.cache
def with_equal_weights(weight):
    """Memory whose evaluation has one weight everywhere."""
    return Memory(evaluation=Weights(np.full((patterns.PHASES, packed_size()), weight, np.int16)))


@given(positions.any_words, st.sampled_from([-(2**15), 2**15 - 1]))
def test_extreme_weights(pair, weight):
    """The largest weights neither overflow nor leave the limits: no evaluation is as good as a wipe-out."""
    assert value(pair, with_equal_weights(weight)) == (LIMIT if weight > 0 else -LIMIT)
    assert LIMIT < 6400


@given(reached)
def test_same_again(pair):
    """The value depends on nothing but the board."""
    first = value(pair)
    memory.reset()
    assert value(pair) == first
    assert value(pair, Memory()) == first


def test_shipped_weights():
    """The weights that come with the program come near to what the slow model has solved."""
    problems = [each for each in solved.problems() if not each.position.is_over]
    values = np.array([each.value for each in problems])
    found = np.array([value((each.position.player, each.position.opponent)) for each in problems]) / 100
    assert np.abs(found - values).mean() < np.abs(values).mean() / 2
