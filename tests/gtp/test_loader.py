"""The game made in the background, and what is said about it meanwhile."""

import threading

import pytest

from gtp.loader import Loader, make_game
from gtp.protocol import GtpError
from othello.kernels import jit
from othello.position import Position
from othello.settings import EngineSettings


def test_loader():
    """The game is not there at first; who asks for it waits."""
    go_on = threading.Event()

    def make():
        assert go_on.wait(10)
        return "game"

    loader = Loader(make)
    assert loader.is_busy
    assert loader.ready is None
    threading.Timer(0.05, go_on.set).start()
    assert loader.get() == loader.ready == "game"


def test_failure(capsys):
    """Who asks for a game that could not be made is told why, each time; the traceback is shown once."""

    def make():
        raise MemoryError("too large")

    loader = Loader(make)
    for _ in range(2):
        with pytest.raises(GtpError, match=r"^the engine did not start: MemoryError: too large$"):
            loader.get()
    assert not loader.is_busy
    assert capsys.readouterr().err.count("Traceback") == 1


def test_make_game(capfd):
    """A game is at its start, its engine is in memory, and with everything compiled nothing is said."""
    jit.compile_all()
    game = make_game(EngineSettings(table_mib=1))
    assert game.position == Position.start()
    assert capfd.readouterr() == ("", "")
