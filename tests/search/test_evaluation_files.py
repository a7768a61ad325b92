"""Files of networks: a written file is read back; a damaged or foreign one is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

from othello.errors import FormatError
from othello.search import evaluation_files
from othello.search.deviations import Deviations
from othello.search.evaluation_files import MAGIC_BYTES, SHIPPED
from othello.search.network import Network

HEADER = MAGIC_BYTES + 4
"""Where the header of a file begins."""


@pytest.fixture(scope="module")
def some():
    # Mostly zeros, which compress quickly.
    random = np.random.default_rng(7)
    numbers = {
        name: random.integers(-300, 300, shape, kind)
        for name, (kind, shape) in Network.shapes().items()
        if name != "rows"
    }
    return replace(
        Network.zero(), **numbers, made="by a test", deviations=Deviations(exact=(1.5, -0.1, 0.02))
    )


@pytest.fixture(scope="module")
def content(tmp_path_factory, some):
    path = tmp_path_factory.mktemp("weights") / "some.bin"
    evaluation_files.write(path, some)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path, content):
    path = tmp_path / "some.bin"
    path.write_bytes(content)
    return path


def edit_header(path, edit):
    """Replace the header of a file by what *edit* makes of it."""
    data = path.read_bytes()
    length = int.from_bytes(data[MAGIC_BYTES:HEADER], "little")
    header = json.loads(data[HEADER : HEADER + length])
    edit(header)
    text = json.dumps(header).encode()
    path.write_bytes(data[:MAGIC_BYTES] + len(text).to_bytes(4, "little") + text + data[HEADER + length :])


def test_round_trip(path, some):
    """Numbers, deviations and description come back as they were written."""
    found = evaluation_files.read(path)
    for name in Network.shapes():
        assert np.array_equal(getattr(found, name), getattr(some, name))
    assert found.deviations == some.deviations
    assert found.made == some.made


def test_shipped():
    """The shipped file can be read, describes its origin and is small."""
    found = evaluation_files.read(SHIPPED)
    assert found.made
    assert SHIPPED.stat().st_size <= 40 * 2**20
    assert found.checksum() == evaluation_files.shipped().checksum()


def test_sources(path, some):
    """An option names a file, a network of zeros, or is None for the shipped one."""
    assert evaluation_files.load(None) is None
    assert evaluation_files.load(path).checksum() == some.checksum()
    assert evaluation_files.load(evaluation_files.ZERO).checksum() == Network.zero().checksum()


def test_a_file_may_be_called_zero(path, monkeypatch):
    """A file named zero is read if it is named with its folder."""
    monkeypatch.chdir(path.parent)
    path.rename("zero")
    assert evaluation_files.load(path.parent / "zero").made == "by a test"


@pytest.mark.parametrize("place", [MAGIC_BYTES + 2, HEADER + 1, -1, -5000])
def test_damage(path, place):
    """A changed byte is noticed in the length, in the header and in the body."""
    data = bytearray(path.read_bytes())
    data[place] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(FormatError, match="damaged weights"):
        evaluation_files.read(path)


@pytest.mark.parametrize("length", [MAGIC_BYTES, MAGIC_BYTES + 3, MAGIC_BYTES + 100, 10_000])
def test_cut_off(path, length):
    """A file without its end is refused as damaged."""
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(FormatError, match="damaged weights"):
        evaluation_files.read(path)


@pytest.mark.parametrize("other", [b"GIF89a", b"othello-network9" + bytes(100)])
def test_other_files(path, other):
    """A file of another kind, or of an unknown version, is refused."""
    path.write_bytes(other)
    with pytest.raises(FormatError, match=r"some\.bin: not a file of weights"):
        evaluation_files.read(path)


def test_no_file(tmp_path):
    """A missing or empty file is reported in one sentence."""
    empty = tmp_path / "empty.bin"
    empty.touch()
    with pytest.raises(FormatError, match="the file is empty"):
        evaluation_files.read(empty)
    with pytest.raises(FormatError, match="no such file"):
        evaluation_files.read(tmp_path / "none.bin")


@pytest.mark.parametrize("name", ["patterns", "units", "phases", "mobility", "made", "sha256", "deviations"])
def test_incomplete_headers(path, name):
    """A header without one of its fields is refused, and the field is named."""
    edit_header(path, lambda header: header.pop(name))
    with pytest.raises(FormatError, match=f"damaged weights .*{name}"):
        evaluation_files.read(path)


def test_other_patterns(path):
    """Weights for other patterns are refused in a sentence that says what to do."""
    edit_header(path, lambda header: header["patterns"].pop("edge"))
    with pytest.raises(FormatError) as error:
        evaluation_files.read(path)
    assert str(error.value) == (
        f"{path}: these weights are for other patterns than this program has: train new ones, "
        "beginning with --weights zero (docs/evaluation.md, 'Changing the evaluation')"
    )


def test_order_of_patterns(path):
    """Weights for the same patterns in another order are refused: they would be read at wrong places."""
    edit_header(path, lambda header: header.update(patterns=dict(reversed(header["patterns"].items()))))
    with pytest.raises(FormatError, match="other patterns"):
        evaluation_files.read(path)
