"""Code for Windows, on a system that only looks like Windows to one module.

`tests/kernels/test_lock.py` has the locks of files. Types are checked for Windows by `make types`.
"""

import ctypes
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from othello.cli import play
from othello.gtp.controllers.channel import split_command
from othello.jobs import processes
from othello.kernels import cache
from tests.windows import module_on_windows


@pytest.fixture
def channel(monkeypatch):
    """The module of channels; `subprocess.run` notes its calls and starts nothing."""
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    module = module_on_windows(monkeypatch, "othello.gtp.controllers.channel")
    commands = []
    monkeypatch.setattr(subprocess, "run", lambda words, **options: commands.append(words))
    module.commands = commands
    return module


def test_a_group_of_processes(channel):
    """An engine gets a group of its own, and its whole tree is ended."""
    assert channel._own_group() == {"creationflags": 0x200}
    channel._kill_group(SimpleNamespace(pid=77))
    assert channel.commands == [["taskkill", "/F", "/T", "/PID", "77"]]


@pytest.mark.parametrize("status", [None, 0])
def test_the_end_of_a_process(channel, status):
    """A process has ended when it has an exit status."""
    assert channel._has_ended(SimpleNamespace(poll=lambda: status)) == (status is not None)


COMMANDS = [
    (r"C:\engines\edax.exe -gtp", [r"C:\engines\edax.exe", "-gtp"]),
    (r'"C:\Program Files\edax.exe" -eval="a b"', [r"C:\Program Files\edax.exe", "-eval=a b"]),
]


@pytest.mark.parametrize(("text", "words"), COMMANDS)
def test_commands_with_backslashes(channel, text, words):
    """A backslash in a command of an engine is part of a path."""
    assert channel.split_command(text) == words


@pytest.mark.skipif(sys.platform == "win32", reason="a backslash quotes elsewhere")
def test_commands_elsewhere():
    """On other systems a command is split as by a shell, and # begins no comment."""
    assert split_command(r"a\ b 'c d' --e=\"f #1") == ["a b", "c d", '--e="f', "#1"]
    with pytest.raises(ValueError, match="closing quotation"):
        split_command("a 'b")


def test_readers_of_pipes(monkeypatch):
    """Whether a pipe has a reader is unknown, so a search goes on."""
    streams = module_on_windows(monkeypatch, "othello.gtp.streams")
    monkeypatch.delattr(streams.select, "poll", raising=False)
    assert streams.has_reader()


def test_the_memory(monkeypatch):
    """The size of the memory comes from the system, and bounds the table."""

    def fill(reference):
        status = reference._obj
        assert status.size == ctypes.sizeof(status) == 64
        status.physical = 3 << 30
        return 1

    kernel = SimpleNamespace(GlobalMemoryStatusEx=fill)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    memory = module_on_windows(monkeypatch, "othello.memory")
    monkeypatch.setattr(memory, "CONTAINER_LIMITS", ())
    assert memory.largest_table_mib() == 3 << 10


def test_workers_start_without_signal_masks(monkeypatch):
    """Worker processes start without signal masks, which do not exist there."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with processes._interrupts_blocked():
        pass


def test_prompts_without_timers(monkeypatch):
    """A prompt waits without interval timers, which do not exist there."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(signal, "setitimer", raising=False)
    monkeypatch.delattr(signal, "SIGALRM", raising=False)
    with play.signals_checked():
        pass


def test_a_kernel_that_another_process_reads(monkeypatch, tmp_path, capsys):
    """A file of the cache that cannot be replaced, because it is being read, is left as it is."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    path = cache.KernelCache(cache.digest).path
    cache._write(path, b"code")

    def refuse(self, target):
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "replace", refuse)
    cache._write(path, b"code")
    assert capsys.readouterr() == ("", "")
    assert cache._read(path) == b"code"
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [path]
