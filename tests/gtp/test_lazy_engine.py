"""The engine of a session, made when it is first needed."""

import re
import threading

import pytest

from othello.errors import FormatError
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.protocol import GtpError


def test_late():
    """The first `get` creates the result in its thread, and later calls return it. Nothing happens before."""
    makers, states = [], []

    def make():
        makers.append(threading.current_thread())
        states.append(late.ready)
        return "engine"

    late = LazyEngine(make)
    assert (late.ready, makers) == (None, [])
    assert late.get() == late.get() == late.ready == "engine"
    assert makers == [threading.current_thread()]
    assert states == [None]


def test_failure(capsys):
    """Each `get` after a failure raises the reason. Creation and its traceback happen only once."""

    def make():
        raise ValueError("too large")

    late = LazyEngine(make)
    for _ in range(2):
        with pytest.raises(GtpError, match=r"^the engine did not start: ValueError: too large$"):
            late.get()
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
        LazyEngine(make).get()
    assert capsys.readouterr().err == f"othello: the engine did not start: {reason}\n"


def test_an_interrupted_start():
    """If creating an engine is interrupted, the engine is created when it is next needed."""
    made = []

    def make():
        made.append(1)
        if len(made) == 1:
            raise KeyboardInterrupt
        return "engine"

    late = LazyEngine(make)
    with pytest.raises(KeyboardInterrupt):
        late.get()
    assert late.ready is None
    assert late.get() == "engine"
