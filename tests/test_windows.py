"""Code for Windows, on a system that only looks like Windows to one module.

`tests/storage/test_lock.py` has the locks of files. Types are checked for Windows by `make types`.
"""

import ctypes
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from othello.cli import play
from othello.jobs import processes
from othello.match.controllers.channel import split_command
from othello.native import build, library
from tests.windows import module_on_windows


@pytest.fixture
def channel(monkeypatch):
    return module_on_windows(monkeypatch, "othello.match.controllers.channel")


def test_an_engine_gets_its_own_group_and_its_whole_tree_is_ended(monkeypatch):
    """An engine that did not start has nothing to end."""
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    guards = module_on_windows(monkeypatch, "othello.match.controllers.guard")
    commands = []
    monkeypatch.setattr(subprocess, "run", lambda words, **options: commands.append(words))
    assert guards.OWN_GROUP == {"creationflags": 0x200}
    guard = guards.Guard()
    guard.end()
    assert commands == []
    guard.watch(77)
    guard.end()
    assert commands == [["taskkill", "/F", "/T", "/PID", "77"]]


@pytest.mark.parametrize("status", [None, 0])
def test_a_process_has_ended_when_it_has_an_exit_status(channel, status):
    assert channel._has_ended(SimpleNamespace(poll=lambda: status)) == (status is not None)


COMMANDS = [
    (r"C:\engines\edax.exe -gtp", [r"C:\engines\edax.exe", "-gtp"]),
    (r'"C:\Program Files\edax.exe" -eval="a b"', [r"C:\Program Files\edax.exe", "-eval=a b"]),
]


@pytest.mark.parametrize(("text", "words"), COMMANDS)
def test_a_backslash_in_a_command_of_an_engine_is_part_of_a_path(channel, text, words):
    assert channel.split_command(text) == words


@pytest.mark.skipif(sys.platform == "win32", reason="a backslash quotes elsewhere")
def test_commands_elsewhere():
    """On other systems a command is split as in a shell, and # begins no comment."""
    assert split_command(r"a\ b 'c d' --e=\"f #1") == ["a b", "c d", '--e="f', "#1"]
    with pytest.raises(ValueError, match="closing quotation"):
        split_command("a 'b")


def test_whether_a_pipe_has_a_reader_is_unknown_so_a_search_goes_on(monkeypatch):
    streams = module_on_windows(monkeypatch, "othello.gtp.streams")
    monkeypatch.delattr(streams.select, "poll", raising=False)
    assert streams.has_reader()


def test_the_size_of_the_memory_comes_from_the_system_and_bounds_the_table(monkeypatch):
    def fill(reference):
        status = reference._obj
        assert status.size == ctypes.sizeof(status) == 64
        status.physical = 3 << 30
        return 1

    kernel = SimpleNamespace(GlobalMemoryStatusEx=fill)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    memory = module_on_windows(monkeypatch, "othello.search.memory")
    monkeypatch.setattr(memory, "CONTAINER_LIMITS", ())
    assert memory.largest_table_mib() == 3 << 10


def test_worker_processes_start_without_signal_masks_which_do_not_exist_there(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    processes._block_interrupts()


def test_a_prompt_waits_without_interval_timers_which_do_not_exist_there(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(signal, "setitimer", raising=False)
    monkeypatch.delattr(signal, "SIGALRM", raising=False)
    with play.signals_checked():
        pass


def test_a_file_that_another_process_reads(monkeypatch, tmp_path, capsys):
    """If a cached module cannot be replaced because it is being read, the new module serves this process
    alone."""
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path))
    monkeypatch.setattr(build, "front_end", lambda module, choices: b"code")

    def refuse(self, target):
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "replace", refuse)
    assert build._kept("bits", frozenset()) == b"code"
    assert capsys.readouterr() == ("", "")
    assert list((tmp_path / "modules").iterdir()) == []


def test_old_libraries_that_are_loaded(monkeypatch, tmp_path):
    """A library of earlier sources that another process has loaded stays until it can be removed."""
    old = tmp_path / f"kernels-0123456789abcdef-x-01234567{library.SUFFIX}"
    old.touch()

    def refuse(self):
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    made = library.write(tmp_path, "x", b"code")
    assert sorted(tmp_path.iterdir()) == sorted([old, made])


@pytest.mark.parametrize(
    ("features", "level"), [((41, 40, 38, 36), "v4"), ((40, 38, 36), "v3"), ((38, 36), "v2"), ((), "")]
)
def test_the_level_of_the_processor(monkeypatch, features, level):
    """The level of the processor comes from the system, which reports only a few of its features."""
    kernel = SimpleNamespace(IsProcessorFeaturePresent=lambda number: number in features)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    processor = module_on_windows(monkeypatch, "othello.native.processor")
    monkeypatch.setattr(processor.platform, "machine", lambda: "AMD64")
    best = f"x86-64-{level}" if level else "x86-64"
    assert processor.levels()[0] == best
    lower = [version for version in ("v4", "v3", "v2") if version < level]
    assert list(processor.levels()[1:]) == [f"x86-64-{version}" for version in lower]
    assert best in processor.identity()


def test_libraries_are_those_of_windows(monkeypatch):
    library = module_on_windows(monkeypatch, "othello.native.library")
    assert (library.SUFFIX, library.SYSTEM) == (".dll", "windows")


def test_memory_is_mapped_without_the_flags_of_posix(monkeypatch):
    mapped = []

    def map_memory(number, size):
        mapped.append((number, size))
        return bytearray(size)

    module = module_on_windows(monkeypatch, "othello.native.memory")
    monkeypatch.setattr(module, "mmap", SimpleNamespace(mmap=map_memory))
    assert module.Memory(20).words.tolist() == [0, 0, 0]
    assert mapped == [(-1, 24)]
