"""The compiler as a program: several processes, its end, what it cannot do."""

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from unittest.mock import Mock

import pytest

from othello.errors import INTERRUPTED, NoLibraryError
from othello.native import __main__, build, compiler, library
from othello.native.progress import BuildProgress
from tests import source
from tests.kernels.programs import expected, program_text
from tests.waiting import PATIENCE


def start(program, text):
    """Start a program, see `program_text`, as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-B", "-c", text],
        cwd=program.sources.parent,
        env=os.environ | {"PYTHONPATH": str(program.sources.parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    with process:
        out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return int(out)


def test_processes_at_once(program):
    """If several processes start with one empty cache, one process compiles, and the others wait."""
    processes = [start(program, program_text()) for _ in range(2)]
    assert [finish(process) for process in processes] == [expected(3)] * 2
    assert len(program.libraries()) == 1
    assert {path.name for path in program.cache.iterdir()} == {"lock", "modules", program.libraries()[0].name}
    assert program.run() == expected(3)
    assert program.made == []


@pytest.fixture
def cold(monkeypatch, tmp_path):
    """A cache without a library, and a compiler that only records its thread. Returns the records."""
    notes = []

    def run(target, cache, on_progress):
        notes.append(threading.current_thread().name)
        return b"code"

    monkeypatch.setattr(compiler, "run", run)
    monkeypatch.setattr(compiler, "POLL", 0.01)
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path))
    return notes


def demand():
    return library._made(library.NATIVE)


def in_a_thread(waited, monkeypatch):
    """Demand a library in a thread, which sets *waited* while another process has the turn."""
    monkeypatch.setattr(BuildProgress, "wait", lambda self: waited.set())
    thread = threading.Thread(target=demand, name="second")
    thread.start()
    assert waited.wait(30)
    return thread


def test_a_second_process_waits_for_the_first(cold, tmp_path, monkeypatch):
    """While another process builds a library, this process waits, and then uses that library."""
    with compiler.turn(tmp_path, lambda: None):
        thread = in_a_thread(threading.Event(), monkeypatch)
        assert cold == []
        library.write(tmp_path, library.native(), b"code")  # as the other process
    thread.join()
    assert demand().read_bytes() == b"code"
    assert cold == []


def test_if_the_other_process_ends_without_a_library_this_one_makes_it(cold, tmp_path, monkeypatch):
    with compiler.turn(tmp_path, lambda: None):
        thread = in_a_thread(threading.Event(), monkeypatch)
    thread.join()
    assert cold == ["second"]


def test_a_process_that_holds_the_lock_for_too_long_does_not_stop_others(cold, tmp_path, monkeypatch):
    monkeypatch.setattr(compiler, "PATIENCE", 0.0)
    with compiler.turn(tmp_path, lambda: None):
        demand()
    assert len(cold) == 1


def test_where_no_file_can_be_made_a_process_makes_its_library_without_a_wait(cold, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("OTHELLO_CACHE", str(tmp_path / "file"))
    demand()
    assert len(cold) == 1


# The end


WAITING = """
def run(target, report):
    print("compiling", file=sys.stderr, flush=True)
    __import__("threading").Event().wait()
build.build = run
"""
WRITING = """
def run(target, report):
    print("compiling", file=sys.stderr, flush=True)
    while True:
        report(0, 3)
build.build = run
__main__._leave_with_parent = lambda: None
"""
"""A compiler that writes before it notices that nobody waits any more."""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("command", "number", "status", "before"),
    [
        ("warmup", signal.SIGINT, INTERRUPTED, WRITING),
        ("gtp", signal.SIGKILL, -signal.SIGKILL, WAITING),
        pytest.param("warmup", signal.SIGINT, INTERRUPTED, WAITING, marks=pytest.mark.slow),
        pytest.param("gtp", signal.SIGINT, INTERRUPTED, WRITING, marks=pytest.mark.slow),
    ],
    ids=["warmup writes", "gtp is killed", "warmup waits", "gtp writes"],
)
def test_a_compiler_ends_with_the_process_that_waits_for_it(program, command, number, status, before):
    """A signal that only the waiting process gets also ends the compiler, so nothing writes to standard
    error."""
    code = f"from othello.__main__ import main; main({command!r})"
    process = start(program, program_text(before=before, code=code))
    process.stdin.write("genmove b\n")
    process.stdin.flush()
    while process.stderr.readline() != "compiling\n":
        assert process.poll() is None
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in err) == (status, False)


# What it cannot do


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ("build.build = lambda *_: sys.exit(3)", "the machine-code compiler ended with status 3"),
        pytest.param(
            "build.linking._linker = lambda *_: ['false']",
            "machine code cannot be compiled: false failed: ",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_reason_why_a_compiler_fails(program, before, reason):
    """If the compiler cannot build a library, the library is missing, with the compiler's reason."""
    process = start(program, program_text(before=before))
    _, err = process.communicate(timeout=PATIENCE)
    assert err.splitlines()[-1].startswith(f"othello.errors.NoLibraryError: {reason}")
    assert program.libraries() == []


def test_the_reason_is_printed_in_place_of_the_library(monkeypatch, capfdbinary):
    monkeypatch.setattr(__main__, "_leave_with_parent", lambda: None)
    for error in (NoLibraryError("no linker"), OSError(2, "no such file")):
        monkeypatch.setattr(build, "build", Mock(side_effect=error))
        with pytest.raises(SystemExit) as ended:
            __main__.main("linux-x86-64-v3")
        assert ended.value.code == compiler.REFUSED
        assert capfdbinary.readouterr() == (str(error).encode(), b"")


def test_the_compiler_finds_the_modules_of_this_process_and_none_of_the_current_folder(tmp_path, monkeypatch):
    """A folder that contains a module with the name of a standard module cannot inject code into the
    compiler."""
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").touch()
    monkeypatch.syspath_prepend(tmp_path / "ours")
    monkeypatch.chdir(tmp_path / "theirs")
    code = "import sys, importlib.util as u; print(1, 1); print(*map(u.find_spec, ('ours', 'theirs')))"
    monkeypatch.setattr(compiler, "COMMAND", ("-c", code))
    content = compiler.run("target", tmp_path, lambda *_: None)
    assert b"ours.py" in content
    assert content.endswith(b" None\n")


@pytest.mark.parametrize(
    ("program", "frozen"),
    [(None, False), ("", False), ("/usr/sbin/uwsgi", False), ("/opt/game/python-game", True)],
)
def test_a_program_that_is_no_python_starts_nothing(monkeypatch, program, frozen):
    """A frozen program, or a program that embeds Python, would start itself as the compiler. It gets
    advice."""
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    with pytest.raises(NoLibraryError) as caught:
        compiler.check("linux-x86-64-v3")
    assert str(caught.value) == (
        f"this installation contains no machine code for linux-x86-64-v3, and "
        f"{program or 'this program'} cannot compile it: run `othello warmup` once, "
        "with the same versions of Python and Numba"
    )


def test_sources_that_hide_the_installed_package(monkeypatch, tmp_path):
    """In a folder of sources, Python imports the sources instead of the package."""
    (tmp_path / "othello").mkdir()
    (tmp_path / "othello-1.0.dist-info").mkdir()
    (tmp_path / "othello-1.0.dist-info" / "METADATA").write_text("Name: othello\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NoLibraryError) as caught:
        compiler.check("linux-x86-64-v3")
    assert str(caught.value) == (
        f"this installation contains no machine code for linux-x86-64-v3: "
        f"the sources in {source.ROOT} hide the package in {tmp_path}. Start Python in another folder"
    )


def test_a_python_that_cannot_be_started(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(NoLibraryError, match="python cannot be started"):
        compiler.run("target", tmp_path, lambda *_: None)
