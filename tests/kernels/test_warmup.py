"""The progress of the compilation: silent if it is short, and never on standard output."""

import io
import threading

import pytest

from othello.board import Board
from othello.engine import Engine
from othello.kernels import cache, jit
from othello.kernels import warmup as module
from othello.kernels.warmup import BAR, SILENCE, CompileProgress, warmup


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Broken(io.StringIO):
    def write(self, text):
        raise BrokenPipeError


def closed():
    log = io.StringIO()
    log.close()
    return log


class Clock:
    """A clock that shows the time that the test sets."""

    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


def compiled(log, times):
    """The log of a compilation: its kernels begin at *times*, the last of which is the end."""
    clock = Clock()
    progress = CompileProgress(log, clock)
    for done, moment in enumerate(times):
        clock.time = moment
        progress(f"kernel {done}", done, len(times) - 1)
    return log.getvalue()


@pytest.mark.parametrize("log", [io.StringIO, Terminal])
def test_short_compilations(log):
    """A compilation shorter than SILENCE prints nothing."""
    assert compiled(log(), [0.0, 0.2, 0.4, SILENCE - 0.1]) == ""


def test_long_compilations():
    """A log gets two lines: that the compilation takes a while, and how long it took."""
    first, last = compiled(io.StringIO(), [0.0, SILENCE + 1, SILENCE + 2, 30.2]).splitlines()
    assert "compiling" in first
    assert last == "othello: compiled in 30 s"


def test_a_kernel_that_takes_long():
    """A notice is printed while the first kernel is still compiled."""
    clock, log = Clock(), io.StringIO()
    progress = CompileProgress(log, clock)
    progress.repeat()
    assert log.getvalue() == ""
    progress("kernel", 0, 3)
    clock.time = SILENCE
    progress.repeat()
    assert log.getvalue().count("\n") == 1
    assert "compiling for this computer" in log.getvalue()


def test_terminals():
    """A terminal gets one line with a bar, which is overwritten until the compilation ends."""
    *steps, end = compiled(Terminal(), [0.0, SILENCE + 1, SILENCE + 2, 30.2]).split("\r")[1:]
    assert [step.endswith(f"] {done} of 3") for done, step in enumerate(steps, 1)] == [True, True]
    assert [step.count("#") for step in steps] == [BAR // 3, 2 * BAR // 3]
    assert len({len(step) for step in steps}) == 1
    assert end.endswith(f"[{'#' * BAR}] 3 of 3, 30 s\n")


def test_broken_logs():
    """A log that cannot be written does not stop the compilation."""
    assert compiled(Broken(), [0.0, SILENCE + 1, SILENCE + 2]) == ""
    progress = CompileProgress(closed(), Clock())
    progress._write("text")


def test_a_process_without_standard_error(monkeypatch):
    """A program without standard error, such as one without a console on Windows, can compile."""
    monkeypatch.setattr("sys.stderr", None)
    clock = Clock()
    progress = CompileProgress(now=clock)
    clock.time = SILENCE
    progress("kernel", 1, 1)
    progress.wait()


def test_a_wait_for_another_process():
    """The wait for another process is reported once, and only if it is long."""
    clock, log = Clock(), io.StringIO()
    progress = CompileProgress(log, clock)
    progress.wait()
    assert log.getvalue() == ""
    clock.time = SILENCE
    progress.wait()
    progress.wait()
    assert log.getvalue() == "othello: another process is compiling for this computer; waiting for it\n"


@pytest.fixture
def cold(monkeypatch, tmp_path):
    """An empty cache, and a compilation that only notes that it ran; returns these notes."""
    compilations = []
    written = cache.KernelCache(cache.digest)

    def compile_all(on_progress):
        compilations.append(threading.current_thread().name)
        cache._write(written.path, b"code")
        cache.mark_complete([written])

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "_compile_all", compile_all)
    monkeypatch.setattr(module, "_is_done", threading.Event())
    return compilations


def test_a_process_compiles_once(cold):
    """Only the first of several calls compiles, also when they come from several threads."""
    threads = [threading.Thread(target=warmup) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    warmup()
    assert len(cold) == 1


def test_a_second_process_waits_for_the_first(cold):
    """While another process compiles, this one waits, and then uses what the other has compiled."""
    waited = threading.Event()
    with cache.turn():
        thread = threading.Thread(target=jit.compile_all, args=(None, waited.set))
        thread.start()
        assert waited.wait(10)
        assert cold == []
        jit._compile_all(None)  # as the other process
    thread.join()
    assert cold == ["MainThread"]


def test_a_second_process_takes_over(cold):
    """If the other process ends without having compiled everything, this one compiles."""
    waited = threading.Event()
    with cache.turn():
        thread = threading.Thread(target=jit.compile_all, args=(None, waited.set), name="second")
        thread.start()
        assert waited.wait(10)
    thread.join()
    assert cold == ["second"]


def test_the_wait_for_a_suspended_process_ends(cold, monkeypatch):
    """A process that holds the lock for too long does not stop others."""
    monkeypatch.setattr(cache, "PATIENCE", 0.0)
    with cache.turn():
        jit.compile_all()
    assert len(cold) == 1


def test_a_folder_without_a_lock(cold, monkeypatch, tmp_path):
    """Where no file can be made, a process compiles for itself without a wait."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    jit.compile_all()
    assert len(cold) == 1


@pytest.fixture
def compilations(monkeypatch):
    """The calls of `compile_all`, in a process that has not compiled yet."""
    calls = []
    monkeypatch.setattr(jit, "compile_all", lambda *report: calls.append(report))
    monkeypatch.setattr(module, "_is_done", threading.Event())
    return calls


@pytest.mark.parametrize(
    "use",
    [
        lambda engine: engine.play("f5", depth=1),
        lambda engine: engine.analysis("f5", depth=1).result(),
        lambda engine: engine.evaluate("f5"),
        lambda engine: engine.evaluate_moves("f5", depth=1),
    ],
)
def test_the_first_search_compiles(compilations, use):
    """The first use of an engine compiles everything with progress; making one does not."""
    with Engine(table_mib=1) as engine:
        assert compilations == []
        use(engine)
        assert len(compilations) == 1
        use(engine)
        assert len(compilations) == 1


def test_time_limits_exclude_the_compilation(compilations, monkeypatch):
    """The seconds of a search begin after the compilation."""
    clock = Clock()

    def compile_slowly(*report):
        clock.time += 30.0

    monkeypatch.setattr(jit, "compile_all", compile_slowly)
    with Engine(table_mib=1, now=clock) as engine:
        result = engine.play(Board(), seconds=1.0, depth=3)
    assert (result.depth, result.was_stopped, result.seconds) == (3, False, 0.0)


def test_nothing_to_compile(capsys):
    """With a complete cache nothing is compiled and nothing is printed."""
    warmup()
    capsys.readouterr()
    warmup()
    assert capsys.readouterr() == ("", "")
