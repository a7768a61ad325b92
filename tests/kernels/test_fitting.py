"""Many positions at once, as fits need them: canonical boards, indices of weights, sums and errors."""

import numpy as np

from othello.kernels import features, fitting, linear, memory
from othello.kernels.patterns import LINEAR
from othello.position import Position
from othello.score import Color
from othello.square import SYMMETRIES
from tests import model, positions

PAIRS = [positions.random_position(seed, empties) for seed, empties in enumerate(range(2, 58))]
PLAYERS, OPPONENTS = (np.array(words, np.uint64) for words in zip(*PAIRS, strict=True))


def test_canonical_boards():
    """Each row is the least image of its position, as pairs of player and opponent compare."""
    found = np.empty((len(PAIRS), 2), np.uint64)
    fitting.canonical_boards(PLAYERS, OPPONENTS, found)
    for pair, row in zip(PAIRS, found.tolist(), strict=True):
        position = Position(*pair, Color.BLACK)
        images = [position.transformed(symmetry) for symmetry in SYMMETRIES]
        assert tuple(row) == min((image.player, image.opponent) for image in images)


def slow_places(pair):
    """The places in a phase of the weights that a position sums, by the slow model."""
    board = model.from_words(*pair)
    player, opponent = pair
    for feature in LINEAR.features:
        signs = [(player >> square & 1) - (opponent >> square & 1) for square in feature.squares]
        lane = sum(sign * 3**place for place, sign in enumerate(signs))
        yield LINEAR.table_starts[feature.pattern] + LINEAR.table_sizes[feature.pattern] // 2 + lane
    mine, theirs = (len(model.legal_moves(model.from_words(*each))) for each in (pair, pair[::-1]))
    yield linear.mobility_index(board.count(model.EMPTY), mine, theirs)


def test_weight_indices():
    """Each row has the packed index of the weight of each feature, then that of mobility."""
    packing = np.random.default_rng(1).permutation(linear.PHASE_SIZE).astype(np.int32)
    middles = list(map(LINEAR.middle, LINEAR.features))
    slot = memory.aligned(features.SLOT_BYTES // 8)
    found = np.empty((len(PAIRS), fitting.COLUMNS), np.int32)
    arguments = LINEAR.powers.ctypes.data, slot.ctypes.data, np.array(middles, np.int32), packing, found
    fitting.weight_indices(PLAYERS, OPPONENTS, *arguments)
    expected = [[packing[place] for place in slow_places(pair)] for pair in PAIRS]
    assert found.tolist() == expected


def test_sums_and_errors():
    """The sum of a row counts a repeated weight twice, and its error is added twice."""
    indices = np.array([[0, 1, 1], [3, 0, 2]], np.int32)
    sums = np.empty(2, np.float32)
    fitting.sum_weights(indices, np.array([1, 10, 100, 1000], np.float32), sums)
    assert sums.tolist() == [21, 1101]
    errors = np.array([5, 0, 0, 0], np.float32)
    fitting.add_errors(indices, np.array([1, 10], np.float32), errors)
    assert errors.tolist() == [16, 2, 10, 10]
