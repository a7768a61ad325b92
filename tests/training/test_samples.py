"""Samples: their files and targets, and the games that are held out."""

from pathlib import Path

import numpy as np
import pytest

from othello.errors import FormatError
from othello.training import games, samples, sources
from othello.training.samples import ESTIMATED, NO_RESULT, SOLVED, UNSCORED
from tests.memory import allocated


@pytest.mark.parametrize("format", [samples.FORMAT, games.FORMAT])
def test_a_file_of_another_kind_and_a_missing_file_are_refused_by_name(tmp_path, format):
    path = tmp_path / f"a{format.suffix}"
    path.write_bytes(b"GIF89a" * 20)
    with pytest.raises(FormatError, match=rf"a\{format.suffix}: this is not a file of {format.name}"):
        sources.read([path])
    with pytest.raises(FormatError, match="no such file"):
        sources.read([tmp_path / f"none{format.suffix}"])


def test_the_origin_of_weights_names_20_files_and_the_number_of_further_ones():
    paths = [Path(f"folder/{number}.samples") for number in range(23)]
    assert sources.names(paths[:2]) == "0.samples, 1.samples"
    assert sources.names(paths[:20]).endswith(", 19.samples")
    assert sources.names(paths).endswith(", 19.samples and 3 more files")


def test_files_keep_the_sizes_that_the_descriptions_of_their_rows_state():
    for module in (samples, games):
        assert f" {module.FORMAT.stored.itemsize} bytes" in " ".join((module.__doc__ or "").split())


def test_targets():
    """A target mixes score and result. If the score is exact, it is the score. If one is missing, it is the
    other."""
    rows = [
        (1, 2, 0, 1000, 20, ESTIMATED),
        (1, 2, 0, 1000, NO_RESULT, ESTIMATED),
        (1, 2, 0, UNSCORED, -12, ESTIMATED),
        (1, 2, 0, 1000, 10, SOLVED),
        (1, 2, 0, -6400, -64, ESTIMATED),
    ]
    data = np.array(rows, samples.SAMPLE)
    assert samples.targets(data, 0.7).tolist() == pytest.approx([13, 10, -12, 10, -64])
    assert samples.targets(data, 0).tolist() == pytest.approx([20, 10, -12, 10, -64])
    assert samples.targets(data, 1).tolist() == pytest.approx([10, 10, -12, 10, -64])


def test_held_out_games():
    """About one game in twenty is held out, and the number of the game decides."""
    data = np.zeros(10_000, samples.SAMPLE)
    data["game"] = np.arange(10_000)
    held_out = samples.is_held_out(data)
    assert 400 < held_out.sum() < 600
    assert np.array_equal(held_out[::-1], samples.is_held_out(data[::-1]))


FORGERIES = {
    "discs overlap": lambda rows: rows["opponent"].__setitem__(1, rows["player"][1]),
    "the kind is neither": lambda rows: rows["kind"].__setitem__(1, 2),
    "the score is outside": lambda rows: rows["score"].__setitem__(1, 6500),
    "the result is outside": lambda rows: rows["result"].__setitem__(1, 65),
    "there is neither": lambda rows: rows["score"].__setitem__(1, samples.UNSCORED),
}


@pytest.mark.parametrize("fault", FORGERIES)
def test_impossible_samples(tmp_path, fault):
    """Samples that cannot be correct are refused with their number, instead of learned."""
    rows = np.zeros(3, samples.SAMPLE)
    rows["player"], rows["opponent"], rows["result"] = 1, 2, samples.NO_RESULT
    path = tmp_path / "a.samples"
    samples.FORMAT.replace(path, rows, is_test=False)
    assert len(samples.FORMAT.read(path)[0]) == 3
    FORGERIES[fault](rows)
    samples.FORMAT.replace(path, rows, is_test=False)
    with pytest.raises(FormatError, match=f"row 2 of samples: {fault}"):
        samples.FORMAT.read(path)


def test_the_memory_that_reading_takes(tmp_path):
    """Reading a file takes less than three times its size: its bytes, its rows, and checks."""
    rows, path = np.zeros(50_000, samples.SAMPLE), tmp_path / "a.samples"
    samples.FORMAT.replace(path, rows, is_test=False)
    with allocated() as memory:
        assert len(samples.FORMAT.read(path)[0]) == len(rows)
    assert memory.most < 3 * path.stat().st_size


def test_every_bit_of_a_file_of_samples_counts(tmp_path):
    """A file with any changed bit is refused, even where its values remain possible."""
    rows = np.zeros(2, samples.SAMPLE)
    rows["player"], rows["opponent"], rows["result"] = 1, 2, 4
    path = tmp_path / "a.samples"
    samples.FORMAT.replace(path, rows, is_test=False)
    whole = path.read_bytes()
    for bit in range(8 * len(whole)):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        with pytest.raises(FormatError):
            samples.FORMAT.read(path)
