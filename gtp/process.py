"""The conversation of this process: signals, the exit code.

The main thread only waits, because Python handles signals there, and cannot handle them while the
thread runs compiled code. An interrupt (SIGINT, Ctrl-C) stops a running search, so the engine moves at
once. Without a search, an interrupt ends the process.

Only replies go to standard output, see `othello.gtp.streams`; all other output goes to standard error.
"""

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

from othello.engine import Engine
from othello.gtp.late import Late
from othello.gtp.session import Session
from othello.gtp.session_state import State
from othello.gtp.streams import errors_in_background, standard_streams
from othello.human.level_player import LevelPlayer
from othello.settings import DEFAULT, EngineSettings

INTERRUPTED: Final = 130
"""Exit code after an interrupt, as in shells: 128 and the number of the signal."""
UNDELIVERED: Final = 1
"""Exit code when a reply cannot be written, for example to a full disk."""


def run_gtp(
    *, player: LevelPlayer | None = None, ponders: bool = False, settings: EngineSettings = DEFAULT
) -> int:
    """Speak GTP on standard input and output until the session ends; return the exit code.

    player    -- chooses the moves; None means a player at the default level
    ponders   -- whether the engine searches on the opponent's time
    settings  -- settings of the engine
    """
    engine = Late(lambda: Engine.from_settings(settings))
    state = State(engine, player=player, ponders=ponders)
    session = Session(state, *standard_streams())
    return run_conversation(session.run, state.stop_search, lambda: engine.is_busy)


def run_conversation(
    converse: Callable[[], None], stop_search: Callable[[], bool], is_loading: Callable[[], bool]
) -> int:
    """Run a conversation in another thread; return the exit code.

    converse     -- runs the conversation; raises OSError if a reply cannot be written
    stop_search  -- stops a running search, and returns whether there was one
    is_loading   -- returns whether the engine is still being made, perhaps compiled
    """
    code = 0

    def run() -> None:
        nonlocal code
        try:
            converse()
        except OSError as error:
            print(f"othello: a reply could not be written: {error}", file=sys.stderr)
            code = UNDELIVERED

    thread = threading.Thread(target=run, name="session", daemon=True)
    with errors_in_background(), contextlib.redirect_stdout(sys.stderr), _interruptible(stop_search):
        try:
            thread.start()
            while thread.is_alive():
                # On Windows a wait without a timeout cannot be interrupted.
                thread.join(1.0)
        except KeyboardInterrupt:
            code = INTERRUPTED
    atexit.register(_leave, is_loading, code)
    return code


@contextlib.contextmanager
def _interruptible(stop_search: Callable[[], bool]) -> Iterator[None]:
    """Within the block, let an interrupt stop the search or, without one, raise KeyboardInterrupt."""

    def on_interrupt(number: int, frame: object) -> None:
        if not stop_search():
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


def _leave(is_loading: Callable[[], bool], code: int) -> None:
    """End the process at once if the compiler is still running.

    The compiler cannot be stopped, and would still run while Python unloads its library.
    """
    if is_loading():
        sys.stderr.flush()
        os._exit(code)
