"""What is told while kernels are compiled."""

import io

import pytest

from othello.warmup import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Closed(io.StringIO):
    def write(self, text):
        raise BrokenPipeError


def compile_slowly(log, seconds):
    """What is said about four kernels that take so many seconds each."""
    times = iter(range(100))
    progress = Progress(log, now=lambda: next(times) * seconds)
    for done in range(5):
        progress("name", done, 4)
    return log.getvalue()


def test_progress_in_a_file():
    """One line at the beginning, one at the end."""
    assert compile_slowly(io.StringIO(), 7).splitlines() == [
        "othello: compiling for this computer, which takes up to a minute, once",
        "othello: compiled in 35 s",
    ]


def test_progress_on_a_terminal():
    """One line that is written over, and ended at the end."""
    text = compile_slowly(Terminal(), 7)
    assert text.split("\r")[1:3] == [f"othello: compiling for this computer, {n} of 4" for n in (0, 1)]
    assert text.endswith("4 of 4, 35 s\n")
    assert text.count("\n") == 1


@pytest.mark.parametrize("log", [io.StringIO(), Terminal()])
def test_no_progress(log):
    """Nothing is said about what takes no time."""
    assert compile_slowly(log, 0.1) == ""


def test_progress_to_nobody():
    """A log that cannot be written to does not stop the compilation."""
    compile_slowly(Closed(), 7)
