"""What the commands of a session work on: the game, its clocks, the level."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gtp.inbox import Inbox
from gtp.loader import Loader
from gtp.pondering import Pondering, unhurried
from gtp.time_control import TimeControl
from othello.human import levels as human_levels
from othello.limits import Clock, Limits
from othello.search.cancel import Cancel

if TYPE_CHECKING:
    from gtp.game import Game


class State:
    """What the commands of a session work on."""

    def __init__(
        self,
        loader: "Loader[Game]",
        *,
        level: human_levels.Level | None = None,
        ponders: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a session; *now* tells the time in seconds, from any beginning.

        *ponders* is whether the engine thinks on the opponent's time.
        """
        self._loader = loader
        self.depth: int | None = None
        """Plies to look ahead at the most; None is no bound."""
        self.now = now
        self.level = level
        """Playing level; None is the engine's own, where no clock bounds a move."""
        self.limits(None)  # raises ValueError if the level is out of range
        self._ponders = ponders
        self._pondering = Pondering()
        self.time = TimeControl(now)
        """The clocks."""
        self.received = now()
        """When the command that is carried out came in."""
        self.inbox = Inbox()
        """What has come in after it."""
        self.line = 0
        """The number of its line."""
        self.cancel = Cancel()
        """Set by an interrupt that comes in after it; for its searches."""
        self.tell: Callable[[str], None] = lambda text: None
        """Writes a line of its reply before it is done."""

    @property
    def game(self) -> "Game":
        """The game; waits until the engine is ready."""
        return self._loader.get()

    def limits(self, clock: Clock | None) -> Limits:
        """What a move may cost on this clock; None is no limit but depth and a level with a number."""
        return Limits(level=human_levels.number_of(self.level), depth=self.depth, clock=clock)

    def stop_search(self, *, older_than: float = 0.0) -> bool:
        """End the search that runs, if it has for so many seconds; tells whether one did. From any thread.

        Pondering ends as well, but is no search that anybody waits for.
        """
        game = self._loader.ready
        if game is None or self.halt_pondering():
            return False
        return game.engine.stop(older_than=older_than)

    def ponder(self, cancel: Cancel) -> None:
        """Think on the opponent's time until *cancel* is set, if that is wanted and its turn."""
        game = self._loader.ready
        if human_levels.human(self.level) is not None:
            return  # A level that errs looks at each position afresh.
        if self._ponders and game is not None and game.pondered:
            clock = self.time.clock(game.position.turn.other, self.now())
            limits = unhurried(self.limits(clock))
            self._pondering.begin(game.engine, game.pondered, limits, cancel)

    def halt_pondering(self) -> bool:
        """Let it come to its end soon; tells whether it went on. From any thread."""
        return self._pondering.halt()

    def end_pondering(self) -> None:
        """Wait until the engine is free again."""
        self._pondering.end()
