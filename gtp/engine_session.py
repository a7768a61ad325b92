"""The seat of the engine in a conversation, whatever its protocol: the player, and the searches.

The thread that carries out requests begins searches and waits for them; any thread may stop them.

After its own move, while the opponent thinks, the engine may *ponder*: it searches the positions that it
expects next. It writes nothing; the next search uses the results in the transposition table.
"""

import time
import traceback
from collections.abc import Callable, Container
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from othello.gtp.lazy_engine import LazyEngine
from othello.players.level_player import LevelPlayer
from othello.rules.position import Position
from othello.search import levels
from othello.search.analysis import Analysis, Steps
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import SearchInfo, SearchResult
from othello.search.stop_signal import StopSignal

FoundT = TypeVar("FoundT")


class EngineSession:
    """An engine with its player, which searches for requests, and ponders between them."""

    def __init__(
        self,
        engine: LazyEngine[Engine],
        *,
        player: LevelPlayer | None = None,
        ponders: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin without a search.

        engine   -- the engine, which is made when it is first needed
        player   -- chooses the moves; None means a player at the default level
        ponders  -- whether the engine searches on the opponent's time
        now      -- clock: returns seconds since any fixed time
        """
        self._late = engine
        self.player = LevelPlayer() if player is None else player
        """Chooses the moves of the engine."""
        self.ponders = ponders
        """Whether the engine searches on the opponent's time."""
        self.now = now
        self._search: Analysis[Any] | None = None
        """The current or last search for a request."""
        self._began = 0.0
        self._pondering: Analysis[None] | None = None
        self._at: Container[Position] = ()
        self._likely: list[Position] = []

    @property
    def engine(self) -> Engine:
        """The engine; raises GtpError if it does not start."""
        return self._late.get()

    @property
    def is_loading(self) -> bool:
        """Whether the engine is being made, perhaps compiled."""
        return self._late.is_busy

    # Searches for requests.

    def search(
        self,
        position: Position,
        limits: Limits,
        cancel: StopSignal,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> SearchResult:
        """Return the result of a search, see `Engine.go`."""
        return self.run(partial(self.engine.steps, position, limits), cancel, on_info)

    def run(
        self,
        steps: Callable[[StopSignal], Steps[FoundT]],
        cancel: StopSignal,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> FoundT:
        """Search in this thread, until the end or until *cancel* is set."""
        search = self.start(steps, in_background=False)
        with cancel.calls(search.stop):
            if on_info is not None:
                for info in search:
                    on_info(info)
            return search.result()

    def start(
        self, steps: Callable[[StopSignal], Steps[FoundT]], *, in_background: bool = True
    ) -> Analysis[FoundT]:
        """Begin a search; *steps* returns it, and its argument stops it."""
        cancel = StopSignal()
        search = Analysis(steps(cancel), cancel, in_background=in_background)
        self._search, self._began = search, self.now()
        return search

    def stop(self, older_than: float = 0.0) -> bool:
        """Stop a search that is older than *older_than* seconds; return whether there was one.

        May be called from any thread, and does not wait. Pondering ends, too, but does not count as a search.
        """
        if self._pondering is not None:
            self._pondering.stop()
        search = self._search
        if search is None or not search.is_running or self.now() - self._began < older_than:
            return False
        search.stop()
        return True

    # Pondering.

    def expect(self, at: Container[Position], after: Position, found: SearchResult | None) -> None:
        """Ponder what may come next while the game is at one of the positions *at*.

        after  -- the position after the engine's move
        found  -- the search for that move; None if there was none
        """
        self._at, self._likely = at, likely(after, found)

    def forget(self) -> None:
        """Ponder nothing until `expect` is called."""
        self._at, self._likely = (), []

    def ponder(self, game: Position, limits: Callable[[], Limits], cancel: StopSignal) -> None:
        """Ponder until *cancel* is set, if that is wanted and *game* is a position where it was expected.

        limits -- returns those of a move; their clock has no effect

        A human-like level does not ponder, because each of its searches has a fresh table.
        """
        engine, is_wanted = self._late.ready, self.ponders and not self.player.is_human
        if engine is not None and is_wanted and self._likely and game in self._at:
            without = without_clock(replace(limits(), level=self.player.number))
            self._pondering = Analysis(_search_all(engine, self._likely, without, cancel), cancel)

    def rest(self) -> None:
        """Stop pondering and wait for its end; then the engine is free."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.stop()
            pondering.wait()


def likely(after: Position, found: SearchResult | None) -> list[Position]:
    """Return the positions to ponder after the engine's move, the likeliest first.

    The list has the position after the expected reply, then *after* itself, except finished games.
    """
    expected = [] if found is None else [after.play(reply) for reply in found.pv[1:2]]
    return [each for each in (*expected, after) if not each.is_over]


def without_clock(limits: Limits) -> Limits:
    """Return the limits of pondering: those of a move, without the clock.

    If moves have no limit but the clock, pondering continues until the position is solved.
    """
    is_bounded = limits.level is not None or limits.depth is not None
    level = levels.STRONGEST if limits.clock is not None and not is_bounded else limits.level
    return replace(limits, level=level, clock=None)


def _search_all(engine: Engine, positions: list[Position], limits: Limits, cancel: StopSignal) -> Steps[None]:
    """Search positions in order."""
    try:
        for position in positions:
            if not cancel.is_set():
                yield from engine.steps(position, limits, cancel)
    except Exception:
        traceback.print_exc()  # the game continues without pondering
