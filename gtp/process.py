"""The conversation of this process: standard input and output, signals, the exit code.

The main thread only waits, because signals are handled there, and it could not while it
runs compiled code. An interrupt (SIGINT, Ctrl-C) ends the search that runs, so that the
engine moves at once; when there is none it ends the session.

Replies go to the descriptor itself: a buffer that cannot be flushed would complain at the
end of the process. Whatever else is printed goes to standard error.
"""

import atexit
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from gtp.loader import Loader, make_game
from gtp.session import Session
from gtp.session_state import State
from othello.human.levels import Level, number_of
from othello.limits import Limits
from othello.settings import DEFAULT, EngineSettings

INTERRUPTED: Final = 130
"""Exit code after an interrupt, as shells have it: 128 and the number of the signal."""
UNDELIVERED: Final = 1
"""Exit code when a reply cannot be written, on a full disk for example."""
CHUNK: Final = 1 << 16
"""Bytes that are read at a time, at most."""


def run_gtp(
    *,
    level: Level | None = None,
    seed: int | None = None,
    ponders: bool = False,
    settings: EngineSettings = DEFAULT,
) -> int:
    """Speak GTP on standard input and output until the session ends; returns the exit code.

    level      -- playing level, on a clock as well; None is the engine's own, and no bound on
                  a clock
    seed       -- decides the moves of levels that err; None draws one for each game
    ponders    -- whether the engine thinks on the opponent's time
    settings   -- how to make the engine

    Raises ValueError if *level* is out of range.
    """
    Limits(level=number_of(level))
    loader = Loader(lambda: make_game(settings, seed))
    state = State(loader, level=level, ponders=ponders)
    source, target = streams()
    session = Session(state, source, target)
    return hold(session.run, state.stop_search, loader)


def hold(converse: Callable[[], None], stop_search: Callable[[], bool], loader: Loader[Any]) -> int:
    """Hold a conversation in another thread, to its end; returns the exit code."""
    code = 0

    def run() -> None:
        nonlocal code
        try:
            converse()
        except OSError as error:
            print(f"othello: a reply could not be written: {error}", file=sys.stderr)
            code = UNDELIVERED

    thread = threading.Thread(target=run, name="session", daemon=True)
    with contextlib.redirect_stdout(sys.stderr), _interruptible(stop_search):
        thread.start()
        try:
            while thread.is_alive():
                # On Windows a wait without an end could not be interrupted.
                thread.join(1.0)
        except KeyboardInterrupt:
            code = INTERRUPTED
    atexit.register(_leave, loader, code)
    return code


def streams() -> tuple[Callable[[], bytes], Callable[[bytes], None]]:
    """What reads standard input, and what writes to standard output."""
    source, target = _bare(sys.stdin.buffer), _bare(sys.stdout.buffer)
    return lambda: source.read(CHUNK) or b"", lambda reply: _write(target, reply)


def _bare(stream: BinaryIO) -> BinaryIO | io.RawIOBase:
    """The stream without its buffer.

    A thread that waits for input would hold the lock of the buffer, which is wanted at the
    end of the process.
    """
    return stream.raw if isinstance(stream, io.BufferedReader | io.BufferedWriter) else stream


def _write(target: BinaryIO | io.RawIOBase, reply: bytes) -> None:
    """Deliver all of a reply."""
    rest = memoryview(reply)
    while rest:
        rest = rest[target.write(rest) :]


@contextlib.contextmanager
def _interruptible(stop_search: Callable[[], bool]) -> Iterator[None]:
    """While this lasts an interrupt ends the search, or else raises KeyboardInterrupt."""

    def on_interrupt(number: int, frame: object) -> None:
        if not stop_search():
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    # Only the main thread may handle signals; and who started us may want interrupts ignored.
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave(loader: Loader[Any], code: int) -> None:
    """End the process at once if the compiler is at work, which cannot be told to stop.

    It would run on while Python and the compiler's own library are being taken down.
    """
    if loader.is_busy:
        sys.stderr.flush()
        os._exit(code)
