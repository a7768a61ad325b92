"""The errors of shallow searches: fits of planted errors, measurements, and the file that keeps them."""

from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from othello.cli import main
from othello.cli.train import probcut
from othello.kernels.probcut import SIZE
from othello.search import evaluation_files
from othello.search.evaluation_files import SHIPPED
from othello.search.network import Network
from othello.search.probcut_margins import ProbCutMargins
from othello.training import deviations, samples, sources
from othello.training.deviations import DEEPEST, MAX_FITTED, MAX_SOLVED, MIN_FITTED, TEMPO_DEPTH
from tests.positions import random_position

PLANTED = ProbCutMargins(
    search=(1.8, -0.2, 0.06, -0.012), exact=(1.7, -0.08, 0.02), tempo=(-1.1, 0.15, -0.0023)
)


def test_a_fit_to_differences_with_known_deviations_finds_these_deviations():
    random = np.random.default_rng(1)
    rows = []
    for empties in range(MIN_FITTED, MAX_FITTED + 1):
        for _ in range(250):
            row = np.full(DEEPEST + 3, np.nan)
            row[0] = empties
            # One pair of depths in each row, so that differences are independent.
            deep = int(random.integers(2, DEEPEST + 1))
            shallow = int(random.choice(range(deep & 1, deep, 2)))
            row[1 + deep] = 0
            row[1 + shallow] = random.normal(0, PLANTED.discs(shallow, deep, 64))
            row[1 + shallow] *= np.exp(PLANTED.search[3] * (empties - 64))
            rows.append(row)
            # Of three depths one after the other, the middle one shows the tempo at its end.
            depth = int(random.integers(TEMPO_DEPTH, DEEPEST))
            tempo = PLANTED.tempo_at(empties - depth)
            deepest = random.normal(0, PLANTED.discs(depth - 1, depth + 1, empties))
            row = np.full(DEEPEST + 3, np.nan)
            row[0], row[depth], row[2 + depth] = empties, 0, deepest
            row[1 + depth] = deepest / 2 + (2 * tempo if depth & 1 else -2 * tempo)
            rows.append(row)
            if empties <= MAX_SOLVED:
                row = np.full(DEEPEST + 3, np.nan)
                shallow = int(random.integers(0, DEEPEST + 1))
                row[0], row[-1] = empties, 0
                row[1 + shallow] = random.normal(0, PLANTED.discs(shallow, empties, empties))
                rows.append(row)
    fit = deviations.fit(np.array(rows))
    for shallow, deep, empties in ((2, 4, 20), (4, 8, 30), (3, 7, 45), (2, 16, 16), (6, 20, 20)):
        expected = PLANTED.discs(shallow, deep, empties)
        assert fit.discs(shallow, deep, empties) == pytest.approx(expected, rel=0.15)
    for empties in (10, 20, 30, 45):
        assert fit.tempo_at(empties) == pytest.approx(PLANTED.tempo_at(empties), abs=0.1)


@pytest.fixture(scope="module")
def some(tmp_path_factory):
    """The path of a file with samples of random positions."""
    data = np.zeros(2 * 43, samples.SAMPLE)
    for number, sample in enumerate(data):
        sample["player"], sample["opponent"] = random_position(number, MIN_FITTED + number // 2)
    path = tmp_path_factory.mktemp("samples") / "some.samples"
    samples.FORMAT.replace(path, data, is_test=False)
    return path


def test_measuring(some):
    """A row contains the value at every depth, and the exact value, to which deeper searches are closer."""
    data = sources.read([some])
    data = data[samples.empties(data) < 18]
    rows = deviations.measure(data, evaluation_files.shipped(), 2, 1)
    assert rows.shape == (12, DEEPEST + 3)
    assert rows[:, 0].tolist() == sorted([*range(12, 18)] * 2)
    assert not np.isnan(rows).any()
    with_tempo = replace(evaluation_files.shipped(), deviations=ProbCutMargins(tempo=(9, 0, 0)))
    steps = []
    again = deviations.measure(data, with_tempo, 2, 1, lambda *step: steps.append(step))
    assert steps == [(number, 12) for number in range(1, 13)]
    assert np.array_equal(rows, again)
    assert np.abs(rows[:, -1] - rows[:, -2]).mean() < np.abs(rows[:, -1] - rows[:, 1]).mean()


def test_more_positions_are_solved(some):
    """Where positions are solved, one position per number of empties means SOLVED_TIMES as many, or all."""
    data = sources.read([some])
    data = data[np.isin(samples.empties(data), (MAX_SOLVED, MAX_SOLVED + 1))]
    rows = deviations.measure(data, evaluation_files.shipped(), 1, 1)
    assert rows[:, 0].tolist() == [MAX_SOLVED] * 2 + [MAX_SOLVED + 1]
    assert np.isnan(rows[:, -1]).tolist() == [False] * 2 + [True]


def test_formulas():
    """The formulas for the deviations equal `discs`, including the signs of their numbers."""
    text = probcut.text_of(PLANTED)
    assert "exp(1.80 - 0.2000 s + 0.0600 d - 0.0120 e)\n" in text
    assert "exp(1.70 - 0.0800 s + 0.0200 e)\n" in text
    assert text.endswith("-1.10 + 0.1500 e - 0.00230 e^2, at least 0")


def test_too_few_positions(some, tmp_path):
    """Too few positions are reported in one sentence, and the file of weights stays unchanged."""
    data = sources.read([some])
    samples.FORMAT.replace(tmp_path / "few.samples", data[samples.empties(data) < 18], is_test=False)
    path = tmp_path / "weights.bin"
    path.write_bytes(SHIPPED.read_bytes())
    result = CliRunner().invoke(
        main, ["train", "probcut", "-w", str(path), "--positions", "1", str(tmp_path / "few.samples")]
    )
    assert result.exit_code == 2
    assert "too few positions" in result.stderr.splitlines()[-1]
    assert path.read_bytes() == SHIPPED.read_bytes()


def test_a_file_of_weights_keeps_its_deviations_and_kernels_get_them_as_a_table(tmp_path):
    path = tmp_path / "weights.bin"
    evaluation_files.write(path, replace(Network.zero(), deviations=PLANTED))
    copy = evaluation_files.read(path).deviations
    assert copy == PLANTED
    table, tempo = copy.table().view("h"), copy.tempo_table().view("h")
    assert table[2 * (SIZE * 30 + 8)] == round(100 * PLANTED.discs(4, 8, 30))
    assert table[2 * (SIZE * 20 + 20) + 1] == round(100 * PLANTED.discs(0, 20, 20))
    assert [tempo[0], tempo[30]] == [0, round(100 * (-1.1 + 0.15 * 30 - 0.0023 * 900))]
