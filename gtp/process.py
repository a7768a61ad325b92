"""Runs a session on this process's standard streams and handles signals and the exit code.

The session runs in its own thread while the main thread waits, because Python handles signals only in the
main thread and only while that thread is not running compiled code. An interrupt (SIGINT, Ctrl-C) stops a
running search, so that the engine moves immediately. If no search is running, an interrupt ends the process.

Only replies go to standard output (see `othello.gtp.streams`). Everything else goes to standard error.
"""

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import Final

from othello.errors import INTERRUPTED
from othello.gtp.engine_session import EngineSession
from othello.gtp.session import ProtocolSession, StateT
from othello.gtp.streams import errors_in_background, standard_streams
from othello.storage.streams import INPUT

FAILED: Final = 1
"""Exit code if an internal error occurs or a reply cannot be written, for example on a full disk."""


def run_protocol(
    session: Callable[[StateT, Callable[[], bytes], Callable[[bytes], object]], ProtocolSession[StateT]],
    state: StateT,
    welcome: str = "",
) -> int:
    """Run a session on standard input and output until it ends, and return the exit code.

    session -- the session's class
    state   -- the session's state, whose search is stopped by an interrupt
    welcome -- a line to greet a person who starts the program in a terminal
    """
    if welcome and os.isatty(INPUT):
        print(f"{welcome}, or quit. To play a game, run: othello play", file=sys.stderr)
    carry_out_all = session(state, *standard_streams()).run
    code = 0

    def run() -> None:
        nonlocal code
        try:
            carry_out_all()
        except OSError as error:
            print(f"othello: a reply could not be written: {error}", file=sys.stderr)
            code = FAILED
        except Exception:
            traceback.print_exc()
            code = FAILED

    thread = threading.Thread(target=run, name="session", daemon=True)
    with errors_in_background(), contextlib.redirect_stdout(sys.stderr), _interruptible(state):
        try:
            thread.start()
            while thread.is_alive():
                # On Windows, Ctrl-C cannot interrupt a wait without a timeout.
                thread.join(1.0)
        except KeyboardInterrupt:
            code = INTERRUPTED
    return code


@contextlib.contextmanager
def _interruptible(engine: EngineSession) -> Iterator[None]:
    """Within the block, an interrupt stops the search or, if there is none, raises KeyboardInterrupt."""

    def on_interrupt(number: int, frame: object) -> None:
        if not engine.stop():
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    # Only the main thread may set a handler. If the parent process made this process ignore interrupts, don't
    # change that.
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
