"""Patterns, features and the limits of the evaluation: whatever its numbers are."""

from dataclasses import replace

import numpy as np
from hypothesis import given

from othello.kernels import patterns
from othello.kernels.evaluate import LIMIT, estimate
from othello.kernels.features import SLOT_BYTES, pass_features, play_features, set_features, write_features
from othello.kernels.moves import flips
from othello.kernels.patterns import NETWORK
from othello.native import memory as allocation
from othello.rules.square import SYMMETRIES, parse_square, transform_square
from othello.search.network import Network
from othello.training.arrays import Arrays
from tests import model, positions, solved
from tests.cases import cases
from tests.kernels.records import Memory

memory = Memory()
reached = positions.reached_words() | positions.pass_words
FEATURES = NETWORK.features


def value(pair, used=memory):
    set_features(used.record, *pair)
    return estimate(used.record, *pair)


def lanes(pair):
    """The features from scratch."""
    slot = allocation.Memory(SLOT_BYTES)
    write_features(NETWORK.powers.address, slot.address, *pair)
    return slot.view("h")[: len(FEATURES)].tolist()


def slow_lane(pair, feature):
    """A configuration, square by square."""
    player, opponent = pair
    signs = [(player >> square & 1) - (opponent >> square & 1) for square in feature.squares]
    return sum(sign * 3**place for place, sign in enumerate(signs))


# Patterns


def test_a_feature_has_different_squares_and_each_square_is_in_several_features():
    for feature in FEATURES:
        assert len(set(feature.squares)) == len(feature.squares) <= 10
    for square in range(64):
        assert sum(square in feature.squares for feature in FEATURES) >= 4


@cases("number", range(len(NETWORK.names)))
def test_a_pattern_has_all_its_images_as_features_each_once(number):
    first = next(feature for feature in FEATURES if feature.pattern == number)
    images = {
        frozenset(transform_square(square, symmetry) for square in first.squares) for symmetry in SYMMETRIES
    }
    assert images == {frozenset(feature.squares) for feature in FEATURES if feature.pattern == number}
    assert sum(feature.pattern == number for feature in FEATURES) == len(images)


def test_symmetric_configurations_share_a_row():
    """An edge has the same row when it is read from either end. Another edge has another row."""
    number = list(NETWORK.names).index("edge + 2X")
    edge = next(feature.squares for feature in FEATURES if feature.pattern == number)
    start, size = NETWORK.table_starts[number], NETWORK.table_sizes[number]

    def place(*names):
        return NETWORK.packing[start + size // 2 + sum(3 ** edge.index(parse_square(name)) for name in names)]

    assert place("a1") == place("h1") != place("b1")
    assert place("a1", "c1", "b2") == place("h1", "f1", "g2")
    assert place("a1", "f1") != place("a1", "c1")


def test_phases():
    """Each phase covers two numbers of empty squares, and the last phase also covers 60."""
    phases = [patterns.phase_of(empties) for empties in range(61)]
    assert phases == [*sorted(2 * [*range(patterns.PHASES)]), patterns.PHASES - 1]


# Features


@given(positions.any_words)
def test_each_lane_is_the_configuration_of_its_squares(pair):
    assert lanes(pair) == [slow_lane(pair, feature) for feature in FEATURES]


@cases("seed", range(20))
@cases("game", [positions.random_game, positions.lopsided_game])
def test_features_are_kept_up_to_date(game, seed):
    """Through a game with passes, updated features equal features from scratch, and older features stay."""
    boards = list(game(seed))
    set_features(memory.record, *model.to_words(boards[0]))
    slots = np.asarray(memory._features.view("h")).reshape(-1, SLOT_BYTES // 2)
    for before, after, move in zip(boards, boards[1:], positions.moves_of(boards), strict=False):
        player, opponent = model.to_words(before)
        empties = before.count(model.EMPTY)
        if move == model.PASS:
            pass_features(memory.record, empties)
        else:
            play_features(memory.record, empties, move, flips(move, player, opponent))
        row = slots[after.count(model.EMPTY), : len(FEATURES)].tolist()
        assert row == lanes(model.to_words(after))
        if move != model.PASS:
            assert slots[empties, : len(FEATURES)].tolist() == lanes((player, opponent))


# Evaluation


@cases("offset", [-(2**31), 2**31 - 1])
def test_limits(offset):
    """The largest numbers stay within the limits, so no evaluation is as good as a wipe-out."""
    extreme = replace(Arrays.of(Network.zero()), offsets=np.full(patterns.PHASES, offset, np.int32)).network()
    used = Memory(evaluation=extreme)
    values = {value(positions.random_position(seed, 10 + seed), used) for seed in range(5)}
    assert values == {LIMIT if offset > 0 else -LIMIT}
    assert LIMIT < 6400


@given(reached)
def test_the_value_depends_on_nothing_but_the_board(pair):
    first = value(pair)
    memory.reset()
    assert value(pair) == first
    assert value(pair, Memory()) == first


def test_shipped_network():
    """The shipped network comes near to the values that the slow model has solved."""
    problems = [problem for problem in solved.problems() if not problem.position.is_over]
    values = np.array([problem.value for problem in problems])
    estimates = (
        np.array([value((problem.position.player, problem.position.opponent)) for problem in problems]) / 100
    )
    assert np.abs(estimates - values).mean() < np.abs(values).mean() / 2
