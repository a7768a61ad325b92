"""Learning: files of samples and fits, each compared with known results."""

from pathlib import Path

import numpy as np
import pytest

from othello.errors import FormatError
from othello.kernels import linear, patterns
from othello.search.weights import packed_size
from othello.training import fit, games, regression, samples, sources
from othello.training.samples import ESTIMATED, NO_RESULT, NO_SCORE, SOLVED
from othello.training.settings import FitSettings, SearchSettings, SelfPlaySettings
from tests import positions
from tests.training.games import self_play

SETTINGS = SelfPlaySettings(
    seed=3, search=SearchSettings(depth=3, exact=9), least_random=30, most_random=46, noisy=0
)


@pytest.fixture(scope="module")
def played():
    return self_play(SETTINGS, range(30))


def random_samples(count):
    found = np.zeros(count, samples.SAMPLE)
    for number in range(count):
        pair = positions.random_position(number, 10 + number % 8)
        found[number] = (*pair, number, 200 * (number % 32), 2 * (number % 32), ESTIMATED)
    return found


# Files


@pytest.mark.parametrize("format", [samples.FORMAT, games.FORMAT])
def test_other_files(tmp_path, format):
    """A file of another kind and a missing file are refused by name."""
    path = tmp_path / f"a{format.suffix}"
    path.write_bytes(b"GIF89a" * 20)
    with pytest.raises(FormatError, match=rf"a\{format.suffix}: not a file of {format.name}"):
        sources.read([path])
    with pytest.raises(FormatError, match="no such file"):
        sources.read([tmp_path / f"none{format.suffix}"])


def test_names_of_many_files():
    """The origin of weights names 20 files, and the number of further ones."""
    paths = [Path(f"folder/{number}.samples") for number in range(23)]
    assert sources.names(paths[:2]) == "0.samples, 1.samples"
    assert sources.names(paths[:20]).endswith(", 19.samples")
    assert sources.names(paths).endswith(", 19.samples and 3 more files")


def test_rows_have_the_size_on_the_page():
    """Files keep the sizes that the descriptions of their rows state."""
    assert f"A row has {samples.SAMPLE.itemsize} bytes" in (samples.__doc__ or "")
    assert f"A row of {games.GAME.itemsize} bytes" in (games.__doc__ or "")


def test_targets():
    """A target mixes score and result, is the score where it is exact, and what there is otherwise."""
    rows = [
        (1, 2, 0, 1000, 20, ESTIMATED),
        (1, 2, 0, 1000, NO_RESULT, ESTIMATED),
        (1, 2, 0, NO_SCORE, -12, ESTIMATED),
        (1, 2, 0, 1000, 10, SOLVED),
        (1, 2, 0, -6400, -64, ESTIMATED),
    ]
    data = np.array(rows, samples.SAMPLE)
    assert samples.targets(data, 0.7).tolist() == pytest.approx([13, 10, -12, 10, -64])
    assert samples.targets(data, 0).tolist() == pytest.approx([20, 10, -12, 10, -64])
    assert samples.targets(data, 1).tolist() == pytest.approx([10, 10, -12, 10, -64])


def test_distinct():
    """Images under symmetry are one position, with the solved value if there is one, else with the mean."""
    data = random_samples(4)
    turned = data.copy()
    for sample in turned:
        for name in ("player", "opponent"):
            sample[name] = int(sample[name]).from_bytes(int(sample[name]).to_bytes(8, "little"), "big")
    turned["kind"] = [SOLVED, ESTIMATED, SOLVED, ESTIMATED]
    both = np.concatenate([data, turned])
    values = np.r_[data["result"], data["result"] + 9].astype(np.float32)
    found, means = samples.distinct(both, values)
    by_game = dict(zip(found["game"].tolist(), means.tolist(), strict=True))
    assert by_game == {0: 9, 1: 6.5, 2: 13, 3: 10.5}


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
    data = np.concatenate(self_play(SETTINGS, range(2500)))
    data = data[samples.empties(data) < 14]
    values = np.zeros(len(data), np.float32)
    for phase in range(patterns.PHASES):
        rows = samples.empties(data) // 2 == phase
        values[rows] = np.round(fit.estimate(data[rows], planted[phase]))
    reported = []
    found = fit.fit(data, values, "test", FitSettings(ridge=3.0, iterations=60), reported.append)
    assert [each.phase for each in reported] == list(range(patterns.PHASES))
    assert found.made == "test"
    used = [each for each in reported if each.held_out > 20]
    assert len(used) >= 4
    spread = np.abs(values - values.mean()).mean()
    assert max(each.error for each in used) < 0.5
    assert max(each.held_out_error for each in used) < spread / 2


def test_fits_are_the_same_again(played):
    """Fitting the same samples twice gives the same weights."""
    data = np.concatenate(played)
    values = samples.targets(data, 0.7)
    first, second = (fit.fit(data, values, "", FitSettings(iterations=3)) for _ in range(2))
    assert np.array_equal(first.packed, second.packed)
