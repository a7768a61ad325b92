"""The progress of the compilation: silent if it is short, and never on standard output."""

import io

import pytest

from othello.tools.warmup import SILENCE, CompileProgress, warm_up


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Closed(io.StringIO):
    def write(self, text):
        raise BrokenPipeError


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
    """A terminal gets one line that is overwritten until the compilation ends."""
    *steps, end = compiled(Terminal(), [0.0, SILENCE + 1, SILENCE + 2, 30.2]).split("\r")[1:]
    assert [step.endswith(f"{done} of 3") for done, step in enumerate(steps, 1)] == [True, True]
    assert end.endswith("3 of 3, 30 s\n")


def test_closed_logs():
    """A closed log does not stop the compilation."""
    assert compiled(Closed(), [0.0, SILENCE + 1, SILENCE + 2]) == ""


def test_nothing_to_compile(capsys):
    """With a complete cache nothing is compiled and nothing is printed."""
    warm_up()
    capsys.readouterr()
    warm_up()
    assert capsys.readouterr() == ("", "")
