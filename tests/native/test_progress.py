"""The progress of making a library: silent if that is short, and never on standard output."""

import io
import threading

import pytest

from othello.native import progress as module
from othello.native.progress import BAR, SILENCE, BuildProgress
from tests.terminal import Screen

BEGINNING = "othello: compiling machine code for this computer, once (up to a minute)\n"


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


def made(log, times):
    """The log of a library: its modules begin at *times*, the last of which is the end."""
    clock = Clock()
    with BuildProgress(log, clock) as progress:
        for done, moment in enumerate(times):
            clock.time = moment
            progress.advance(done, len(times) - 1)
    return log.getvalue()


@pytest.mark.parametrize("log", [io.StringIO, Screen])
def test_work_shorter_than_silence_prints_nothing(log):
    assert made(log(), [0.0, 0.2, 0.4, SILENCE - 0.1]) == ""


def test_long_work():
    """A log gets two lines: that the work takes a while, and how long it took."""
    output = made(io.StringIO(), [0.0, SILENCE + 1, SILENCE + 2, 30.2])
    assert output == BEGINNING + "othello: the machine code is ready after 30 s\n"


def test_a_notice_is_printed_while_the_first_module_is_still_being_made(monkeypatch):
    monkeypatch.setattr(module, "SILENCE", 0.0)
    printed = threading.Event()

    class Log(io.StringIO):
        def flush(self):
            printed.set()

    log = Log()
    with BuildProgress(log, Clock()) as progress:
        assert printed.wait(30)
        progress._timer.join()
        assert log.getvalue() == BEGINNING


def test_the_notice_that_was_to_come_is_canceled_at_the_end(monkeypatch):
    with BuildProgress(log := io.StringIO(), Clock()) as progress:
        pass
    progress._timer.join(30)
    assert not progress._timer.is_alive()
    assert log.getvalue() == ""


def test_terminals():
    """A terminal gets one line with a progress bar, which is overwritten until the end, and a last line."""
    output = made(Screen(), [0.0, SILENCE + 1, SILENCE + 2, 30.2])
    *steps, end = [step for step in output.partition("\n")[0].split("\r") if step]
    assert [step.endswith(f"] {done} of 3") for done, step in enumerate(steps, 1)] == [True, True]
    assert [step.count("#") for step in steps] == [BAR // 3, 2 * BAR // 3]
    assert len({len(step) for step in [*steps, end]}) == 1
    assert end.endswith(f"[{'#' * BAR}] 3 of 3")
    assert output.endswith("\nothello: the machine code is ready after 30 s\n")


@pytest.mark.parametrize(("kind", "printed"), [(io.StringIO, BEGINNING), (Screen, "] 1 of 3\n")])
def test_after_an_error_no_line_says_that_machine_code_is_ready(kind, printed):
    """The line of the progress bar ends before the error message."""
    clock, log = Clock(), kind()
    progress = BuildProgress(log, clock)
    progress.__enter__()
    clock.time = SILENCE
    progress.advance(1, 3)
    progress.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    assert log.getvalue().endswith(printed)


@pytest.mark.parametrize("log", [Broken, closed])
def test_a_log_that_cannot_be_written_does_not_stop_the_work(log):
    clock = Clock()
    with BuildProgress(log(), clock) as progress:
        clock.time = SILENCE
        progress.wait()
        progress._write("text")


def test_a_process_without_standard_error(monkeypatch):
    """A program without standard error, such as a Windows program without a console, can compile a
    library."""
    monkeypatch.setattr("sys.stderr", None)
    clock = Clock()
    with BuildProgress(now=clock) as progress:
        clock.time = SILENCE
        progress.advance(1, 1)
        progress.wait()


def test_the_wait_for_another_process_is_reported_once_and_only_if_it_is_long():
    clock, log = Clock(), io.StringIO()
    progress = BuildProgress(log, clock)
    progress.wait()
    assert log.getvalue() == ""
    clock.time = SILENCE
    progress.wait()
    progress.wait()
    assert log.getvalue() == (
        "othello: waiting while another process compiles machine code for this computer\n"
    )


def test_a_wait_says_only_that_it_waits(monkeypatch):
    """A process that waits for another process does not report that it compiles machine code itself."""
    monkeypatch.setattr(module, "SILENCE", 0.0)
    progress = BuildProgress(log := io.StringIO(), Clock())
    progress.wait()
    with progress:
        progress._timer.join(30)
    assert "waiting" in log.getvalue()
    assert "which takes" not in log.getvalue()
    assert "ready" not in log.getvalue()
