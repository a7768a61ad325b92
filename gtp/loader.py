"""Making the engine in the background.

Importing the engine takes half a second. Compiling it, the first time on a computer, takes up to a
minute. A controller expects replies to its first commands at once, and these need no engine. So a
thread makes the engine, and only commands that need it wait.
"""

import sys
import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from othello.errors import OthelloError
from othello.gtp.protocol import GtpError
from othello.settings import DEFAULT, EngineSettings

if TYPE_CHECKING:
    from othello.engine import Engine
    from othello.gtp.game import Game

T = TypeVar("T")


class Loader(Generic[T]):
    """Calls a function in a thread and stores its result."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Call *make* in another thread."""
        self._make = make
        self._made: T | None = None
        self._failure = "not ready"
        self._thread = threading.Thread(target=self._run, name="loader", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether *make* is still running."""
        return self._thread.is_alive()

    @property
    def ready(self) -> T | None:
        """The result of *make*; None before its end, or if it failed."""
        return self._made

    def get(self) -> T:
        """Wait for the result of *make* and return it; raise GtpError if it failed."""
        if self._made is None:
            self._thread.join()
        if self._made is None:
            raise GtpError(f"the engine did not start: {self._failure}")
        return self._made

    def _run(self) -> None:
        try:
            self._made = self._make()
        except (OthelloError, OSError, MemoryError) as error:
            # Faults of a file or of the computer, not of the program.
            self._failure = str(error) or type(error).__name__
            print(f"othello: the engine did not start: {self._failure}", file=sys.stderr)
        except Exception as error:
            self._failure = f"{type(error).__name__}: {error}"
            traceback.print_exc()


def make_engine_and_game(settings: EngineSettings = DEFAULT) -> "tuple[Engine, Game]":
    """Return a compiled engine, and a game at its start."""
    # Imported late, because it imports Numba, which takes half a second.
    from othello.gtp.game import Game

    return make_engine(settings), Game()


def make_engine(settings: EngineSettings = DEFAULT) -> "Engine":
    """Return an engine whose kernels are compiled and in memory."""
    # Imported late, because they import Numba.
    from othello.engine import Engine
    from othello.kernels.warmup import warmup
    from othello.limits import Limits
    from othello.position import Position

    warmup()
    # The first search loads the kernels. A separate engine makes it, so the returned one is fresh.
    Engine(table_mib=1).go(Position.start(), Limits(depth=1))
    return Engine.from_settings(settings)
