"""Network files: a written file is read back, and a damaged or foreign file is refused."""

import hashlib
import json
import mmap
import os
import random
import zlib

import pytest

from othello.errors import FormatError
from othello.kernels import network
from othello.native import library
from othello.search import evaluation_files
from othello.search.engine import Engine
from othello.search.evaluation_files import COMPACT, MAP, MAP_START, SHIPPED
from othello.search.network import SIZES, Network
from othello.search.probcut_margins import ProbCutMargins
from othello.storage.container import DIGEST, START
from tests.cases import cases

FORMS = {"compact": evaluation_files.write, "map": evaluation_files.write_map}


@pytest.fixture(scope="module")
def some():
    """A network with some numbers other than zero, which compresses quickly."""
    numbers = bytearray(Network.zero().numbers())
    numbers[: sum(SIZES[:-1])] = random.Random(7).randbytes(sum(SIZES[:-1]))
    return Network.of_numbers([bytes(numbers)], "by a test", ProbCutMargins(exact=(1.5, -0.1, 0.02)))


@pytest.fixture(scope="module")
def contents(tmp_path_factory, some):
    """The bytes of a file of each form."""
    folder, files = tmp_path_factory.mktemp("weights"), {}
    for form, write in FORMS.items():
        write(folder / form, some)
        files[form] = (folder / form).read_bytes()
    return files


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


def refused(path, content, match="damaged file of weights"):
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


# The shipped network


@pytest.fixture
def checkout(tmp_path, monkeypatch, contents):
    """A checkout with this test's network, and an empty cache folder. Returns the cache folder."""
    (tmp_path / "network.bin").write_bytes(contents["compact"])
    monkeypatch.setattr(evaluation_files, "SHIPPED", tmp_path / "network.bin")
    monkeypatch.setattr(evaluation_files, "SHIPPED_MAP", tmp_path / "network.map")
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "cache"))
    evaluation_files.shipped.cache_clear()
    yield tmp_path / "cache"
    evaluation_files.shipped.cache_clear()


def shipped():
    """The shipped network, as in a new process."""
    return evaluation_files.shipped.__wrapped__()


def test_a_map_in_the_cache(checkout, some, contents, monkeypatch):
    """In a checkout, the first process creates a map. Other processes open it without reading the compact
    file."""
    assert shipped().numbers() == some.numbers()
    (made,) = checkout.glob("*.map")
    assert made.read_bytes() == contents["map"]
    monkeypatch.setattr(evaluation_files, "read", lambda path: pytest.fail("the compact file is read"))
    assert shipped().numbers() == some.numbers()


def test_a_damaged_map_in_the_cache(checkout, some, contents):
    """A map in the cache that is cut off, or begins differently, is created again."""
    shipped()
    (made,) = checkout.glob("*.map")
    for damaged in (b"", contents["map"][:MAP_START], contents["map"][:-1], b"x" + contents["map"][1:]):
        made.write_bytes(damaged)
        assert shipped().numbers() == some.numbers()
        assert made.read_bytes() == contents["map"]


@pytest.fixture
def checks(monkeypatch):
    """Whether each map that is opened counts as checked."""
    noted, of_map = [], evaluation_files._of_map

    def noting(path, file, *, is_checked):
        noted.append(is_checked)
        return of_map(path, file, is_checked=is_checked)

    monkeypatch.setattr(evaluation_files, "_of_map", noting)
    return noted


def test_a_map_in_the_cache_is_checked_once_after_each_change(checkout, some, contents, checks, capsys):
    """Changed numbers are noticed at the next start and reported, and the map is created again."""
    for _ in range(3):
        shipped()
    assert checks == [False, True, True]
    (made,) = checkout.glob("*.map")
    changed = bytearray(contents["map"])
    changed[MAP_START::64] = bytes(byte ^ 1 for byte in changed[MAP_START::64])
    with open(made, "r+b") as file:
        file.write(changed)
    checks.clear()
    capsys.readouterr()
    library.report_once.cache_clear()
    for _ in range(2):
        assert shipped().numbers() == some.numbers()
    assert checks == [False, False, True]
    reason = "damaged file of weights: the checksum is wrong; it is made again"
    assert capsys.readouterr() == ("", f"othello: {made}: {reason}\n")
    os.utime(made)
    shipped()
    assert checks[3:] == [False]


def test_a_check_is_not_believed_if_others_can_have_noted_it(checkout, checks):
    shipped()
    (note,) = checkout.glob("*.checked")
    note.chmod(0o606)
    shipped()
    shipped()
    assert checks == [False, False, True]
    assert oct(note.stat().st_mode & 0o777) == "0o600"


def test_a_map_that_others_can_have_written_is_made_again(checkout, some, checks):
    shipped()
    (made,) = checkout.glob("*.map")
    before = made.stat().st_ino
    with open(made, "rb"):  # so that the number of the file is not given again
        made.chmod(0o606)
        assert shipped().numbers() == some.numbers()
    assert (made.stat().st_ino == before, oct(made.stat().st_mode & 0o777)) == (False, "0o600")


def test_a_network_whose_file_is_cut_while_it_is_used(tmp_path, contents):
    """A map that was cut ends the next search with an error. Reading its end would end the process."""
    path = tmp_path / "some.map"
    path.write_bytes(contents["map"])
    with Engine(table_mib=1, evaluation=evaluation_files.read(path)) as engine:
        engine.play("f5", depth=2)
        os.truncate(path, 5000)
        for use in (lambda: engine.play("f5", depth=2), lambda: engine.evaluate("f5")):
            with pytest.raises(FormatError, match=r"some\.map: the file was truncated while it was in use"):
                use()
        path.write_bytes(contents["map"])
        assert engine.play("f5", depth=2).depth == 2


def test_after_a_change_of_the_shipped_file_its_old_map_is_not_used(checkout, tmp_path):
    shipped()
    evaluation_files.write(tmp_path / "network.bin", Network.zero())
    assert shipped().checksum() == Network.zero().checksum()


def test_a_cache_that_cannot_be_written(checkout, some, tmp_path, monkeypatch):
    """Without a cache folder, the network is in the memory of the process."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "file"))
    assert shipped().numbers() == some.numbers()


def test_a_cache_that_cannot_be_searched(checkout, some, monkeypatch):
    """A cache in another user's private folder is treated like a cache that cannot be written."""
    real = os.stat

    def stat(path, **options):
        if str(path).startswith(str(checkout)):
            raise PermissionError(13, "Permission denied")
        return real(path, **options)

    monkeypatch.setattr(os, "stat", stat)
    assert shipped().numbers() == some.numbers()


def test_a_wheel_has_a_map_instead_which_is_used_as_it_lies_there(checkout, tmp_path, some, contents):
    (tmp_path / "network.bin").unlink()
    (tmp_path / "network.map").write_bytes(contents["map"])
    assert evaluation_files.check_shipped() == tmp_path / "network.map"
    assert shipped().numbers() == some.numbers()
    assert not checkout.exists()
    (tmp_path / "network.map").write_bytes(contents["map"][:-1])
    for use in (shipped, evaluation_files.check_shipped):
        with pytest.raises(FormatError, match="damaged file of weights"):
            use()


def test_a_check_of_the_shipped_network(checkout, tmp_path, contents):
    """The check reads all of a map. A cached map is created again, and a map in a wheel is refused."""
    made = evaluation_files.check_shipped()
    assert made.parent == checkout
    damaged = bytearray(contents["map"])
    damaged[-100_000] ^= 1
    made.write_bytes(damaged)
    assert evaluation_files.check_shipped() == made
    assert made.read_bytes() == contents["map"]
    (tmp_path / "network.map").write_bytes(damaged)
    with pytest.raises(FormatError, match="damaged file of weights"):
        evaluation_files.check_shipped()


# Damage


def regions(content):
    """A place in each part of a file."""
    length = int.from_bytes(content[START - 4 : START], "little")
    places = [START - 4, START - 2, START, START + 1, START + length - 1, len(content) - 1, len(content) // 2]
    if content.startswith(COMPACT.magic):
        return [*places, START + length, START + length + 1, len(content) - DIGEST]
    return [*places, START + length, MAP_START - 5, MAP_START - 4, MAP_START - 1, MAP_START, MAP_START + 1]


def flipped(content, places, flip):
    """Yield the content with one changed byte for each of the places."""
    for place in places:
        yield content[:place] + bytes([content[place] ^ flip]) + content[place + 1 :]


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
    refused(tmp_path / "some.bin", other, r"some\.bin: not a file of weights")


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
    refused(path, with_header(content, json.dumps(header).encode()), f"damaged file of weights: .*{name}")


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
    refused(tmp_path / "some.bin", edited(contents["map"], units=units), "differs from this program in units")


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
