"""The shipped network: its map in the cache folder of a checkout, or in a wheel."""

import os

import pytest

from othello.errors import FormatError
from othello.native import library
from othello.search import evaluation_files
from othello.search.engine import Engine
from othello.search.evaluation_files import MAP_START
from othello.search.network import Network


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
    for damaged in (b"", contents["map"][:-1], b"x" + contents["map"][1:]):
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
    reason = "this is a damaged file of weights: the checksum is wrong. The file is written again"
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


@pytest.mark.skipif("CHECKED_LIBRARY" in os.environ, reason="checked machine code works on a copy of the map")
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
        with pytest.raises(FormatError, match="this is a damaged file of weights"):
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
    with pytest.raises(FormatError, match="this is a damaged file of weights"):
        evaluation_files.check_shipped()
