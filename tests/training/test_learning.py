"""Learning: self-play, files of samples and fits, each compared with known results."""

import itertools

import numpy as np
import pytest

from othello.errors import FormatError
from othello.kernels import linear, patterns, selfplay, table
from othello.search.weights import packed_size
from othello.search.workspace import Workspace
from othello.training import fit, generate, regression, samples
from othello.training.settings import FitSettings, SelfPlaySettings
from tests import model, positions

SETTINGS = SelfPlaySettings(seed=3, least_random=30, most_random=46, depth=3, exact=9)


@pytest.fixture(scope="module")
def played():
    workspace = Workspace(table.new_table(1))
    return [generate.play_game(workspace, number, SETTINGS) for number in range(30)]


def random_samples(count):
    found = np.zeros(count, samples.SAMPLE)
    for number in range(count):
        pair = positions.random_position(number, 10 + number % 8)
        found[number] = (*pair, number, 2 * (number % 32), 0, 0)
    return found


# Self-play


def test_solved_values(played):
    """Positions near the end have the exact value that the slow model finds."""
    near = [
        each for each in np.concatenate(played) if model.from_words(*pair_of(each)).count(model.EMPTY) <= 6
    ]
    assert len(near) > 50
    for sample in near[:60]:
        assert sample["kind"] == selfplay.SOLVED
        assert sample["value"] == model.solve(model.from_words(*pair_of(sample)))


def pair_of(sample):
    return int(sample["player"]), int(sample["opponent"])


def test_results(played):
    """Positions before the solved ones have the first solved value, up to the sign."""
    checked = 0
    for game in played:
        solved = np.flatnonzero(game["kind"] == selfplay.SOLVED)
        before = game[: solved[0]] if len(solved) else game[:0]
        assert set(np.abs(before["value"])) <= {abs(int(game["value"][solved[0]]))} if len(before) else True
        checked += len(before)
    assert checked > 50


def test_games_are_games(played):
    """Each position of a game follows from the one before by a legal move, or by a move and a pass."""
    for game in played:
        for before, after in itertools.pairwise(game):
            board = model.from_words(*pair_of(before))
            following = [model.play(board, move) for move in model.legal_moves(board)]
            following += [model.play(each, model.PASS) for each in following if not model.legal_moves(each)]
            assert model.from_words(*pair_of(after)) in following


def test_games_do_not_depend_on_each_other(played):
    """A game does not depend on earlier games, and games differ from each other."""
    workspace = Workspace(table.new_table(1))
    for number in (17, 3):
        assert np.array_equal(generate.play_game(workspace, number, SETTINGS), played[number])
    assert len({game.tobytes() for game in played}) > 25


def test_random_squares():
    """Random squares are drawn about equally often."""
    state = np.array([5], np.uint64)
    squares = 0x8100_0000_0000_0180
    drawn = [selfplay.random_square(state.ctypes.data, squares) for _ in range(4000)]
    counts = {square: drawn.count(square) for square in set(drawn)}
    assert set(counts) == {7, 8, 56, 63}
    assert all(850 < count < 1150 for count in counts.values())


# Files


def test_kernels_write_samples():
    """A sample has the size that compiled code writes and reads."""
    assert samples.SAMPLE.itemsize == selfplay.SAMPLE_BYTES


def test_interrupted_runs_go_on(tmp_path):
    """A run with two workers that continues a cut-off file gives the samples of an uninterrupted run."""
    (whole,) = {len(list(generate.generate(tmp_path / "whole", 12, SETTINGS, 1))) > 0}
    assert whole
    once = samples.read((tmp_path / "whole").iterdir())
    assert [*generate.generate(tmp_path / "parts", 12, SETTINGS, 2)][-1] == 12
    first = min((tmp_path / "parts").iterdir())
    first.write_bytes(first.read_bytes()[:-100])
    assert [*generate.generate(tmp_path / "parts", 12, SETTINGS, 2)][-1] == 12
    again = samples.read((tmp_path / "parts").iterdir())
    assert np.array_equal(np.sort(once, order=["game", "player"]), np.sort(again, order=["game", "player"]))


def test_other_files(tmp_path):
    """A file of another kind and a missing file are refused by name."""
    (tmp_path / "a.samples").write_bytes(b"GIF89a" * 20)
    with pytest.raises(FormatError, match=r"a\.samples: not a file of samples"):
        samples.read([tmp_path / "a.samples"])
    with pytest.raises(FormatError, match="no such file"):
        samples.read([tmp_path / "none"])


def test_distinct():
    """Images under symmetry are one position, with the solved value if there is one, else with the mean."""
    data = random_samples(4)
    turned = data.copy()
    for sample in turned:
        for name in ("player", "opponent"):
            sample[name] = int(sample[name]).from_bytes(int(sample[name]).to_bytes(8, "little"), "big")
    turned["value"] += 10
    turned["kind"] = [1, 0, 1, 0]
    found = samples.distinct(np.concatenate([data, turned]))
    by_game = {int(each["game"]): int(each["value"]) for each in found}
    assert by_game == {0: 10, 1: 7, 2: 14, 3: 11}


def test_held_out_games():
    """About one game in twenty is held out, and the number of a game decides it."""
    data = np.zeros(10_000, samples.SAMPLE)
    data["game"] = np.arange(10_000)
    held_out = samples.is_held_out(data)
    assert 400 < held_out.sum() < 600
    assert np.array_equal(held_out[::-1], samples.is_held_out(data[::-1]))


# Fits


def test_regression_solves_least_squares():
    """With a small ridge the weights give the same estimates as NumPy's least squares."""
    random = np.random.default_rng(2)
    indices = random.integers(0, 12, (400, 3)).astype(np.int32)
    values = random.normal(0, 10, 400).astype(np.float32)
    design = np.zeros((400, 12))
    for column in indices.T:
        design[np.arange(400), column] += 1
    expected = design @ np.linalg.lstsq(design, values, rcond=None)[0]
    found = regression.fit(indices, values, np.zeros(12, np.float32), ridge=1e-3, iterations=60)
    assert np.allclose(design @ found, expected, atol=0.02)


def test_ridge_holds_what_is_rare():
    """A weight that no position uses keeps its prior, and one that few use stays near it."""
    indices = np.array([[0]] * 1000 + [[1]] * 5, np.int32)
    values = np.full(1005, 10, np.float32)
    found = regression.fit(indices, values, np.array([2, 2, 2], np.float32), ridge=20, iterations=20)
    assert np.allclose(found, [10 - 8 * 20 / 1020, 2 + 8 * 5 / 25, 2], atol=1e-3)


def test_planted_weights_are_recovered():
    """A fit to values of planted weights gives these values again, on held-out games too."""
    planted = np.zeros((patterns.PHASES, packed_size()), np.float32)
    mine, theirs = np.divmod(np.arange(patterns.MOBILITY**2), patterns.MOBILITY)
    planted[:, -linear.PARITIES * patterns.MOBILITY**2 :] = np.tile(3 * (mine - theirs), linear.PARITIES)
    workspace = Workspace(table.new_table(1))
    data = np.concatenate([generate.play_game(workspace, number, SETTINGS) for number in range(2500)])
    data = data[samples.empties(data) < 14]
    for phase in range(patterns.PHASES):
        rows = samples.empties(data) // 2 == phase
        data["value"][rows] = np.round(fit.estimate(data[rows], planted[phase]))
    reported = []
    found = fit.fit(data, "test", FitSettings(ridge=3.0, iterations=60), reported.append)
    assert [each.phase for each in reported] == list(range(patterns.PHASES))
    assert found.made == "test"
    used = [each for each in reported if each.held_out > 20]
    assert len(used) >= 4
    spread = np.abs(data["value"] - data["value"].mean()).mean()
    assert max(each.error for each in used) < 0.5
    assert max(each.held_out_error for each in used) < spread / 2


def test_fits_are_the_same_again(played):
    """Fitting the same samples twice gives the same weights."""
    data = np.concatenate(played)
    first, second = (fit.fit(data, "", FitSettings(iterations=3)) for _ in range(2))
    assert np.array_equal(first.packed, second.packed)
