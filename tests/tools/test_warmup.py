"""Telling how far the compilation is: not at all if it is short, and never on standard output."""

import io

import pytest

from othello.tools.warmup import SILENCE, Progress, warm_up


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Closed(io.StringIO):
    def write(self, text):
        raise BrokenPipeError


class Clock:
    """A clock that shows what it is told to."""

    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


def compiled(log, times):
    """What is told of kernels that are begun at these times, the last of which is the end."""
    clock = Clock()
    progress = Progress(log, clock)
    for done, moment in enumerate(times):
        clock.time = moment
        progress(f"kernel {done}", done, len(times) - 1)
    return log.getvalue()


@pytest.mark.parametrize("log", [io.StringIO, Terminal])
def test_short_compilations(log):
    """What takes no time to speak of is not spoken of."""
    assert compiled(log(), [0.0, 0.2, 0.4, SILENCE - 0.1]) == ""


def test_long_compilations():
    """In a log there are two lines: that it takes a while, and how long it took."""
    first, last = compiled(io.StringIO(), [0.0, SILENCE + 1, SILENCE + 2, 30.2]).splitlines()
    assert "compiling" in first
    assert last == "othello: compiled in 30 s"


def test_terminals():
    """On a terminal one line is written again and again, and ended at the end."""
    *steps, end = compiled(Terminal(), [0.0, SILENCE + 1, SILENCE + 2, 30.2]).split("\r")[1:]
    assert [step.endswith(f"{done} of 3") for done, step in enumerate(steps, 1)] == [True, True]
    assert end.endswith("3 of 3, 30 s\n")


def test_closed_logs():
    """Whoever closed the log does not stop the compilation."""
    assert compiled(Closed(), [0.0, SILENCE + 1, SILENCE + 2]) == ""


def test_nothing_to_compile(capsys):
    """With a complete cache nothing is compiled and nothing is said."""
    warm_up()
    capsys.readouterr()
    warm_up()
    assert capsys.readouterr() == ("", "")
