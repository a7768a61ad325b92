"""The engine of a session in any protocol, with its player, its searches, and pondering.

Only the thread that executes requests starts searches and waits for results. Any thread may stop a search.

While the opponent is thinking, the engine may *ponder*: search the positions that it expects to see next.
Pondering writes no output, but the next search finds its results in the transposition table.
"""

import time
import traceback
from collections.abc import Callable, Container
from dataclasses import KW_ONLY, dataclass, field, replace
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

ResultT = TypeVar("ResultT")


@dataclass(eq=False)
class EngineSession:
    """An engine and its player. They search on request and ponder between requests."""

    lazy_engine: LazyEngine[Engine]
    """Creates the engine on first use."""
    _: KW_ONLY
    player: LevelPlayer = field(default_factory=LevelPlayer)
    ponders: bool = False
    """Whether the engine ponders while the opponent is thinking."""
    now: Callable[[], float] = time.monotonic
    """The clock: a function that returns seconds since any fixed time."""
    _search: Analysis[Any] | None = field(default=None, init=False)
    """The last search that a request started. It may have ended."""
    _began: float = field(default=0.0, init=False)
    _pondering: Analysis[None] | None = field(default=None, init=False)
    _at: Container[Position] = field(default=(), init=False)
    _likely: list[Position] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.player.engine = self.lazy_engine.get

    @property
    def engine(self) -> Engine:
        """The engine, created on first access. Raises GtpError if that fails."""
        return self.lazy_engine.get()

    # Searches for requests.

    def search(
        self,
        position: Position,
        limits: Limits,
        cancel: StopSignal,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> SearchResult:
        """Search *position* as `Engine.play` does, and return the result."""
        return self.run(partial(self.engine.steps, position, limits), cancel, on_info)

    def run(
        self,
        steps: Callable[[StopSignal], Steps[ResultT]],
        cancel: StopSignal,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> ResultT:
        """Search in this thread and return the result when the search ends or *cancel* stops it."""
        search = self.start(steps, in_background=False)
        with cancel.calls(search.stop):
            if on_info is not None:
                for info in search:
                    on_info(info)
            return search.result()

    def start(
        self, steps: Callable[[StopSignal], Steps[ResultT]], *, in_background: bool = True
    ) -> Analysis[ResultT]:
        """Start a search and return it.

        *steps* takes the signal that stops the search, and returns its steps.
        """
        cancel = StopSignal()
        search = Analysis(steps(cancel), cancel, in_background=in_background)
        # The order matters because another thread may call `stop` in between. If `_search` came first, `stop`
        # would pair the new search with the old start time.
        self._began = self.now()
        self._search = search
        return search

    def stop(self, older_than: float = 0.0) -> bool:
        """Stop the search if it began at least *older_than* seconds ago. Return whether a search was stopped.

        Any thread may call this method. It does not wait for the search to end. It also stops pondering,
        which is not counted as a search.
        """
        # Read each field only once, because another thread may change it in `rest` or `start` after the test.
        pondering, search = self._pondering, self._search
        if pondering is not None:
            pondering.stop()
        if search is None or not search.is_running or self.now() - self._began < older_than:
            return False
        search.stop()
        return True

    # Pondering.

    def expect(self, at: Container[Position], after: Position, result: SearchResult | None) -> None:
        """Choose what to ponder after the engine's move, while the game is at a position in *at*.

        at     -- possible positions of the game until the opponent's reply arrives
        after  -- the position after the engine's move
        result -- the search that chose this move, or None if the move needed no search
        """
        self._at, self._likely = at, likely(after, result)

    def forget(self) -> None:
        """Ponder nothing until the next call to `expect`."""
        self._at, self._likely = (), []

    def ponder(self, game: Position, limits: Callable[[], Limits], cancel: StopSignal) -> None:
        """Start pondering if `ponders` is true and `expect` was called for the position *game*.

        limits -- returns the limits for the engine's moves. Pondering ignores their clock.
        cancel -- stops pondering when it is set
        """
        engine = self.lazy_engine.ready
        if engine is None or not self.ponders or not self._likely or game not in self._at:
            return
        pondering = self.player.pondering(limits())
        if pondering is not None:
            steps = _search_all(engine, self._likely, without_clock(pondering), cancel)
            self._pondering = Analysis(steps, cancel)

    def idle(self, cancel: StopSignal) -> None:
        """Use the time until the next request, which sets *cancel*. Subclasses ponder here."""

    def rest(self) -> None:
        """Stop pondering and wait for it to end, so that the engine is free."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.stop()
            pondering.wait()


def likely(after: Position, result: SearchResult | None) -> list[Position]:
    """Return the positions to ponder after the engine's move, likeliest first.

    If *result* predicts a reply, the position after this reply comes first, and *after* second. Positions
    where the game is over are omitted.
    """
    expected = [] if result is None else [after.play(reply) for reply in result.pv[1:2]]
    return [position for position in (*expected, after) if not position.is_over]


def without_clock(limits: Limits) -> Limits:
    """Return *limits* without the clock, for pondering.

    If the clock was the only limit, pondering continues until the position is solved.
    """
    if limits.clock is not None and limits.level is None and limits.depth is None:
        # Without any limit, the engine would search at its default level.
        return replace(limits, level=levels.STRONGEST, clock=None)
    return replace(limits, clock=None)


def _search_all(engine: Engine, positions: list[Position], limits: Limits, cancel: StopSignal) -> Steps[None]:
    """Search the positions one after another until *cancel* is set."""
    try:
        for position in positions:
            if not cancel.is_set():
                yield from engine.steps(position, limits, cancel)
    except Exception:
        traceback.print_exc()  # if pondering fails, the game continues without it
