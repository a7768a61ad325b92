"""Training of networks: symmetry, integers, checkpoints, and errors that fall."""

import contextlib
import threading
from dataclasses import replace

import numpy as np
import pytest

from othello.errors import FormatError
from othello.kernels import table
from othello.kernels.patterns import NETWORK
from othello.kernels.static_values import estimate_all
from othello.search.network import Network
from othello.search.thread_data import ThreadData
from othello.storage import checkpoints
from othello.storage.container import Container
from othello.training import descent, network as training, samples
from othello.training.arrays import Arrays, unchanged, unpacked_rows
from othello.training.descent import Descent, Lessons, ThreadedDescent
from othello.training.model import Model, _integers
from othello.training.network import Training
from othello.training.samples import ESTIMATED, NO_RESULT, SOLVED, UNSCORED
from othello.training.settings import NetworkSettings
from tests.kernels.networks import senseless_arrays
from tests.memory import allocated

SETTINGS = NetworkSettings(epochs=2)


def run(data, settings=SETTINGS, threads=1, start=None):
    trainer = Training(data, settings, threads, start)
    trainer.progress = list(trainer.learn())
    return trainer


@pytest.fixture(scope="module")
def trained(data):
    """A finished run. Tests must not change it."""
    return run(data)


@pytest.fixture(scope="module")
def rows(trained):
    """The rows of the network of the finished run."""
    return unpacked_rows(Arrays.of(trained.model.network("")).rows)


def same(first, second):
    return all(np.array_equal(array, getattr(second, name)) for name, array in vars(first).items())


def test_the_lessons_of_a_run(data, monkeypatch):
    """The lessons are the samples that are not held out, in order, however many are taken at a time."""
    expected = data[~samples.is_held_out(data)]
    for block in (7, descent.BLOCK):
        monkeypatch.setattr(descent, "BLOCK", block)
        lessons = Training(data, SETTINGS).lessons
        assert np.array_equal(lessons.players, expected["player"])
        assert np.array_equal(lessons.opponents, expected["opponent"])
        assert np.array_equal(lessons.targets, samples.targets(expected, SETTINGS.mix))
        assert [array.dtype for array in vars(lessons).values()] == [np.uint64, np.uint64, np.float32]


def test_the_memory_at_the_start_of_a_run(monkeypatch):
    """A run begins with less than 30 bytes per sample, in addition to the samples and the model."""
    model = Model.untrained(1)
    monkeypatch.setattr(Model, "untrained", lambda seed: model)
    data = np.zeros(10**6, samples.SAMPLE)
    data["game"] = np.arange(len(data))
    with allocated() as memory:
        Training(data, SETTINGS)
    assert memory.most < 30 * len(data)


def test_errors_fall(data, small_chunks):
    """Training lowers the errors on learned and held-out samples."""
    before = Training(data, SETTINGS).errors()
    trainer = run(data)
    after = trainer.errors()
    assert trainer.progress[-1].error < trainer.progress[0].error - 1
    assert after.score < before.score - 1
    assert after.exact < before.exact - 1
    assert after.result is not None


def test_progress(data, small_chunks):
    """A run reports each chunk. All samples except the held-out samples are learned in every epoch."""
    trainer = run(data)
    assert [progress.chunks for progress in trainer.progress] == list(range(1, trainer.total + 1))
    assert trainer.progress[-1].seconds_left == 0
    assert trainer.progress[-1].samples == SETTINGS.epochs * len(trainer.lessons)
    assert len(trainer.lessons) == (~samples.is_held_out(data)).sum()
    orders = [trainer._order(chunk) for chunk in range(trainer.total)]
    for epoch in range(SETTINGS.epochs):
        part = orders[epoch * trainer.chunks_of_epoch : (epoch + 1) * trainer.chunks_of_epoch]
        assert np.array_equal(np.sort(np.concatenate(part)), np.arange(len(trainer.lessons)))
    assert not np.array_equal(orders[0], orders[trainer.chunks_of_epoch])


def test_the_rate_falls_from_the_beginning_to_the_end_of_a_run(data, small_chunks):
    trainer = Training(data, SETTINGS)
    rates = [descent.rate_of(SETTINGS.rate, chunk, trainer.total) for chunk in range(trainer.total)]
    assert rates[0] == SETTINGS.rate
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] > SETTINGS.rate * descent.LAST_RATE


def test_untrained_models(untrained):
    """The numbers of an untrained model depend only on the seed."""
    first, other = (Model.untrained(seed) for seed in (1, 2))
    assert same(first, untrained(1))
    assert not same(first, other)


def test_same_again(data, trained):
    """With one thread, the same samples give the same network, and another seed gives another network."""
    again, other = (run(data, replace(SETTINGS, seed=seed)).model for seed in (1, 2))
    assert same(trained.model, again)
    assert not same(trained.model, other)


def test_several_threads_learn_as_well_as_one_up_to_chance(data, small_chunks):
    one, several = (run(data, threads=threads).errors().score for threads in (1, 3))
    assert several < one + 2


def test_the_threads_of_a_learner_end_when_the_learner_is_deleted(data):
    before = set(threading.enumerate())
    learner = ThreadedDescent(Model.untrained(seed=1), threads=3)
    for _ in range(2):
        learner.learn(Lessons.of(data, np.ones(len(data), bool), mix=1), np.arange(30), rate=0.01)
    started = set(threading.enumerate()) - before
    assert 1 <= len(started) <= 3
    del learner
    for thread in started:
        thread.join(timeout=30)
    assert not any(thread.is_alive() for thread in started)


def test_checkpoint(data, small_chunks, tmp_path):
    """A run that continues from a checkpoint gives the same network as an uninterrupted run."""
    path = tmp_path / "run.checkpoint"
    first = Training(data, SETTINGS)
    for progress in first.learn():
        if progress.chunks == first.chunks_of_epoch + 2:
            first.save(path)
            break
    second = Training(data, SETTINGS)
    second.resume(path)
    assert second.chunks == first.chunks
    assert len(list(second.learn())) == first.total - first.chunks
    assert same(second.model, run(data).model)
    assert [file.name for file in tmp_path.iterdir()] == ["run.checkpoint"]


@pytest.fixture(scope="module")
def saved(data, tmp_path_factory):
    """A run after its first chunk, and its checkpoint. Tests must change neither."""
    path = tmp_path_factory.mktemp("saved") / "run.checkpoint"
    trainer = Training(data, SETTINGS)
    next(trainer.learn())
    trainer.save(path)
    return trainer, path


def test_a_run_from_random_numbers_does_not_read_the_weights_of_the_package(data, monkeypatch):
    """After a change of patterns, these weights cannot be read, but a first network must still be
    possible."""
    monkeypatch.setattr("othello.search.identity.shipped", lambda: pytest.fail("they are read"))
    Training(data, SETTINGS)


def test_a_checkpoint_with_other_samples_settings_or_another_start_is_refused(data, saved):
    _, path = saved
    others = {
        "samples": Training(data[:-1], SETTINGS),
        "start": Training(data, SETTINGS, start=Network.zero()),
    }
    for name, other in others.items():
        with pytest.raises(FormatError, match=f"run.checkpoint: the file belongs to a run with .*{name} "):
            other.resume(path)


def test_checkpoints_of_other_patterns(data, saved, monkeypatch):
    """A checkpoint of a network with other patterns is refused, even if all arrays have the same sizes."""
    _, path = saved
    layout = Network.layout() | {"patterns": dict(reversed(NETWORK.names.items()))}
    monkeypatch.setattr(Network, "layout", lambda: layout)
    with pytest.raises(FormatError, match=r"run.checkpoint: the file belongs to a run with patterns"):
        Training(data, SETTINGS).resume(path)


def test_damaged_checkpoints(saved, tmp_path):
    """A damaged checkpoint is refused. A checkpoint that cannot be read is not called damaged."""
    trainer, whole = saved[0], saved[1].read_bytes()
    path = tmp_path / "run.checkpoint"
    for content, fault in (
        (b"", "this is not a checkpoint"),
        (b"nonsense", "this is not a checkpoint"),
        (whole[:1000], "this is a damaged checkpoint"),
        (whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:], "this is a damaged checkpoint"),
    ):
        path.write_bytes(content)
        with pytest.raises(FormatError, match=rf"run\.checkpoint: {fault} .remove it to begin anew"):
            trainer.resume(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(FormatError, match=r"run\.checkpoint: is a directory"):
        trainer.resume(path)


def test_a_checkpoint_without_all_of_its_numbers_is_refused(tmp_path):
    path, sums = tmp_path / "run.checkpoint", np.ones(4, np.float32)
    state = {"format": "run", "chunks": 1}
    checkpoints.write(path, state, {"sums": sums})
    assert checkpoints.read(path, state, 1, {"sums": sums}) == 1
    checkpoints.FILE.write(path, checkpoints.FILE.read(path)[0], sums[:3])
    with pytest.raises(FormatError, match="this state was not saved by a run"):
        checkpoints.read(path, state, 1, {"sums": sums})


def test_a_run_with_few_units_and_rows(data):
    """A run learns the units and the most frequent rows that it is told to learn. All others stay zero."""
    trainer = run(data, replace(SETTINGS, units=6, rows=700))
    made = trainer.model.network("")
    arrays = Arrays.of(made)
    units = np.flatnonzero(arrays.weights.any(axis=0))
    assert np.array_equal(units, [0, 1, 2, 16, 17, 18])
    assert made.narrow_numbers()[0] == 6
    numbers = unpacked_rows(arrays.rows).reshape(len(arrays.rows), -1, 32)
    learned = numbers.any(axis=(1, 2))
    assert np.array_equal(np.flatnonzero(numbers.any(axis=(0, 1))), units)
    counts = descent.row_counts(trainer.lessons.players, trainer.lessons.opponents)
    assert 600 < learned.sum() <= 700
    assert counts[learned].min() >= np.sort(counts)[-700]
    assert trainer.errors().score < Training(data, SETTINGS).errors().score - 1


@pytest.mark.slow
def test_a_network_with_few_rows_is_trained_from_a_network_with_all(data, trained):
    """A run with fewer rows begins with the rows of its first network, and changes no other row.

    Without an epoch, it only leaves out rows.
    """
    start = trained.model.network("")
    trainer = Training(data, replace(SETTINGS, rows=500), start=start)
    kept = np.isfinite(trainer.model.row_sums)
    assert kept.sum() == 500
    assert np.array_equal(trainer.model.rows[kept], Model.of(start).rows[kept])
    unlearned = run(data, replace(SETTINGS, epochs=0, rows=500), start=start).model
    list(trainer.learn())
    assert not trainer.model.rows[~kept].any()
    before, after = Arrays.of(start), Arrays.of(unlearned.network(""))
    for name in ("biases", "mobility", "weights", "offsets", "scales"):
        assert np.array_equal(getattr(after, name), getattr(before, name))
    assert np.array_equal(after.rows[kept], before.rows[kept])
    assert not unpacked_rows(after.rows[~kept]).any()


def test_a_penalty_moves_the_numbers_of_rows_toward_zero(data):
    """After a chunk, a number loses the penalty times the rate times the samples, by the root of its sum."""
    settings = NetworkSettings(rate=0.02)
    free, penalized = (run(data, replace(settings, penalty=penalty)) for penalty in (0, 5e-4))
    assert free.total == 1
    some = slice(0, None, 10)
    rows, sums = free.model.rows[some].astype(float), free.model.row_sums[some].astype(float)
    loss = 5e-4 * 0.02 * len(free.lessons) / (sums + 0.001) ** 0.5
    expected = np.sign(rows) * np.maximum(np.abs(rows) - loss[:, None], 0)
    assert np.allclose(penalized.model.rows[some], expected, rtol=1e-4, atol=1e-6)
    assert 0.1 < np.mean(penalized.model.rows[some][sums > 0] == 0) < 0.9
    for name in ("weights", "biases", "mobility", "offsets", "row_sums"):
        assert np.array_equal(getattr(penalized.model, name), getattr(free.model, name))


@pytest.mark.slow
def test_a_larger_penalty_leaves_fewer_numbers_and_lowers_the_loss_with_this_penalty(data, small_chunks):
    """The loss of a sample is half the square of its error, plus the penalty on all numbers of rows."""
    penalties = np.array([0, 1e-4, 1e-3])
    lessons, left, losses = Training(data, SETTINGS).lessons, [], []
    for penalty in penalties:
        model = run(data, replace(SETTINGS, penalty=float(penalty))).model
        left.append(np.count_nonzero(unpacked_rows(Arrays.of(model.network("")).rows)))
        values = Descent(model).values(lessons.players, lessons.opponents)
        magnitudes = np.abs(model.rows[model.row_sums > 0]).sum()
        losses.append(np.mean((values - lessons.targets) ** 2) / 2 + penalties * magnitudes)
    assert left[0] > left[1] > left[2] > 0
    assert losses[1][1] < losses[0][1]
    assert losses[2][2] < min(losses[0][2], losses[1][2])


# Integers


def integer_values(network, data):
    workspace = ThreadData(table.new_table(1), network)
    into = np.zeros(len(data), np.int64)
    players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
    estimate_all(workspace.record, players, opponents, into)
    return into / 100


def test_numbers_beyond_an_integer_become_its_limits():
    assert _integers(np.array([-4e4, -1.6, 1.4, 4e4]), np.int16).tolist() == [-32768, -2, 1, 32767]
    assert _integers(np.array([-9.0, 9.0]), np.int8, -3, 4).tolist() == [-3, 4]


def test_the_network_of_integers_has_the_values_of_the_model(data, trained):
    # Here, numbers of rows that were not seen count, too.
    model = replace(trained.model, row_sums=trained.model.row_sums + 1)
    players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
    expected = Descent(model).values(players, opponents)
    assert np.abs(integer_values(model.network(""), data) - expected).mean() < 0.3
    assert np.ptp(expected) > 20


def test_the_row_of_a_configuration_that_no_sample_has_is_zero(trained, rows):
    seen = trained.model.row_sums > 0
    assert 0 < seen.sum() < len(seen) / 2
    assert not rows[~seen].any()
    assert rows[seen].any(axis=1).mean() > 0.9


def test_phases_without_samples(data):
    """A phase without samples gets the numbers of the closest phase with samples."""
    arrays = Arrays.of(run(data[samples.empties(data) // 2 == 12]).model.network(""))
    for array in (arrays.weights, arrays.biases, arrays.offsets, arrays.scales):
        assert (array == array[12]).all()


def test_a_symmetry_that_does_not_change_a_configuration_does_not_change_its_row(rows):
    for turned, places in unchanged():
        assert np.array_equal(rows[places], rows[places][:, turned])


def test_a_network_that_is_not_trained_further_stays_as_it_is():
    known = senseless_arrays()
    made = Model.of(known.network()).network("made")
    assert made.made == "made"
    arrays = Arrays.of(made)
    for name in ("biases", "mobility", "offsets"):
        assert np.array_equal(getattr(arrays, name), getattr(known, name))
    assert np.array_equal(arrays.rows, known.rows)
    worth = [network.weights * network.scales[:, None].astype(np.float64) for network in (arrays, known)]
    assert worth[0] == pytest.approx(worth[1], abs=0.05 * np.abs(worth[1]).max())


def test_training_further_is_better(data, trained):
    """When a network is trained further, its errors begin at their old values and end lower."""
    known = trained.model.network("")
    further = Training(data, NetworkSettings(seed=5), start=known)
    before = further.errors()
    list(further.learn())
    assert further.errors().score < before.score


# Errors


def test_errors():
    """Errors are measured where the value is known: scores and results in the midgame, and exact values."""
    rows = [
        ((1 << 20) - 1, 0, 0, 1000, 20, ESTIMATED),
        ((1 << 20) - 1, 0, 0, 2000, NO_RESULT, ESTIMATED),
        ((1 << 20) - 1, 0, 0, UNSCORED, 30, ESTIMATED),
        ((1 << 60) - 1, 0, 0, 1000, 10, ESTIMATED),
        ((1 << 60) - 1, 0, 0, 400, 4, SOLVED),
    ]
    data = np.array(rows, samples.SAMPLE)
    errors = training.measured(data, np.zeros(5))
    assert (errors.score, errors.result, errors.exact) == (15, 25, 4)
    assert training.measured(data[3:4], np.zeros(1)) == training.Errors(None, None, None)


def test_forged_checkpoints(saved, monkeypatch):
    """A checkpoint with parts that no run has saved is refused, even if its checksum is right."""
    run, path = saved
    state, body = checkpoints.FILE.read(path)
    body, model = list(body), run.model
    others = ({"rows": model.rows[:2]}, {"offsets": model.offsets.astype(float)})
    forgeries = [{"arrays": state["arrays"] | checkpoints._types(other)} for other in others]
    forgeries += [{"chunks": chunks} for chunks in (10**9, True, -1)]
    for forgery in ({}, *forgeries):
        monkeypatch.setattr(Container, "read", lambda *_, forged=state | forgery: (forged, body))
        refused = pytest.raises(
            FormatError, match=r"run\.checkpoint: this is a damaged checkpoint .remove it"
        )
        with refused if forgery else contextlib.nullcontext():
            run.resume(path)
