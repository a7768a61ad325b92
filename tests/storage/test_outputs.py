"""Files that are written as a whole: faults, kills, several writers, sets of files."""

import contextlib
import errno
import os
import shutil
import stat
from functools import partial

import pytest

from othello.errors import FormatError
from othello.storage import outputs
from othello.storage.outputs import replacing, replacing_all

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
    """The old file stays until the block ends. Then only the new file exists, with the old mode."""
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o600)
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert content(tmp_path) == {"out": "new"}
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_disk_has_the_content_before_the_name_changes(tmp_path, monkeypatch):
    """A file is synchronized before it is renamed. If this fails, the error is reported, and the old file
    stays."""
    path = tmp_path / "out"
    path.write_text("old")
    failing(monkeypatch, "fsync", 1)
    with pytest.raises(FormatError, match=r"out: input/output error"), replacing(path) as file:
        file.write(b"new")
    assert content(tmp_path) == {"out": "old"}


def test_only_a_file_system_that_does_not_synchronize_folders_may_refuse_it(tmp_path, monkeypatch):
    real, path = os.fsync, tmp_path / "out"
    for number, text in [(errno.EINVAL, "one"), (errno.EIO, "two")]:

        def fsync(descriptor, number=number):
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(number, os.strerror(number))
            real(descriptor)

        monkeypatch.setattr(os, "fsync", fsync)
        refusal = pytest.raises(FormatError, match="out: input/output error")
        with refusal if number == errno.EIO else contextlib.nullcontext(), replacing(path) as file:
            file.write(text.encode())
        assert content(tmp_path) == {"out": text}, "the file is there, even if the disk may not know its name"


def test_what_a_killed_run_leaves_is_taken_over(tmp_path):
    """The next run that writes a file takes over a killed run's unfinished file, and leaves nothing
    behind."""
    for is_new in (True, False):
        with contextlib.suppress(KeyboardInterrupt), replacing(tmp_path / "out") as file:
            file.write(b"longer than the new content")
            file.flush()
            unfinished = f"out{outputs.UNFINISHED}"
            shutil.copy2(tmp_path / unfinished, tmp_path / "kept")
            raise KeyboardInterrupt
        (tmp_path / "kept").rename(tmp_path / unfinished)
        with replacing(tmp_path / "out") as file:
            file.write(b"new")
        assert content(tmp_path) == {"out": "new"}, is_new
        assert not (tmp_path / "out").stat().st_mode & outputs.MARK


def test_files_of_others_with_the_names_of_working_files(tmp_path):
    """A file that this program did not write, or that has a second name, is refused and kept."""
    for suffix, count in ((outputs.UNFINISHED, 1), (outputs.ASIDE, 2)):
        precious = tmp_path / f"out{suffix}"
        paths = [tmp_path / name for name in ("out", "more")[:count]]
        for mode, is_linked in ((0o644, False), (0o644, True), (0o644 | outputs.MARK, True)):
            precious.write_text("precious")
            precious.chmod(mode)
            if is_linked:
                os.link(precious, tmp_path / "victim")
            before = content(tmp_path)
            for use in (replacing_all(paths).__enter__, partial(outputs.check_working_files, paths[0])):
                with pytest.raises(FormatError, match=rf"out\{suffix}: a working file needs this name"):
                    use()
            assert content(tmp_path) == before, (suffix, mode, is_linked)
            (tmp_path / "victim").unlink(missing_ok=True)
        precious.unlink()


def test_two_writers_of_one_file(tmp_path):
    """A file that another writer has begun is refused, and the first writer is not disturbed."""
    path = tmp_path / "out"
    with replacing(path) as file:
        file.write(b"first")
        with pytest.raises(FormatError, match="another process is writing to this file"), replacing(path):
            pass
    assert content(tmp_path) == {"out": "first"}


def test_a_link_in_the_place_of_the_unfinished_file(tmp_path):
    """A link in the place of the unfinished file is refused, and its target is kept."""
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
    """After a kill between renames, no games are next to wrong names. The next run repairs the set."""
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
    """Python before 3.13 resolves no such link. It has no target that could be kept."""
    (tmp_path / "out").symlink_to(tmp_path / "out")
    with replacing(tmp_path / "out") as file:
        file.write(b"new")
    assert content(tmp_path) == {"out": "new"}


@pytest.mark.parametrize("name", ["-", "/dev/null"])
def test_a_set_of_files_needs_names(name):
    """A single device, or standard output, cannot take several files."""
    with (
        pytest.raises(
            FormatError, match="the output consists of 2 files, so it needs the name of a regular file"
        ),
        replacing_all([name, "g.jou"]),
    ):
        pass


def test_a_device_has_no_name_to_change():
    with replacing("/dev/null") as file:
        file.write(b"lost")
