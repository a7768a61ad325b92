"""The model of people's moves: its inputs, its formula, its symmetry, and steps of its training."""

import math
import random

import numpy as np
import pytest

from othello.kernels import human_policy, table
from othello.kernels.human_policy import NUMBERS, ROW_COUNT, UNITS, WIDTH, exponential, natural_logarithm
from othello.kernels.human_policy_sgd import learn_moves
from othello.kernels.static_values import static_values
from othello.kernels.symmetry import transformed
from othello.rules.square import transform_move
from othello.search.thread_data import ThreadData
from tests import model, positions
from tests.cases import cases

WORKSPACE = ThreadData(table.new_table(1))
MOST = human_policy.MAX_LEGAL


def pairs():
    """Positions with a legal move."""
    chosen = [positions.random_position(seed, empties) for seed in range(6) for empties in (55, 40, 22, 9)]
    return [pair for pair in chosen if model.legal_moves(model.from_words(*pair))]


class Seen:
    """What the kernels write about a position."""

    def __init__(self, player, opponent, last=64, rating=0.0, known=None):
        self.squares, self.statics, self.deeps = (np.zeros(MOST, kind) for kind in ("u1", "i2", "i2"))
        self.games, self.places = np.zeros(MOST, "i4"), np.zeros(MOST * human_policy.LOOKUPS, "i4")
        self.inputs = np.zeros(MOST * WIDTH, "f4")
        self.number = human_policy.values_of_moves(
            WORKSPACE.record, player, opponent, 0, self.squares, self.statics, self.deeps
        )
        if known is not None:
            human_policy.games_of_moves(known, player, opponent, 0, self.number, self.squares, self.games)
        human_policy.describe(
            player, opponent, last, rating, 0, self.number,
            self.squares, self.statics, self.deeps, self.games, self.places, self.inputs,
        )  # fmt: skip

    def scores(self, rows, numbers):
        hidden, move_scores = np.zeros(MOST * UNITS, "f4"), np.zeros(MOST, "f4")
        human_policy.sums_of_rows(self.number, rows, numbers, self.places, hidden)
        human_policy.scores_of_moves(self.number, numbers, self.inputs, hidden, move_scores)
        return move_scores[: self.number]


@pytest.fixture(scope="module")
def random_model():
    """Rows and numbers of a model that means nothing."""
    chance = np.random.default_rng(1)
    return chance.normal(0, 0.3, ROW_COUNT * UNITS).astype("f4"), chance.normal(0, 0.3, NUMBERS).astype("f4")


def value(board):
    """The value of a position for its player, in centidiscs, after a pass if one is due."""
    values = np.zeros(1, np.int64)
    player, opponent = (np.array([word], np.uint64) for word in model.to_words(board))
    static_values(WORKSPACE.record, player, opponent, values)
    return int(values[0])


@cases("words", pairs)
def test_values(words):
    """The values of a move are the values of the position after it, and after the best reply."""
    board, seen = model.from_words(*words), Seen(*words)
    moves = model.legal_moves(board)
    assert seen.squares[: seen.number].tolist() == moves
    for number, move in enumerate(moves):
        child = model.play(board, move)
        assert seen.statics[number] == -value(child)
        replies = [value(model.play(child, reply)) for reply in model.legal_moves(child)]
        assert seen.deeps[number] == (min(replies) if replies else -value(child))


@cases("words", lambda: pairs()[::3])
def test_rows_of_bytes(words, random_model):
    """A model from a file, with rows of bytes, computes all at once what training computes step by step.

    Numbers that are larger give scores beyond the range of the exponential function.
    """
    chance = np.random.default_rng(2)
    packed = chance.integers(0, 256, ROW_COUNT * UNITS, "u1")
    steps = (np.arange(256) - 128).astype("f4") / 64
    known = chance.integers(0, 2**31, human_policy.KNOWN, "i4")
    rows = steps[packed]
    legal, statics, deeps = (np.zeros(MOST, kind) for kind in ("u1", "i2", "i2"))
    games, places = np.zeros(MOST, "i4"), np.zeros(MOST * human_policy.LOOKUPS, "i4")
    inputs, move_scores = np.zeros(MOST * WIDTH, "f4"), np.zeros(MOST, "f4")
    sums, hidden = (np.zeros(MOST * UNITS, "f4") for _ in range(2))
    ratings, logs = np.array([0.5, -1.25, 0.5]), np.zeros(3 * MOST)
    for numbers in (random_model[1], random_model[1] * np.float32(30)):
        number = human_policy.look(
            WORKSPACE.record, known, packed, steps, numbers, np.array([*words, 20], "u8"),
            legal, statics, deeps, games, places, inputs, sums,
        )  # fmt: skip
        human_policy.log_probabilities(ratings, 3, number, numbers, inputs, sums, hidden, move_scores, logs)
        for index, rating in enumerate(ratings):
            scores = Seen(*words, last=20, rating=rating, known=known).scores(rows, numbers)
            scores = scores.astype(float) - max(scores)
            expected = scores - math.log(np.exp(scores).sum())
            assert logs[index : 3 * number : 3] == pytest.approx(expected, rel=1e-8, abs=1e-8)


@cases("words", pairs)
def test_symmetry(words, random_model):
    """The images of a position have the same scores, with or without a last move."""
    filled = [square for square in range(64) if (words[0] | words[1]) >> square & 1]
    for last in (64, filled[0], filled[-1]):
        seen = Seen(*words, last)
        scores = dict(zip(seen.squares.tolist(), seen.scores(*random_model), strict=False))
        for symmetry in range(1, 8):
            turned = [transformed(word, symmetry) for word in words]
            image = Seen(*turned, last if last == 64 else transform_move(last, symmetry))
            for square, score in zip(image.squares.tolist(), image.scores(*random_model), strict=False):
                (original,) = (
                    candidate for candidate in scores if transform_move(candidate, symmetry) == square
                )
                assert score == pytest.approx(scores[original], abs=1e-4)


@cases("words", lambda: pairs()[:4])
def test_the_formula(words, random_model):
    """Scores follow from locations and inputs by the formula of the module, for any rating."""
    rows, numbers = random_model
    for rating in (-1.0, 0.5):
        seen = Seen(*words, rating=rating)
        into = numbers[human_policy.INTO : human_policy.OUT].reshape(WIDTH, UNITS)
        out, by_rating, by_phase = numbers[human_policy.OUT : human_policy.DIRECT].reshape(3, UNITS)
        direct = numbers[human_policy.DIRECT :].reshape(human_policy.INPUTS, 3)
        for index, score in enumerate(seen.scores(rows, numbers)):
            inputs = seen.inputs[WIDTH * index : WIDTH * (index + 1)]
            places = seen.places[human_policy.LOOKUPS * index : human_policy.LOOKUPS * (index + 1)]
            hidden = numbers[:UNITS] + rows.reshape(ROW_COUNT, UNITS)[places].sum(0) + inputs @ into
            phase = (words[0] | words[1]).bit_count() / 64
            assert inputs[human_policy.INPUTS] == pytest.approx(rating)
            expected = np.maximum(hidden, 0) @ (out + rating * by_rating + phase * by_phase)
            expected += inputs[: human_policy.INPUTS] @ (direct @ [1, rating, phase])
            assert score == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_inputs_that_are_counted_by_hand():
    """After Black's move f5, d6 flips one disc, gives away no corner, and loses the expected discs."""
    board = model.play(model.start(), 37)
    seen = Seen(*model.to_words(board), last=37)
    assert seen.squares[: seen.number].tolist() == [29, 43, 45]  # f4, d6, f6
    own = seen.inputs.reshape(MOST, WIDTH)[: seen.number, human_policy.SHARED :]
    after = [model.play(board, square) for square in (29, 43, 45)]
    assert own[:, 0] * 8 == pytest.approx([len(model.legal_moves(child)) for child in after])
    assert own[:, 1] * 8 == pytest.approx([len(model.legal_moves(model.passed(child))) for child in after])
    assert (own[:, 2] * 5).tolist() == pytest.approx([1, 1, 1])
    assert own[:, 5].tolist() == [0, 0, 0]
    assert own[:, 9].tolist() == [1, 0, 1]  # beside f5: f4 and f6
    losses = seen.inputs.reshape(MOST, WIDTH)[: seen.number, 5] * 20
    best = max(seen.statics[: seen.number])
    assert losses == pytest.approx(
        [(best - estimate) / 100 for estimate in seen.statics[: seen.number]], abs=1e-4
    )


def test_how_often_games_reach_each_move_by_the_formula():
    """Shares of 600, 400 and no games are logarithms of at least -6, weighted by the number of games."""
    board = model.play(model.start(), 37)
    counts = {29: 0, 43: 600, 45: 400}
    known = np.zeros(human_policy.KNOWN, "u4")
    for square, count in counts.items():
        key = human_policy.key_of(*model.to_words(model.play(board, square)))
        known[key >> (64 - human_policy.KNOWN_BITS)] = (key & 0xFFFF) << 16 | count
    seen = Seen(*model.to_words(board), last=37, known=known.view("i4"))
    inputs = seen.inputs.reshape(MOST, WIDTH)[: seen.number]
    weight = 1000 / 1008
    logarithms = [-6, math.log(600.3 / 1000.9), math.log(400.3 / 1000.9)]
    assert inputs[:, 14].tolist() == pytest.approx([weight * number / 2 for number in logarithms], rel=1e-5)
    assert inputs[:, 15].tolist() == pytest.approx([0, weight, weight])
    assert inputs[:, human_policy.INPUTS + 4].tolist() == pytest.approx([weight] * 3)


def test_known_positions():
    """The table contains the number of games for a position and its images, and 0 for all others."""
    known = np.zeros(human_policy.KNOWN, "u4")
    words = pairs()[0]
    key = human_policy.key_of(*words)
    known[key >> (64 - human_policy.KNOWN_BITS)] = (key & 0xFFFF) << 16 | 321
    known = known.view("i4")
    for symmetry in range(8):
        assert human_policy.games_with(known, *(transformed(word, symmetry) for word in words)) == 321
    assert human_policy.games_with(known, *pairs()[1]) == 0


def test_the_kernels_own_functions_are_those_of_the_library_of_c_to_seven_digits():
    for number in (1e-9, 0.1, 0.74, 0.75, 1.0, 1.5, 2.0, 77.7, 1e5):
        assert natural_logarithm(number) == pytest.approx(math.log(number), rel=1e-6, abs=1e-7)
    for number in (-50.0, -20.0, -3.3, -1e-9, 0.0, 0.9):
        assert exponential(number) == pytest.approx(math.exp(number), rel=1e-9)


def learned(seen, words, played, rows, numbers, row_sums, sums):
    """Learn from one position with a rate of 1, and return its loss."""
    return learn_moves(
        *(np.array([word], np.uint64) for word in words), np.array([64], "u1"), np.array([0.3], "f4"),
        np.array([0, seen.number]), np.array([played], "u1"), seen.squares, seen.statics, seen.deeps,
        seen.games, np.array([0]), 1.0, rows, numbers, row_sums, sums,
        np.zeros(MOST * human_policy.LOOKUPS, "i4"), np.zeros(MOST * WIDTH, "f4"),
        np.zeros(MOST * UNITS, "f4"), np.zeros(MOST, "f4"), np.zeros(UNITS, "f4"),
    )  # fmt: skip


def test_the_first_step_of_a_row_is_divided_by_the_root_of_its_squares_and_two(random_model):
    """As Adagrad divides it, so a row that is seen for the first time moves by less than the rate."""
    words = pairs()[2]
    seen = Seen(*words, rating=0.3)
    rows, numbers = (part.copy() * np.float32(0.3) for part in random_model)
    moved, row_sums = rows.copy(), np.zeros(ROW_COUNT, "f4")
    learned(seen, words, 1, moved, numbers, row_sums, np.full(NUMBERS, 1e6, "f4"))
    places, uses = np.unique(seen.places[: human_policy.LOOKUPS * seen.number], return_counts=True)
    once = places[(uses == 1) & (row_sums[places] > 0)]
    assert len(once) > 5
    squares = ((moved - rows).reshape(ROW_COUNT, UNITS)[once].astype(float) ** 2).mean(1)
    assert squares == pytest.approx(row_sums[once] / (row_sums[once] + 2), rel=1e-3)


def test_a_step_follows_the_derivative(random_model):
    """A short first step moves each number against the loss's slope, which differences measure."""
    words = pairs()[2]
    seen = Seen(*words, rating=0.3)
    rows, numbers = (part.copy() * np.float32(0.3) for part in random_model)
    played = 1

    def loss(rows, numbers):
        scores = seen.scores(rows, numbers).astype(float)
        return math.log(np.exp(scores - scores[played]).sum())

    moved_rows, moved = rows.copy(), numbers.copy()
    row_sums, sums = (
        np.full(ROW_COUNT, 1e6, "f4"),
        np.full(NUMBERS, 1e6, "f4"),
    )  # so that a step is 1e-3 of the slope
    total = learned(seen, words, played, moved_rows, moved, row_sums, sums)
    assert total == pytest.approx(loss(rows, numbers), rel=1e-4)
    chance = random.Random(1)
    for array, after, name in ((rows, moved_rows, "rows"), (numbers, moved, "numbers")):
        changed = np.flatnonzero(np.abs(after - array) > 1e-6)
        assert len(changed) > 20, name
        slopes, steps = [], []
        for place in chance.sample(changed.tolist(), 20):
            up, down = array.copy(), array.copy()
            up[place] += 1e-2
            down[place] -= 1e-2
            pair = ((up, numbers), (down, numbers)) if name == "rows" else ((rows, up), (rows, down))
            slopes.append((loss(*pair[0]) - loss(*pair[1])) / 2e-2)
            steps.append(float(array[place] - after[place]))
        assert np.corrcoef(slopes, steps)[0, 1] > 0.98, name
