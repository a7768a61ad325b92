"""Files that are written as a whole: faults, kills, several writers, sets of files."""

import contextlib
import errno
import os

import pytest

from othello.errors import FormatError
from othello.rules import outputs
from othello.rules.outputs import replacing, replacing_all

pytestmark = pytest.mark.skipif(os.name != "posix", reason="names of files as POSIX has them")

SET = ("g.wtb", "g.jou", "g.trn")


def content(folder):
    """The texts of a folder's files by name."""
    return {path.name: path.read_text() for path in folder.iterdir()}


def failing(monkeypatch, name, when):
    """Let the call number *when* of a function of the system fail."""
    real, calls = getattr(os, name), []

    def call(*args, **options):
        calls.append(args)
        if len(calls) == when:
            raise OSError(errno.EIO, "Input/output error")
        return real(*args, **options)

    monkeypatch.setattr(os, name, call)


def test_a_file_is_replaced_at_its_end(tmp_path):
    """The old file stays until the block ends; then only the new one is there, with the old mode."""
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o600)
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert content(tmp_path) == {"out": "new"}
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_disk_has_the_content_before_the_name_changes(tmp_path, monkeypatch):
    """A file is synchronized before it is renamed; an error of that is reported, and the old file stays."""
    path = tmp_path / "out"
    path.write_text("old")
    failing(monkeypatch, "fsync", 1)
    with pytest.raises(FormatError, match=r"out: input/output error"), replacing(path) as file:
        file.write(b"new")
    assert content(tmp_path) == {"out": "old"}


def test_what_a_killed_run_leaves_is_taken_over(tmp_path):
    """The next run that writes a file uses the unfinished one of a killed run, and leaves nothing behind."""
    (tmp_path / f"out{outputs.UNFINISHED}").write_text("longer than the new content")
    with replacing(tmp_path / "out") as file:
        file.write(b"new")
    assert content(tmp_path) == {"out": "new"}


def test_two_writers_of_one_file(tmp_path):
    """A file that another writer has begun is refused, and the first writer is not disturbed."""
    path = tmp_path / "out"
    with replacing(path) as file:
        file.write(b"first")
        with pytest.raises(FormatError, match="another process is writing this file"), replacing(path):
            pass
    assert content(tmp_path) == {"out": "first"}


def test_a_link_in_the_place_of_the_unfinished_file(tmp_path):
    """A link that somebody has put where the unfinished file goes is refused, and its target is kept."""
    (tmp_path / "precious").write_text("precious")
    (tmp_path / f"out{outputs.UNFINISHED}").symlink_to(tmp_path / "precious")
    with pytest.raises(FormatError, match="symbolic link"), replacing(tmp_path / "out"):
        pass
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_link_goes_on_pointing_to_the_file(tmp_path):
    """A link that is named as an output stays a link, and its target is replaced."""
    (tmp_path / "link").symlink_to(tmp_path / "out")
    with replacing(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert content(tmp_path) == {"out": "new", "link": "new"}


def write_set(folder, text):
    with replacing_all([folder / name for name in SET]) as files:
        for file in files:
            file.write(text.encode())


@pytest.mark.parametrize("when", range(1, 7))
def test_if_one_of_the_renames_of_a_set_fails_all_its_files_are_what_they_were(tmp_path, monkeypatch, when):
    write_set(tmp_path, "old")
    failing(monkeypatch, "replace", when)
    with pytest.raises(FormatError, match=r"g\.wtb: input/output error"):
        write_set(tmp_path, "new")
    assert content(tmp_path) == dict.fromkeys(SET, "old")


@pytest.mark.parametrize("when", range(2, 7))
def test_a_set_whose_writer_was_killed(tmp_path, monkeypatch, when):
    """After a kill between renames no games stand beside other names; the next run mends the set."""
    write_set(tmp_path, "old")
    with monkeypatch.context() as killed:
        # No handler of this process runs after its death.
        killed.setattr(contextlib.ExitStack, "callback", lambda *args: None)
        failing(killed, "replace", when)
        with pytest.raises(FormatError):
            write_set(tmp_path, "new")
    assert "g.wtb" not in content(tmp_path)
    failing(monkeypatch, "fsync", 1)
    with pytest.raises(FormatError, match="input/output error"):
        write_set(tmp_path, "new")
    monkeypatch.undo()
    assert content(tmp_path) == dict.fromkeys(SET, "old")
    write_set(tmp_path, "new")
    assert content(tmp_path) == dict.fromkeys(SET, "new")


def test_a_loop_of_links_is_replaced(tmp_path):
    """Python before 3.13 resolves no such link; it has no target that could be kept."""
    (tmp_path / "out").symlink_to(tmp_path / "out")
    with replacing(tmp_path / "out") as file:
        file.write(b"new")
    assert content(tmp_path) == {"out": "new"}


@pytest.mark.parametrize("name", ["-", "/dev/null"])
def test_a_set_of_files_needs_names(name):
    """One device, or standard output, cannot take several files."""
    with (
        pytest.raises(FormatError, match="2 files belong together: they need names of regular files"),
        replacing_all([name, "g.jou"]),
    ):
        pass


def test_a_device_has_no_name_to_change():
    with replacing("/dev/null") as file:
        file.write(b"lost")
