"""The session of this process: signals, the exit code.

The main thread only waits, because Python handles signals in this thread, and cannot handle them while the
thread runs compiled code. An interrupt (SIGINT, Ctrl-C) stops a running search, so the engine moves
immediately. Without a search, an interrupt ends the process.

Only replies go to standard output (see `othello.gtp.streams`). All other output goes to standard error.
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
"""Exit code if a reply cannot be written, such as when the disk is full, or if an internal error occurs."""


def run_protocol(
    session: Callable[[StateT, Callable[[], bytes], Callable[[bytes], object]], ProtocolSession[StateT]],
    state: StateT,
    welcome: str = "",
) -> int:
    """Speak a protocol on standard input and output until the session ends. Return the exit code.

    session -- class of the session
    state   -- its state, which has the search that an interrupt stops
    welcome -- a line for a person at a terminal, who would see an empty screen otherwise
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
                # On Windows a wait without a timeout cannot be interrupted.
                thread.join(1.0)
        except KeyboardInterrupt:
            code = INTERRUPTED
    return code


@contextlib.contextmanager
def _interruptible(engine: EngineSession) -> Iterator[None]:
    """Within the block, an interrupt stops the search, or raises KeyboardInterrupt if there is no search."""

    def on_interrupt(number: int, frame: object) -> None:
        if not engine.stop():
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    # Only the main thread may handle signals, and the parent process may want interrupts ignored.
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
