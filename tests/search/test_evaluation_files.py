"""Network files: a written file is read back, and a damaged or foreign file is refused."""

import hashlib
import json
import mmap
import random
import zlib

import pytest

from othello.errors import FormatError
from othello.kernels import network
from othello.native import library
from othello.search import evaluation_files
from othello.search.evaluation_files import COMPACT, MAP, MAP_START, SHIPPED
from othello.search.network import SIZES, Network
from othello.storage.container import DIGEST, START
from tests.cases import cases

FORMS = {"compact": evaluation_files.write, "map": evaluation_files.write_map}


@pytest.fixture(params=FORMS)
def form(request):
    return request.param


@pytest.fixture
def content(contents, form):
    return contents[form]


@pytest.fixture
def path(tmp_path, content):
    path = tmp_path / "some.bin"
    path.write_bytes(content)
    return path


def header_of(content):
    return json.loads(content[START : START + int.from_bytes(content[START - 4 : START], "little")])


def with_header(content, header):
    """The file with another header, given as bytes, and with right checksums."""
    begin, length = content[: START - 4], int.from_bytes(content[START - 4 : START], "little")
    begin += len(header).to_bytes(4, "little") + header
    if content.startswith(COMPACT.magic):
        data = begin + content[START + length : -DIGEST]
        return data + hashlib.sha256(data).digest()
    begin = begin.ljust(MAP_START - 4, b"\0")
    return begin + zlib.crc32(begin).to_bytes(4, "little") + content[MAP_START:]


def edited(content, **fields):
    return with_header(content, json.dumps(header_of(content) | fields).encode())


def refused(path, content, match="this is a damaged file of weights"):
    """Assert that reading a file with this content raises FormatError, and nothing else."""
    path.write_bytes(content)
    with pytest.raises(FormatError, match=match) as caught:
        evaluation_files.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


# What is written is read


def test_round_trip(path, some):
    """Numbers, deviations and description are read back unchanged, from either form of file."""
    evaluation = evaluation_files.read(path)
    assert evaluation.numbers() == some.numbers()
    assert bytes(evaluation.memory.bytes[: network.BYTES]) == bytes(some.memory.bytes[: network.BYTES])
    assert evaluation.deviations == some.deviations
    assert evaluation.made == some.made


def test_forms(contents):
    """A map stores the memory unchanged, from the start of a page, so that it can be mapped. A compact file
    is small."""
    assert contents["map"].startswith(MAP.magic)
    assert len(contents["map"]) == MAP_START + network.BYTES
    assert MAP_START % mmap.PAGESIZE == 0
    assert contents["compact"].startswith(COMPACT.magic)
    assert len(contents["compact"]) < len(contents["map"]) / 10


def test_files_of_one_network_are_equal(tmp_path, contents, some):
    """Writing a network again gives the same file, byte for byte, even after it was read."""
    for form, write in FORMS.items():
        (tmp_path / form).write_bytes(contents[form])
        write(tmp_path / "again", evaluation_files.read(tmp_path / form))
        assert (tmp_path / "again").read_bytes() == contents[form]


def test_what_a_process_writes_to_the_memory_of_a_map_does_not_change_the_file(tmp_path, contents):
    path = tmp_path / "some.map"
    path.write_bytes(contents["map"])
    evaluation = evaluation_files.read(path)
    evaluation.memory.words[0] ^= 1
    assert path.read_bytes() == contents["map"]


def test_the_shipped_file_can_be_read_describes_its_origin_and_is_small():
    evaluation = evaluation_files.read(SHIPPED)
    assert evaluation.made
    assert SHIPPED.stat().st_size <= 40 * 2**20
    assert evaluation.checksum() == evaluation_files.shipped().checksum()


def test_sources(path, some):
    """The option names a file or a network of zeros, or is None for the shipped network."""
    assert evaluation_files.load(None) is None
    assert evaluation_files.load(path).checksum() == some.checksum()
    assert evaluation_files.load(evaluation_files.ZERO).checksum() == Network.zero().checksum()


def test_a_file_named_zero_is_read_if_it_is_named_with_its_folder(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    path.rename("zero")
    assert evaluation_files.load(path.parent / "zero").made == "by a test"


def test_a_file_contains_only_the_units_in_use(tmp_path, some):
    """A network with few units has a small file, which gives the same memory, and the number of its units."""
    numbers = bytearray(some.numbers())
    for part in range(3):
        first, end = sum(SIZES[:part]), sum(SIZES[: part + 1])
        for unit in (*range(3, 16), *range(19, 32)):
            for place in range(first + 2 * unit, end, 2 * network.UNITS):
                numbers[place : place + 2] = bytes(2)
    for place in range(sum(SIZES[:-1]), sum(SIZES[:-1]) + 5000):
        if (place - sum(SIZES[:-1])) % network.HALF < 3:
            numbers[place] = place % 251
    evaluation_files.write(tmp_path / "few", Network.of_numbers([bytes(numbers)]))
    assert header_of((tmp_path / "few").read_bytes())["units"] == 6
    read = evaluation_files.read(tmp_path / "few")
    assert read.numbers() == numbers
    assert read.checksum() != some.checksum()


# Damage


def regions(content):
    """A place in each part of a file."""
    length = int.from_bytes(content[START - 4 : START], "little")
    places = [START - 4, START - 2, START, START + 1, START + length - 1, len(content) - 1, len(content) // 2]
    if content.startswith(COMPACT.magic):
        return [*places, START + length, START + length + 1, len(content) - DIGEST]
    return [*places, START + length, MAP_START - 5, MAP_START - 4, MAP_START - 1, MAP_START, MAP_START + 1]


def flipped(content, places, flip):
    """Yield the content with one changed byte for each of the places, in an array that is used again."""
    changed = bytearray(content)
    for place in places:
        changed[place] ^= flip
        yield changed
        changed[place] ^= flip


CHANCE = random.Random(1)
CUTS = (len(COMPACT.magic), START - 1, START, START + 80, 4000, MAP_START, 10_000, -1)
SIZES_OF_NOISE = (0, 1, 4, 31, 32, 33, 36, 100, 4076, 4080, 5000)
DAMAGES = {
    "flips": lambda content: flipped(content, regions(content), 1),
    "anywhere": lambda content: flipped(
        content, [CHANCE.randrange(len(COMPACT.magic), len(content)) for _ in range(5)], 3
    ),
    "cut off": lambda content: (content[:length] for length in CUTS),
    "longer": lambda content: (content + more for more in (b"\0", b"\0" * 4096, content)),
    "noise": lambda content: (content[:16] + CHANCE.randbytes(size) for size in SIZES_OF_NOISE),
}
"""Contents of damaged files: changed bytes in each part or anywhere, missing, more and other bytes."""


@cases("damage", DAMAGES.values())
def test_damage(path, content, damage):
    """Damage is noticed in every part of a file: length, header, checksums, zeros and numbers."""
    for data in damage(content):
        refused(path, data)


@pytest.mark.parametrize("other", [b"GIF89a", b"othello-network9" + bytes(100), COMPACT.magic[:-1]])
def test_a_file_of_another_kind_or_of_an_unknown_version_is_refused(tmp_path, other):
    refused(tmp_path / "some.bin", other, r"some\.bin: this is not a file of weights")


def test_a_missing_or_empty_file_is_reported_in_one_sentence(tmp_path):
    empty = tmp_path / "empty.bin"
    empty.touch()
    with pytest.raises(FormatError, match="the file is empty"):
        evaluation_files.read(empty)
    with pytest.raises(FormatError, match="no such file"):
        evaluation_files.read(tmp_path / "none.bin")
    with pytest.raises(FormatError, match="not a regular file"):
        evaluation_files.read(tmp_path)


# Headers, which both forms read with one function


@cases("name", ["patterns", "units", "phases", "mobility", "made", "deviations"])
def test_a_header_without_one_of_its_fields_is_refused_and_the_field_is_named(path, content, name):
    header = header_of(content)
    del header[name]
    refused(
        path,
        with_header(content, json.dumps(header).encode()),
        f"this is a damaged file of weights: .*{name}",
    )


HEADERS = [
    b"",
    b"[]",
    b"null",
    b"17",
    b'"text"',
    b"{",
    b"{}",
    b"\xff\xfe{}",
    b"[" * 2000,
    b'{"patterns": ' * 200,
]


@pytest.mark.parametrize(
    "header", [*HEADERS, b"1" * 2000], ids=lambda text: text[:14].decode(errors="replace")
)
def test_headers_that_are_none(tmp_path, contents, header):
    """A header that is not a JSON object is refused, even if the checksum is right."""
    refused(tmp_path / "some.bin", with_header(contents["compact"], header))


def test_a_header_that_exceeds_the_depth_of_pythons_parser_is_refused(tmp_path, contents):
    refused(tmp_path / "deep.bin", with_header(contents["compact"], b"[" * 1_000_000))


DEVIATIONS = {
    "nan": {"search": [float("nan"), 0, 0, 0]},
    "nan behind a number": {"search": [1.0, 0, float("nan"), 0]},
    "infinity": {"exact": [float("inf"), 0, 0]},
    "minus infinity": {"tempo": [0, float("-inf"), 0]},
    "too large": {"exact": [1e300, 0, 0]},
    "a large factor": {"search": [1.0, 0, 0, 10.0]},
    "a large integer": {"tempo": [10**400, 0, 0]},
    "too few": {"search": [1.0, 0, 0]},
    "too many": {"exact": [1.0, 0, 0, 0]},
    "none": {"tempo": []},
    "nested": {"search": [[1.0], 0, 0, 0]},
    "a number": {"search": 1.0},
    "null": {"exact": None},
    "a text": {"exact": "123"},
    "words": {"exact": ["a", "b", "c"]},
    "an object": {"exact": {"0": 1, "1": 2, "2": 3}},
    "another field": {"more": [1.0]},
    **{f"{value} instead of lists": value for value in ((), (1, 2, 3), None, 5, "text")},
}


@pytest.mark.parametrize("change", DEVIATIONS.values(), ids=DEVIATIONS)
def test_impossible_deviations(tmp_path, contents, change):
    """Deviations that are not lists of usable numbers are refused, even if the checksum is right."""
    content = contents["compact"]
    deviations = header_of(content)["deviations"] | change if isinstance(change, dict) else change
    refused(tmp_path / "some.bin", edited(content, deviations=deviations))


def test_other_patterns(path, content):
    """Weights for other patterns are refused in a sentence that tells what to do."""
    patterns = header_of(content)["patterns"]
    del patterns["edge"]
    path.write_bytes(edited(content, patterns=patterns))
    with pytest.raises(FormatError) as error:
        evaluation_files.read(path)
    assert str(error.value) == (
        f"{path}: this file of weights differs from this program in patterns: train new weights, "
        "beginning with --weights zero (docs/training.md, 'Changing the evaluation')"
    )


@cases("units", [0, 7, 34, -2, 6, 8.0, "8", None, True, [8]])
def test_numbers_of_other_units(tmp_path, contents, units):
    """A number of units that is not even, not from 2 to 32, or not the number of the body, is refused."""
    refused(tmp_path / "some.bin", edited(contents["compact"], units=units))
    if not units:
        path = tmp_path / "some.map"
        refused(path, edited(contents["map"], units=units), "differs from this program in units")


@cases("name", ["patterns", "phases", "mobility"])
def test_other_layouts(path, content, name):
    """Weights with another order of patterns, or number of phases or legal moves, are refused."""
    reordered = dict(reversed(header_of(content)["patterns"].items()))
    refused(
        path,
        edited(content, **{name: reordered if name == "patterns" else 7}),
        f"differs from this program in {name}",
    )


@pytest.mark.parametrize("body", [b"", b"not compressed", zlib.compress(b""), zlib.compress(bytes(1000))])
def test_numbers_that_cannot_be_decompressed_or_too_few_of_them_are_refused(tmp_path, contents, body):
    content = contents["compact"]
    length = int.from_bytes(content[START - 4 : START], "little")
    data = content[: START + length] + body
    refused(tmp_path / "some.bin", data + hashlib.sha256(data).digest())


def test_a_map_whose_header_would_reach_its_memory_is_not_written(tmp_path, some):
    long = Network(some.memory, "x" * MAP_START, some.deviations)
    evaluation_files.write(tmp_path / "compact", long)
    assert evaluation_files.read(tmp_path / "compact").made == long.made
    with pytest.raises(FormatError):
        evaluation_files.write_map(tmp_path / "map", long)
    assert [file.name for file in tmp_path.iterdir()] == ["compact"]


def test_the_name_of_a_map_in_the_cache_depends_on_the_compact_file(tmp_path, contents):
    path = tmp_path / "some.bin"
    path.write_bytes(contents["compact"])
    name = evaluation_files._name_of(path)
    assert name == evaluation_files._name_of(path)
    path.write_bytes(edited(contents["compact"], made="again"))
    assert evaluation_files._name_of(path) != name
    assert library.short_hash(b"") != name
