"""The engine as a process: start, end, signals, and pipes that break."""

import io
import os
import signal
import subprocess
import sys
import time

import pytest

from gtp import process
from othello.settings import EngineSettings
from tests.gtp import conversation
from tests.gtp.driver import ROOT, EngineProcess

HANDSHAKE = b"protocol_version\nname\nversion\nlist_commands\nlist_games\nquit\n"
ALLOWED = 0.3
"""Seconds from the start of the process to the end of the handshake."""
FIRST_MOVE = 3.0
"""Seconds from there to the first move; on a computer with nothing else to do it is less than half."""
ATTEMPTS = 4
"""Another program may be in the way of some of them."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


def handshake(environment):
    """Write all commands at once; gives the replies and the seconds that they took."""
    began = time.perf_counter()
    with EngineProcess(env=environment) as engine:
        engine.input.write(HANDSHAKE)
        engine.input.close()
        engine.input = None
        output = b""
        while output.count(b"\n\n") < 6 and (chunk := engine.output.read1()):
            output += chunk
        took = time.perf_counter() - began
        assert engine.output.read() == b""
        assert engine.wait() == 0
        assert engine.errors() == ""
    return output.decode(), took


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_handshake(cache, tmp_path):
    """Six commands written at once get six replies and exit code 0, in time, compiled or not."""
    times = []
    for attempt in range(ATTEMPTS):
        folder = {} if cache == "warm" else {"NUMBA_CACHE_DIR": str(tmp_path / str(attempt))}
        output, took = handshake(os.environ | folder)
        replies = conversation.replies_in(output)
        assert len(replies) == 6
        assert all(reply.startswith("=") for reply in replies)
        times.append(took)
        if took < ALLOWED:
            return
    pytest.fail(f"the handshake took {times} seconds")


def test_first_move():
    """With everything compiled, a first move is there soon after the start."""
    times = []
    for _ in range(ATTEMPTS):
        began = time.perf_counter()
        with EngineProcess() as engine:
            assert engine.ask("genmove b") in ("D3", "C4", "F5", "E6")
            times.append(time.perf_counter() - began)
        if times[-1] < FIRST_MOVE:
            return
    pytest.fail(f"the first move took {times} seconds")


def test_what_is_imported_late():
    """Neither Numba nor NumPy is imported for the handshake: that alone would take too long."""
    code = (
        "import sys, gtp.process; print({'numba', 'numpy', 'llvmlite', 'click', 'rich'} & set(sys.modules))"
    )
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "set()\n"


def test_arguments():
    """`python -m gtp` has no options, and says where they are."""
    run = [sys.executable, "-m", "gtp", "--level", "3"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "python -m gtp takes no options: use othello gtp\n"


@posix
def test_interrupts():
    """An interrupt ends the search, with a move, or else the session; only replies are written meanwhile."""
    with EngineProcess() as engine:
        assert engine.ask("showboard").startswith("X 2, O 2")
        assert engine.ask("othello-level 60") == ""
        for color in "bw":
            engine.send(f"genmove {color}")
            time.sleep(0.3)
            engine.process.send_signal(signal.SIGINT)
            began = time.perf_counter()
            assert engine.reply().startswith("= ")
            assert time.perf_counter() - began < 0.5
        assert engine.ask("protocol_version") == "2"
        engine.process.send_signal(signal.SIGINT)
        assert engine.wait() == process.INTERRUPTED
        assert engine.output.read() == b""
        assert engine.errors() == ""


@posix
def test_end_of_input_during_a_search():
    """A GUI that closes its end without a word leaves no process behind, and no traceback."""
    with EngineProcess() as engine:
        engine.ask("othello-level 60")
        engine.ask("showboard")
        engine.send("genmove b")
        time.sleep(0.2)
        engine.input.close()
        engine.input = None
        assert engine.wait() == 0
        assert engine.reply().startswith("= ")
        assert engine.errors() == ""


@posix
@pytest.mark.parametrize("is_loaded", [True, False])
def test_closed_output(is_loaded):
    """A reply that nobody can read is the end, without a traceback."""
    with EngineProcess() as engine:
        if is_loaded:
            engine.ask("showboard")
        engine.output.close()
        engine.output = None
        engine.send("name")
        assert engine.wait() == 0
        assert engine.errors() == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_full_disk():
    """Replies that cannot be written for another reason end the session, and it says why."""
    with open("/dev/full", "wb") as full, EngineProcess(stdout=full) as engine:
        engine.send("name")
        assert engine.wait() == process.UNDELIVERED
        assert (
            engine.errors() == "othello: a reply could not be written: [Errno 28] No space left on device\n"
        )


@posix
def test_ignored_interrupts():
    """Started with interrupts ignored, as a shell starts what runs in the background, it stays so."""

    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    with EngineProcess(preexec_fn=ignore) as engine:
        assert engine.ask("protocol_version") == "2"
        engine.process.send_signal(signal.SIGINT)
        assert engine.ask("protocol_version") == "2"
        assert engine.ask("quit") == ""
        assert engine.wait() == 0


def test_within_a_process(monkeypatch):
    """The session takes its streams from `sys`, so that a program or a test can put others there."""
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"protocol_version\nquit\n")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output))
    handler = signal.getsignal(signal.SIGINT)
    assert process.run_gtp(level=1, settings=EngineSettings(table_mib=1)) == 0
    assert output.getvalue() == b"= 2\n\n=\n\n"
    assert signal.getsignal(signal.SIGINT) == handler


def test_bad_level():
    """A level that is out of range is refused before anything is started."""
    with pytest.raises(ValueError, match="level is 61"):
        process.run_gtp(level=61)


def test_partial_writes():
    """A reply is delivered to its end, however little goes at a time."""
    written = []

    class Narrow(io.RawIOBase):
        def write(self, data):
            written.append(bytes(data[:3]))
            return len(written[-1])

    process._write(Narrow(), b"= protocol\n\n")
    assert b"".join(written) == b"= protocol\n\n"


@pytest.mark.slow
def test_cold_start(tmp_path):
    """Without compiled kernels the first move takes up to a minute, and two lines say so."""
    with EngineProcess(env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}) as engine:
        assert engine.ask("protocol_version") == "2"
        began = time.perf_counter()
        assert engine.ask("genmove b")
        assert time.perf_counter() - began < 60
        assert engine.ask("quit") == ""
        assert engine.wait() == 0
        first, last = engine.errors().splitlines()
        assert first == "othello: compiling for this computer, which takes up to a minute, once"
        assert last.startswith("othello: compiled in ")
