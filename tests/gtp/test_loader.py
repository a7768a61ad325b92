"""Loading the engine in the background."""

import re
import threading

import pytest

from othello.errors import FormatError
from othello.gtp.loader import Loader, make_engine_and_game
from othello.gtp.protocol import GtpError
from othello.kernels import jit
from othello.limits import Limits
from othello.position import Position
from othello.settings import EngineSettings


def test_loader():
    """The result is not there at first, and `get` waits for it."""
    go_on = threading.Event()

    def make():
        assert go_on.wait(30)
        return "engine"

    loader = Loader(make)
    assert loader.is_busy
    assert loader.ready is None
    waiting = threading.Thread(target=loader.get)
    waiting.start()
    go_on.set()
    waiting.join(30)
    assert loader.get() == loader.ready == "engine"


def test_failure(capsys):
    """Each `get` of a failed loader raises the reason, and the traceback is printed once."""

    def make():
        raise ValueError("too large")

    loader = Loader(make)
    for _ in range(2):
        with pytest.raises(GtpError, match=r"^the engine did not start: ValueError: too large$"):
            loader.get()
    assert not loader.is_busy
    assert capsys.readouterr().err.count("Traceback") == 1


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError("no space for 9 GiB"), "no space for 9 GiB"),
        (FormatError("w.bin", None, "damaged weights"), "w.bin: damaged weights"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_faults_of_the_computer(capsys, error, reason):
    """A fault of a file or of the computer is one line on standard error, without a traceback."""

    def make():
        raise error

    with pytest.raises(GtpError, match=f"^the engine did not start: {re.escape(reason)}$"):
        Loader(make).get()
    assert capsys.readouterr().err == f"othello: the engine did not start: {reason}\n"


def test_make_engine_and_game(capfd):
    """The game is at its start, the engine can search, and with compiled kernels nothing is printed."""
    jit.compile_all()
    engine, game = make_engine_and_game(EngineSettings(table_mib=1))
    with engine:
        assert game.position == Position.start()
        assert engine.go(Position.start(), Limits(depth=1)).depth == 1
    assert capfd.readouterr() == ("", "")
