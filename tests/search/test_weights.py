"""Files of weights: what is written is read, what is damaged or foreign is refused."""

import json

import numpy as np
import pytest

from othello.errors import FormatError
from othello.kernels import patterns
from othello.search import weights
from othello.search.weights import MAGIC, SHIPPED, Weights, packed_size


@pytest.fixture(scope="module")
def some():
    random = np.random.default_rng(7)
    packed = random.integers(-(2**15), 2**15, (patterns.PHASES, packed_size()), np.int16)
    return Weights(packed, "by a test")


@pytest.fixture
def path(tmp_path, some):
    weights.write(tmp_path / "some.bin", some)
    return tmp_path / "some.bin"


def test_round_trip(path, some):
    """All weights, the most extreme too, and the word about their origin come back."""
    found = weights.read(path)
    assert np.array_equal(found.packed, some.packed)
    assert found.made == some.made


def test_tables(some):
    """Kernels get each weight at every place that is equal to its own by symmetry."""
    tables = some.tables
    assert tables.shape == (patterns.PHASES, patterns.PHASE_SIZE)
    assert tables.dtype == np.int16
    assert tables.flags.c_contiguous
    assert np.array_equal(tables[:, 12345], some.packed[:, patterns.packing()[12345]])


def test_shipped():
    """The weights that come with the program can be read, say how they were made, and are not too large."""
    found = weights.read(SHIPPED)
    assert found.made
    assert SHIPPED.stat().st_size <= 8 * 2**20
    assert np.array_equal(weights.shipped().packed, found.packed)


@pytest.mark.parametrize("place", [len(MAGIC) + 2, len(MAGIC) + 40, -1, -5000])
def test_damage(path, place):
    """A changed byte, wherever it is, is noticed."""
    data = bytearray(path.read_bytes())
    data[place] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(FormatError, match="damaged weights"):
        weights.read(path)


@pytest.mark.parametrize("length", [len(MAGIC), len(MAGIC) + 3, len(MAGIC) + 100, 10_000])
def test_cut_off(path, length):
    """So is the end that is missing."""
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(FormatError, match="damaged weights"):
        weights.read(path)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"othello-weights9" + bytes(100)])
def test_other_files(path, content):
    """A file of something else, or of another version, is named as such."""
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"some\.bin: no weights"):
        weights.read(path)


def test_no_file(tmp_path):
    """A missing file is one sentence."""
    with pytest.raises(FormatError, match="no such file"):
        weights.read(tmp_path / "none.bin")


@pytest.mark.parametrize("name", ["patterns", "phases", "mobility", "made", "sha256"])
def test_foreign_weights(path, name):
    """Weights for other patterns, or without a word about theirs, are refused."""
    data = path.read_bytes()
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start : start + length])
    del header[name]
    text = json.dumps(header).encode()
    path.write_bytes(MAGIC + len(text).to_bytes(4, "little") + text + data[start + length :])
    with pytest.raises(FormatError, match=name):
        weights.read(path)
