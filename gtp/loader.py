"""The engine, made in the background.

To import the engine takes the better part of a second, and to compile it, the first time
on a computer, up to a minute. A controller wants the answers to its first commands at
once, and they need neither; so the engine is made in a thread of its own, and only who asks
for it waits.
"""

import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from gtp.protocol import GtpError
from othello.settings import DEFAULT, EngineSettings

if TYPE_CHECKING:
    from gtp.game import Game
    from othello.engine import Engine

T = TypeVar("T")


class Loader(Generic[T]):
    """Something that is being made, or is ready."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Begin to make it by calling *make* in another thread."""
        self._make = make
        self._made: T | None = None
        self._failure = "not ready"
        self._thread = threading.Thread(target=self._run, name="loader", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether it is still being made."""
        return self._thread.is_alive()

    @property
    def ready(self) -> T | None:
        """What was made; None while it is not ready."""
        return self._made

    def get(self) -> T:
        """What was made, as soon as it is ready; raises GtpError if it could not be made."""
        if self._made is None:
            self._thread.join()
        if self._made is None:
            raise GtpError(f"the engine did not start: {self._failure}")
        return self._made

    def _run(self) -> None:
        try:
            self._made = self._make()
        except Exception as error:
            self._failure = f"{type(error).__name__}: {error}"
            traceback.print_exc()


def make_game(settings: EngineSettings = DEFAULT, seed: int | None = None) -> "Game":
    """A game with an engine that is compiled and in memory; *seed* is for levels that err."""
    # Late: it imports Numba, which takes half a second.
    from gtp.game import Game

    return Game(make_engine(settings), seed)


def make_engine(settings: EngineSettings = DEFAULT) -> "Engine":
    """An engine that is compiled and in memory."""
    # Late: they import Numba.
    from othello.engine import Engine
    from othello.limits import Limits
    from othello.position import Position
    from othello.tools.warmup import warm_up

    warm_up()
    # The first search loads the kernels. A small engine does it, so that ours has searched nothing yet.
    Engine(table_mib=1).go(Position.start(), Limits(depth=1))
    return Engine.from_settings(settings)
