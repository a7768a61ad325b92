"""Reports: measures compared with plain arithmetic, moves with the slow model."""

import math
import statistics

import numpy as np
import pytest

from othello.errors import OthelloError
from othello.kernels.evaluate import estimate
from othello.kernels.features import set_features
from othello.kernels.static_values import best_move
from othello.search.network import Network
from othello.training import report, samples
from othello.training.report import HeldOut
from othello.training.samples import ESTIMATED, SOLVED
from othello.training.settings import SearchSettings, SelfPlaySettings
from tests import model
from tests.training.games import self_play

SETTINGS = SelfPlaySettings(seed=5, search=SearchSettings(depth=3, exact=7), least_random=44, most_random=50)


@pytest.fixture(scope="module")
def held_out():
    data = np.concatenate(self_play(SETTINGS, range(60)))
    return HeldOut("set", data[samples.empties(data) <= 7])


@pytest.fixture(scope="module")
def rows(held_out):
    return report.measure(held_out, "shipped", None, 20)


def words_of(sample):
    return int(sample["player"]), int(sample["opponent"])


def value_of(workspace, player, opponent):
    set_features(workspace.record, player, opponent)
    return estimate(workspace.record, player, opponent)


def test_errors(workspace, held_out, rows):
    """Errors, bias and correlation agree with their definitions, for the evaluation that plays."""
    assert [row.least for row in rows] == [*range(2, 8), 2]
    assert rows[-1].positions == len(held_out.samples) > 100
    for row in rows:
        own = [sample for sample in held_out.samples if row.least <= empties(sample) <= row.most]
        estimates = [value_of(workspace, *words_of(sample)) / 100 for sample in own]
        values = [float(sample["result"]) for sample in own]
        differences = [left - right for left, right in zip(estimates, values, strict=True)]
        assert row.positions == len(own)
        for measure, expected in (
            (row.error, statistics.fmean(map(abs, differences))),
            (row.rms, math.sqrt(statistics.fmean(difference**2 for difference in differences))),
            (row.bias, statistics.fmean(differences)),
            (row.correlation, statistics.correlation(estimates, values)),
        ):
            assert measure == pytest.approx(expected, abs=1e-6)


def empties(sample):
    return 64 - (int(sample["player"]) | int(sample["opponent"])).bit_count()


def test_best_moves(workspace, held_out):
    """The best move leads to the greatest evaluation, even before a pass and at the end of the game."""
    kinds = set()
    wiped_out = np.array([(1, 2, 0, 6400, 64, SOLVED)], samples.SAMPLE)
    for sample in np.concatenate([held_out.samples, wiped_out]):
        board = model.from_words(*words_of(sample))
        values = {}
        for move in model.legal_moves(board):
            after = model.play(board, move)
            if model.is_over(after):
                values[move], kind = -100 * model.final_score(after), "over"
            elif model.must_pass(after):
                values[move], kind = value_of(workspace, *model.to_words(model.passed(after))), "pass"
            else:
                values[move], kind = -value_of(workspace, *model.to_words(after)), "move"
            kinds.add(kind)
        best = max(values.values())
        choice = best_move(workspace.record, *words_of(sample))
        assert values[choice] == best
    assert kinds == {"over", "pass", "move"}


def test_right_moves(workspace, held_out):
    """A move keeps a solved position's value if and only if the slow model finds that value after it."""
    judged = [candidate for candidate in held_out.samples if empties(candidate) <= 5][:40]
    answers = set()
    for sample in judged:
        board = model.from_words(*words_of(sample))
        for move in model.legal_moves(board):
            is_right = -model.solve(model.play(board, move)) == sample["result"]
            assert report.keeps_value(workspace, sample, move) == is_right
            answers.add(is_right)
    assert answers == {True, False}


def test_which_moves_are_judged(held_out):
    """Moves are judged in a limited number of solved positions with several moves, always the same ones."""
    mixed = held_out.samples.copy()
    mixed["kind"][::2] = ESTIMATED
    places = HeldOut("", mixed).to_judge(9)
    assert np.array_equal(places, HeldOut("", mixed).to_judge(9))
    assert set(mixed["kind"][places]) == {SOLVED}
    counts = np.bincount(samples.empties(mixed[places]))
    assert 0 < counts.max() <= 9
    for sample in mixed[places]:
        assert len(model.legal_moves(model.from_words(*words_of(sample)))) > 1
    assert len(HeldOut("", mixed).to_judge(0)) == 0


def test_weights_matter(held_out, rows):
    """A network of zeros estimates 0 everywhere, does not correlate with values, and has greater errors."""
    for row, other in zip(report.measure(held_out, "zero", Network.zero(), 0), rows, strict=True):
        assert row.correlation is None
        assert row.right is None
        assert row.moves == 0
        assert row.error > 1.5 * other.error


def test_groups():
    """Many numbers of empties are grouped by phase, and the last group contains all samples."""
    data = np.zeros(3, samples.SAMPLE)
    data["player"] = [(1 << 30) - 1, (1 << 45) - 1, (1 << 44) - 1]
    assert HeldOut("", data).groups() == [(19, 19), (20, 20), (34, 34), (19, 34)]
    many = np.zeros(20, samples.SAMPLE)
    many["player"] = [(1 << (64 - count)) - 1 for count in range(11, 31)]
    assert HeldOut("", many).groups() == [*((count, count + 1) for count in range(10, 31, 2)), (10, 31)]


def test_a_set_is_a_file_or_a_folder_perhaps_limited_to_a_range_of_empties(tmp_path, held_out):
    folder = tmp_path / "depth.12"
    folder.mkdir()
    samples.FORMAT.replace(folder / "a.samples", held_out.samples[:50], is_test=True)
    samples.FORMAT.replace(folder / "b.samples", held_out.samples[50:], is_test=True)
    assert report.read_set(str(folder / "a.samples"), 0).name == "a"
    whole = report.read_set(str(folder), 0)
    assert whole.name == "depth.12"
    assert np.array_equal(whole.samples, held_out.samples)
    some = report.read_set(f"{folder}@3-4", 0)
    assert set(samples.empties(some.samples).tolist()) == {3, 4}


@pytest.mark.parametrize(
    ("end", "fault"),
    [
        ("@4", "'4' after the @ of .* is not a range such as 16-50"),
        ("@9-4", "is not a range such as 16-50"),
        ("@x-y", "is not a range such as 16-50"),
        ("@²-5", "is not a range such as 16-50"),
        ("@٣-5", "is not a range such as 16-50"),
        ("@40-50", "there are no samples with 40 to 50 empties"),
        ("/none", "no such file"),
    ],
)
def test_bad_sets(tmp_path, held_out, end, fault):
    """A bad range, an empty set and a missing file are refused with the reason."""
    samples.FORMAT.replace(tmp_path / "a.samples", held_out.samples, is_test=True)
    with pytest.raises(OthelloError, match=fault):
        report.read_set(f"{tmp_path}{end}", 0)
