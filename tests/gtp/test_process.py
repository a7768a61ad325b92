"""The engine as a process: start, end, signals, and pipes that break."""

import io
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from othello.gtp import process
from othello.gtp.gtp_session import GtpSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.session_state import GtpState
from tests.gtp import conversation_files
from tests.gtp.driver import ROOT, EngineProcess
from tests.terminal import Terminal

HANDSHAKE = b"protocol_version\nname\nversion\nlist_commands\nlist_games\nquit\n"
ALLOWED = 2.0
"""Seconds for the handshake on a busy machine. On an idle one it takes less than 0.3 s, without an engine."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


@pytest.mark.timing
@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_handshake(cache, tmp_path):
    """The handshake does not wait for the engine, whether or not there is a compiled library."""
    folder = {} if cache == "warm" else {"OTHELLO_CACHE": str(tmp_path)}
    began = time.perf_counter()
    with EngineProcess(env=os.environ | folder) as engine:
        engine.input.write(HANDSHAKE)
        engine.input.close()
        engine.input = None
        output = engine.output.read()
        assert time.perf_counter() - began < ALLOWED
        assert engine.wait() == 0
        assert engine.errors() == ""
    replies = conversation_files.replies_in(output.decode())
    assert len(replies) == 6
    assert all(reply.startswith("=") for reply in replies)


def test_the_handshake_imports_neither_numba_nor_numpy():
    heavy = {"numba", "numpy", "llvmlite", "click", "rich"}
    modules = "othello.gtp.gtp_session, othello.gtp.nboard.session"
    code = f"import sys, {modules}; print({heavy} & set(sys.modules))"
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "set()\n"


class Searching:
    """Stands in for a session: it searches until it is stopped, or reads until the process ends."""

    def __init__(self, *, is_searching):
        self.is_searching = is_searching
        self.has_begun, self.is_over = threading.Event(), threading.Event()

    def run(self):
        self.has_begun.set()
        assert self.is_over.wait(30)

    def stop(self):
        if self.is_searching:
            self.is_over.set()
        return self.is_searching


@posix
@pytest.mark.parametrize(("is_searching", "code"), [(True, 0), (False, process.INTERRUPTED)])
def test_interrupts(is_searching, code):
    """An interrupt stops a running search. Without a search, it ends the session with its exit code."""
    session = Searching(is_searching=is_searching)

    def interrupt():
        assert session.has_begun.wait(30)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    assert process.run_protocol(lambda state, read, write: state, session) == code
    session.is_over.set()


@pytest.mark.parametrize("place", ["carry_out", "parse"])
@pytest.mark.parametrize("session", [GtpSession, NBoardSession])
def test_an_internal_error_is_not_a_success(session, place, monkeypatch, capsys):
    """A programming error in a request, or in the reader, ends the session with exit code 1."""

    def fail(self, request):
        raise RuntimeError("planned")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ping 1\n")))
    monkeypatch.setattr(session, place, fail)
    state = GtpState(LazyEngine(lambda: pytest.fail("an engine is made")))
    assert process.run_protocol(session, state) == process.FAILED
    assert capsys.readouterr().err.count("RuntimeError: planned") == 1


@posix
@pytest.mark.parametrize(
    ("protocol", "command"),
    [("gtp", "list_commands"), pytest.param("nboard", "hint 3", marks=pytest.mark.slow)],
)
def test_a_terminal_shows_what_waits_for_commands(protocol, command):
    """A person who starts an engine sees one line: what it is, a command, how to end, and how to play."""
    with Terminal(protocol, shows_output=False) as terminal:
        name = {"nboard": "an NBoard"}.get(protocol, f"a {protocol.upper()}")
        line = f"This is {name} engine: type {command}, or quit. To play a game, run: othello play"
        terminal.until(rf"{line}\r\n$")
        terminal.type("quit")
        rest, out, status = terminal.end()
    assert (status, rest) == (0, "quit\r\n")
    assert "This is" not in out


@posix
@pytest.mark.parametrize("is_loaded", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_closed_output(is_loaded):
    """If standard output is closed, a reply ends the process without a traceback."""
    with EngineProcess() as engine:
        if is_loaded:
            engine.ask("showboard")
        engine.output.close()
        engine.output = None
        engine.send("name")
        assert engine.wait() == 0
        assert engine.errors() == ""


@posix
def test_ignored_interrupts():
    """A process that starts with interrupts ignored, as in a shell's background, ignores interrupts."""

    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    with EngineProcess(preexec_fn=ignore) as engine:
        assert engine.ask("protocol_version") == "2"
        engine.process.send_signal(signal.SIGINT)
        assert engine.ask("protocol_version") == "2"
        assert engine.ask("quit") == ""
        assert engine.wait() == 0


def test_the_streams_are_those_of_sys_and_the_signal_handler_is_restored(monkeypatch):
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"protocol_version\nquit\n")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output))
    handler = signal.getsignal(signal.SIGINT)
    state = GtpState(LazyEngine(lambda: pytest.fail("an engine is made")))
    assert process.run_protocol(GtpSession, state) == 0
    assert output.getvalue() == b"= 2\n\n=\n\n"
    assert signal.getsignal(signal.SIGINT) == handler


@pytest.mark.slow
def test_cold_start(tmp_path):
    """Without compiled kernels, the first move waits for them, and two lines on standard error report
    this."""
    with EngineProcess(env=os.environ | {"OTHELLO_CACHE": str(tmp_path)}) as engine:
        assert engine.ask("protocol_version") == "2"
        assert engine.ask("genmove b")
        assert engine.ask("quit") == ""
        assert engine.wait() == 0
        first, last = engine.errors().splitlines()
        assert first == "othello: compiling machine code for this computer, once (up to a minute)"
        assert last.startswith("othello: the machine code is ready after ")
