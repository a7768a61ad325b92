"""The game made in the background, and what is said about it meanwhile."""

import io
import threading

import pytest

from gtp.loader import Loader, Progress, make_game
from gtp.protocol import GtpError
from othello.kernels import jit
from othello.position import Position


def test_loader():
    """The game is not there at first; who asks for it waits."""
    go_on = threading.Event()

    def make():
        assert go_on.wait(10)
        return "game"

    loader = Loader(make)
    assert loader.is_busy
    assert loader.ready_game is None
    threading.Timer(0.05, go_on.set).start()
    assert loader.game() == loader.ready_game == "game"


def test_failure(capsys):
    """Who asks for a game that could not be made is told why, each time; the traceback is shown once."""

    def make():
        raise MemoryError("too large")

    loader = Loader(make)
    for _ in range(2):
        with pytest.raises(GtpError, match=r"^the engine did not start: MemoryError: too large$"):
            loader.game()
    assert not loader.is_busy
    assert capsys.readouterr().err.count("Traceback") == 1


def test_make_game(capfd):
    """A game is at its start, its engine is in memory, and with everything compiled nothing is said."""
    jit.compile_all()
    game = make_game(table_mib=1)
    assert game.position == Position.start()
    assert capfd.readouterr() == ("", "")


def test_kernels_are_all_imported():
    """Every module of kernels is imported, so that all of them are compiled at once."""
    make_game(table_mib=1)
    modules = {name.partition(".")[0] for name in jit.KERNELS}
    assert "perft" in modules
    assert "root" in modules


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
