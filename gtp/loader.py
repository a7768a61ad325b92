"""The game, made in the background.

To import the engine takes the better part of a second, and to compile it, the first time
on a computer, up to a minute. A controller wants the answers to its first commands at
once, and they need neither; so the game is made in a thread of its own, and only who asks
for it waits.
"""

import contextlib
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

from gtp.protocol import GtpError

if TYPE_CHECKING:
    from gtp.game import Game

SILENCE: Final = 1.0
"""Seconds of compilation before a word is said about it."""


class Loader:
    """A game that is being made, or is ready."""

    def __init__(self, make: Callable[[], "Game"]) -> None:
        """Begin to make a game by calling *make* in another thread."""
        self._make = make
        self._game: Game | None = None
        self._failure = "not ready"
        self._thread = threading.Thread(target=self._run, name="loader", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the game is still being made."""
        return self._thread.is_alive()

    @property
    def ready_game(self) -> "Game | None":
        """The game; None while it is not ready."""
        return self._game

    def game(self) -> "Game":
        """The game, as soon as it is ready; raises GtpError if it could not be made."""
        if self._game is None:
            self._thread.join()
        if self._game is None:
            raise GtpError(f"the engine did not start: {self._failure}")
        return self._game

    def _run(self) -> None:
        try:
            self._game = self._make()
        except Exception as error:
            self._failure = f"{type(error).__name__}: {error}"
            traceback.print_exc()


def make_game(table_mib: float | None = None) -> "Game":
    """A game with an engine that is compiled and in memory; *table_mib* as in `Engine`."""
    # The only late imports of the package: they bring in Numba, which takes half a second.
    import importlib
    import pkgutil

    from gtp.game import Game
    from othello import kernels
    from othello.engine import DEFAULT_TABLE_MIB, Engine
    from othello.kernels import jit
    from othello.limits import Limits
    from othello.position import Position

    for module in pkgutil.iter_modules(kernels.__path__, "othello.kernels."):
        importlib.import_module(module.name)
    jit.compile_all(Progress())
    # The first search loads the kernels. A small engine does it, so that ours has searched nothing yet.
    Engine(table_mib=1).go(Position.start(), Limits(depth=1))
    return Game(Engine(table_mib=DEFAULT_TABLE_MIB if table_mib is None else table_mib))


class Progress:
    """Tells on standard error how far the compilation is, if it takes long enough to be noticed."""

    def __init__(self, log: TextIO | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Write to *log*, by default standard error."""
        self._log = log or sys.stderr
        self._now = now
        self._began = now()
        self._is_said = False

    def __call__(self, name: str, done: int, total: int) -> None:
        """Take note that *done* kernels of *total* are compiled and the one of this name is next."""
        seconds = self._now() - self._began
        if seconds < SILENCE and not self._is_said:
            return
        if self._log.isatty():
            text = f"\rothello: compiling for this computer, {done} of {total}"
            self._write(f"{text}, {seconds:.0f} s\n" if done == total else text)
        elif done == total:
            self._write(f"othello: compiled in {seconds:.0f} s\n")
        elif not self._is_said:
            self._write("othello: compiling for this computer, which takes up to a minute, once\n")
        self._is_said = True

    def _write(self, text: str) -> None:
        # Whoever started us may have closed it; that is no reason to stop.
        with contextlib.suppress(OSError):
            self._log.write(text)
            self._log.flush()
