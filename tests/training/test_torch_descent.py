"""Training by PyTorch: its steps against those of the compiled trainer, and runs."""

from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose

from othello.errors import OthelloError
from othello.training import torch_descent
from othello.training.descent import Descent, Lessons, ThreadedDescent
from othello.training.model import Model
from othello.training.network import Training
from othello.training.settings import NetworkSettings
from othello.training.torch_descent import LEAST, LEAST_BATCH, MOST, TorchDescent, device_of
from tests import positions
from tests.kernels.networks import senseless

pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'othello[torch]'")

KNOWN = senseless(seed=5, most=5)
PAIRS = [positions.random_position(number, 10 + number % 40) for number in range(100)]
PLAYERS, OPPONENTS = (np.array(side, np.uint64) for side in zip(*PAIRS, strict=True))
LESSONS = Lessons(PLAYERS, OPPONENTS, np.linspace(-20, 20, len(PAIRS), dtype=np.float32))
ALL = np.arange(len(PAIRS))
SETTLED = 1e8
"""A sum of squares that a step does not change noticeably."""
SUMS = ("row_sums", "weight_sums", "mobility_sums")
NUMBERS = ("rows", "weights", "biases", "mobility", "offsets")


def model_with(sums):
    """A model whose sums of squares are all the same."""
    found = Model.of(KNOWN)
    for name in SUMS:
        getattr(found, name)[:] = sums
    return found


def by_torch(model, order, rate, learned=0):
    """The model after a chunk that PyTorch learned."""
    learner = TorchDescent(model, device_of("torch-cpu"))
    learner.learn(LESSONS, np.array(order), rate, learned)
    return learner.model


def by_kernel(model, order, rate):
    """The model after the same chunk, one sample after the other."""
    Descent(model).learn(LESSONS, np.array(order), rate)
    model.make_symmetric()
    return model


def changes(after, before):
    return {name: getattr(after, name) - getattr(before, name) for name in NUMBERS}


@pytest.mark.parametrize("number", range(0, 100, 20))
def test_one_sample(number):
    """A batch of one sample moves all numbers as the compiled trainer does."""
    before, rate = model_with(SETTLED), 1.0
    expected = changes(by_kernel(model_with(SETTLED), [number], rate), before)
    for name, moved in changes(by_torch(model_with(SETTLED), [number], rate), before).items():
        assert np.abs(expected[name]).max() > 1e-6, name
        assert_allclose(moved, expected[name], rtol=1e-2, atol=1e-7, err_msg=name)


def test_batches():
    """A batch moves numbers by the sum of the steps of its samples, each from the same numbers."""
    before, rate, chosen = model_with(SETTLED), 1.0, range(0, 100, 12)
    expected = dict.fromkeys(NUMBERS, 0)
    for number in chosen:
        alone = changes(by_kernel(model_with(SETTLED), [number], rate), before)
        expected = {name: expected[name] + alone[name] for name in NUMBERS}
    for name, moved in changes(by_torch(model_with(SETTLED), chosen, rate), before).items():
        assert_allclose(moved, expected[name], rtol=1e-2, atol=1e-6, err_msg=name)


def test_sums_of_squares():
    """The sums of squares are those of the compiled trainer if the numbers hardly move."""
    rate = 1e-9
    expected, found = by_kernel(model_with(0), ALL, rate), by_torch(model_with(0), ALL, rate)
    for name in SUMS:
        assert getattr(found, name).any()
        assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-3, atol=1e-6)


def test_first_steps():
    """The first steps are as long as those of the compiled trainer."""
    before, rate = model_with(0), 1e-3
    expected, found = by_kernel(model_with(0), [0], rate), by_torch(model_with(0), [0], rate)
    once = found.row_sums == found.row_sums[found.row_sums > 0].min()  # rows of one feature
    for name, moved in changes(found, before).items():
        chosen = once if name == "rows" else slice(None)
        expected_move = (getattr(expected, name) - getattr(before, name))[chosen]
        assert np.abs(expected_move).max() > 1e-6, name
        assert_allclose(moved[chosen], expected_move, rtol=1e-2, atol=1e-7, err_msg=name)


def test_numbers_of_rows_are_limited():
    """Long steps leave the numbers of rows within the limit."""
    found = by_torch(model_with(0), ALL, 1.0)
    assert [found.rows.min(), found.rows.max()] == [np.float32(LEAST), np.float32(MOST)]


def test_batches_of_a_chunk(monkeypatch):
    """A chunk is learned in batches, one after the other."""
    monkeypatch.setattr(Model, "make_symmetric", lambda model: None)  # it follows each chunk
    together = by_torch(model_with(1), ALL, 0.01)
    apart = model_with(1)
    for first in range(0, len(ALL), LEAST_BATCH):
        apart = by_torch(apart, ALL[first : first + LEAST_BATCH], 0.01)
    later = by_torch(model_with(1), ALL, 0.01, learned=90_000)  # one batch
    for name in NUMBERS:
        assert_allclose(getattr(apart, name), getattr(together, name), atol=1e-5, err_msg=name)
    assert later.offsets != pytest.approx(together.offsets, abs=1e-5)


def test_errors():
    """The sum of absolute errors that is returned is that before the steps of a batch."""
    learner = TorchDescent(model_with(SETTLED), device_of("torch-cpu"))
    expected = np.abs(Descent(model_with(SETTLED)).values(PLAYERS, OPPONENTS) - LESSONS.targets).sum()
    assert learner.learn(LESSONS, ALL, 1e-9, 90_000) == pytest.approx(expected, rel=1e-3)


# Runs

SETTINGS = NetworkSettings(epochs=2)


@pytest.fixture
def on_torch(small_chunks):
    """PyTorch as the learner of runs with several chunks."""
    return partial(TorchDescent, device=device_of("torch-cpu"))


def test_runs_are_as_good(data, on_torch):
    """A run by PyTorch ends with about the errors of the compiled trainer."""
    runs = [Training(data, SETTINGS, learner) for learner in (ThreadedDescent, on_torch)]
    before = runs[0].errors()
    kernel, torch = ([list(run.learn()), run.errors()][1] for run in runs)
    assert torch.score < before.score - 1
    assert torch.score < kernel.score + 0.5
    assert torch.exact < kernel.exact + 0.5


def test_checkpoints(data, on_torch, tmp_path):
    """A run that continues from a checkpoint gives the network of an uninterrupted run."""
    path = tmp_path / "run.checkpoint"
    whole, begun, continued = (Training(data, SETTINGS, on_torch) for _ in range(3))
    list(whole.learn())
    next(begun.learn())
    begun.save(path)
    continued.resume(path)
    assert len(list(continued.learn())) == whole.total - 1
    for name, array in whole.model.arrays().items():
        assert np.array_equal(getattr(continued.model, name), array), name


def test_other_devices_continue(data, on_torch, tmp_path):
    """A run continues from a checkpoint of another device."""
    path = tmp_path / "run.checkpoint"
    for first, second in ((ThreadedDescent, on_torch), (on_torch, ThreadedDescent)):
        begun, continued = (Training(data, SETTINGS, learner) for learner in (first, second))
        before = begun.errors()
        next(begun.learn())
        begun.save(path)
        continued.resume(path)
        assert len(list(continued.learn())) == begun.total - 1
        assert continued.errors().score < before.score - 1


# Devices


def test_unknown_devices():
    """A device that is missing is reported with the names of those that are there."""
    with pytest.raises(OthelloError, match="finds no device 'cuda:99' on this computer: use cpu"):
        device_of("cuda:99")


@pytest.mark.parametrize("count", [1, 2])
def test_accelerators(count, monkeypatch):
    """An accelerator is a device by its kind, and by its kind and number."""
    torch = torch_descent.import_torch()
    monkeypatch.setattr(torch.accelerator, "is_available", lambda: True)
    monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda: torch.device("cuda"))
    monkeypatch.setattr(torch.accelerator, "device_count", lambda: count)
    assert device_of("cuda") == torch.device("cuda")
    assert device_of(f"cuda:{count - 1}") == torch.device(f"cuda:{count - 1}")
    with pytest.raises(
        OthelloError, match=f"use .*, cuda or .*cuda:{count - 1}$|use .* or cuda:{count - 1}$"
    ):
        device_of(f"cuda:{count}")


def test_devices_without_memory(monkeypatch):
    """A device without enough free memory is reported in one sentence."""
    learner = TorchDescent(model_with(1), device_of("torch-cpu"))

    def fail(*_):
        raise torch_descent.import_torch().OutOfMemoryError("Tried to allocate 132.00 MiB.\nmore")

    monkeypatch.setattr(learner, "_sum_of_rows", fail)
    with pytest.raises(OthelloError, match="device cpu has too little free memory: 2 GiB are enough"):
        learner.learn(LESSONS, ALL, 0.01, 0)
