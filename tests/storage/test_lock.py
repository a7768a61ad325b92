"""Locks of files: between processes, on Windows, and where there are none."""

import errno
import subprocess
import sys
from types import SimpleNamespace

import pytest

from othello.storage import lock as locks
from othello.storage.lock import FAR, locked, try_lock
from tests.windows import module_on_windows

HOLDER = """
import sys
from othello.storage.lock import try_lock
file = open(sys.argv[1], "ab")
print(try_lock(file), flush=True)
sys.stdin.read()
"""


def test_a_file_that_is_locked_cannot_be_locked_again_until_it_is_closed(tmp_path):
    path = tmp_path / "file"
    with open(path, "ab") as first, open(path, "ab") as second:
        assert try_lock(first)
        assert not try_lock(second)
        first.close()
        assert try_lock(second)


def test_the_lock_of_a_process_that_is_killed_is_free(tmp_path):
    path = tmp_path / "file"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process, open(path, "ab") as file:
        assert process.stdout.readline() == "True\n"
        assert not try_lock(file)
        process.kill()
        process.wait()
        assert try_lock(file)


def test_a_file_is_opened_for_one_writer_and_keeps_its_content(tmp_path):
    path = tmp_path / "file"
    path.write_text("content")
    with locked(path):
        assert locked(path) is None
    assert path.read_text() == "content"
    with locked(path) as file:
        file.write(b"C")
    assert path.read_text() == "Content"


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_a_file_that_is_removed_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    """The process that holds the lock removes the lock file at its end."""
    path, opened = tmp_path / "file", []

    def try_late(file):
        opened.append(file)
        if len(opened) == 1:
            path.unlink()
        return try_lock(file)

    monkeypatch.setattr(locks, "try_lock", try_late)
    with locked(path) as file:
        assert path.exists()
        assert opened == [opened[0], file]
        assert opened[0].closed


@pytest.mark.skipif(sys.platform == "win32", reason="links as POSIX has them")
def test_a_link_is_not_locked(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="symbolic link"):
        locked(tmp_path / "link")
    assert not (tmp_path / "precious").exists()


class Msvcrt(SimpleNamespace):
    """Stands for the module of Windows: one byte of a file can be locked, far behind its end."""

    LK_NBLCK = 2

    def __init__(self):
        super().__init__(taken=[], error=errno.EACCES)

    def locking(self, descriptor, mode, count):
        assert (mode, count) == (self.LK_NBLCK, 1)
        if self.taken:
            raise OSError(self.error, "refused")
        self.taken.append(descriptor)


def test_on_windows_a_byte_behind_the_end_of_the_file_is_locked(tmp_path, monkeypatch):
    msvcrt = Msvcrt()
    lock = module_on_windows(monkeypatch, "othello.storage.lock", msvcrt=msvcrt)
    with open(tmp_path / "file", "ab") as file:
        assert lock.try_lock(file)
        assert msvcrt.taken == [file.fileno()]
        assert file.tell() == FAR
        assert not lock.try_lock(file)


def test_an_error_other_than_a_lock_of_another_process_is_raised(tmp_path, monkeypatch):
    msvcrt = Msvcrt()
    msvcrt.taken.append(0)
    msvcrt.error = errno.EINVAL
    lock = module_on_windows(monkeypatch, "othello.storage.lock", msvcrt=msvcrt)
    with open(tmp_path / "file", "ab") as file, pytest.raises(OSError, match="refused"):
        lock.try_lock(file)
