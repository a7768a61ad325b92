"""The engine of a session in any protocol: the player, and the searches.

The thread that executes requests begins searches and waits for them. Any thread may stop them.

While the opponent thinks, the engine may *ponder*: it searches the positions that it expects next. Pondering
writes no output. The next search uses its results in the transposition table.
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
    """An engine with its player, which searches for requests, and ponders between them."""

    lazy_engine: LazyEngine[Engine]
    """Makes the engine when it is first needed."""
    _: KW_ONLY
    player: LevelPlayer = field(default_factory=LevelPlayer)
    ponders: bool = False
    """Whether the engine searches on the opponent's time."""
    now: Callable[[], float] = time.monotonic
    """Clock: returns seconds since any fixed time."""
    _search: Analysis[Any] | None = field(default=None, init=False)
    """The current or last search for a request."""
    _began: float = field(default=0.0, init=False)
    _pondering: Analysis[None] | None = field(default=None, init=False)
    _at: Container[Position] = field(default=(), init=False)
    _likely: list[Position] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.player.engine = self.lazy_engine.get

    @property
    def engine(self) -> Engine:
        """The engine. Raises GtpError if it does not start."""
        return self.lazy_engine.get()

    # Searches for requests.

    def search(
        self,
        position: Position,
        limits: Limits,
        cancel: StopSignal,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> SearchResult:
        """Return the result of a search, see `Engine.play`."""
        return self.run(partial(self.engine.steps, position, limits), cancel, on_info)

    def run(
        self,
        steps: Callable[[StopSignal], Steps[ResultT]],
        cancel: StopSignal,
        on_info: Callable[[SearchInfo], None] | None = None,
    ) -> ResultT:
        """Search in this thread until the search ends or *cancel* is set."""
        search = self.start(steps, in_background=False)
        with cancel.calls(search.stop):
            if on_info is not None:
                for info in search:
                    on_info(info)
            return search.result()

    def start(
        self, steps: Callable[[StopSignal], Steps[ResultT]], *, in_background: bool = True
    ) -> Analysis[ResultT]:
        """Begin a search. *steps* returns the search, and the argument of *steps* stops it."""
        cancel = StopSignal()
        search = Analysis(steps(cancel), cancel, in_background=in_background)
        # In this order: `stop` may run in between, and must not take the new search for an old search.
        self._began = self.now()
        self._search = search
        return search

    def stop(self, older_than: float = 0.0) -> bool:
        """Stop a search that is older than *older_than* seconds, and return whether there was one.

        Any thread may call this, and it does not wait. Pondering ends, too, but does not count as a search.
        """
        # Each field is read once, because `rest` and `start` may change it in another thread between a test
        # and its use.
        pondering, search = self._pondering, self._search
        if pondering is not None:
            pondering.stop()
        if search is None or not search.is_running or self.now() - self._began < older_than:
            return False
        search.stop()
        return True

    # Pondering.

    def expect(self, at: Container[Position], after: Position, result: SearchResult | None) -> None:
        """Ponder what may come next while the game is at one of the positions *at*.

        after  -- the position after the engine's move
        result -- the search for this move, or None if there was no search
        """
        self._at, self._likely = at, likely(after, result)

    def forget(self) -> None:
        """Ponder nothing until `expect` is called."""
        self._at, self._likely = (), []

    def ponder(self, game: Position, limits: Callable[[], Limits], cancel: StopSignal) -> None:
        """Ponder until *cancel* is set, if `ponders` is on and `expect` has named the position *game*.

        limits -- returns the limits of a move, whose clock has no effect
        """
        engine = self.lazy_engine.ready
        if engine is None or not self.ponders or not self._likely or game not in self._at:
            return
        pondering = self.player.pondering(limits())
        if pondering is not None:
            steps = _search_all(engine, self._likely, without_clock(pondering), cancel)
            self._pondering = Analysis(steps, cancel)

    def idle(self, cancel: StopSignal) -> None:
        """Use the time until the next request, which sets *cancel*."""

    def rest(self) -> None:
        """Stop pondering and wait for its end. Afterward the engine is free."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.stop()
            pondering.wait()


def likely(after: Position, result: SearchResult | None) -> list[Position]:
    """Return the positions to ponder after the engine's move, the likeliest first.

    The list contains the position after the expected reply, then *after* itself. Finished games are omitted.
    """
    expected = [] if result is None else [after.play(reply) for reply in result.pv[1:2]]
    return [position for position in (*expected, after) if not position.is_over]


def without_clock(limits: Limits) -> Limits:
    """Return the limits of pondering: the limits of a move without the clock.

    If the clock is the only limit of moves, pondering continues until the position is solved.
    """
    if limits.clock is not None and limits.level is None and limits.depth is None:
        # Without any limit, the engine would stop at its own level.
        return replace(limits, level=levels.STRONGEST, clock=None)
    return replace(limits, clock=None)


def _search_all(engine: Engine, positions: list[Position], limits: Limits, cancel: StopSignal) -> Steps[None]:
    """Search positions in order."""
    try:
        for position in positions:
            if not cancel.is_set():
                yield from engine.steps(position, limits, cancel)
    except Exception:
        traceback.print_exc()  # the game continues without pondering
