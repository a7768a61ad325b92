"""Pondering: searching on the opponent's time.

After its own move, while the opponent thinks, the engine searches the positions that it expects next.
It writes nothing; the next search uses the results in the transposition table.

The thread that carries out requests begins and ends pondering, so the engine is free for every
request. The reader sets the `Cancel` as soon as the next request comes in.
"""

import threading
import traceback
from collections.abc import Container
from dataclasses import replace

from othello.engine import Engine
from othello.limits import Limits
from othello.position import Position
from othello.results import SearchResult
from othello.search import levels
from othello.search.cancel import Cancel


def likely(after: "Position", found: SearchResult | None) -> "list[Position]":
    """Return the positions to ponder after the engine's move, the likeliest first.

    after  -- the position after the engine's move
    found  -- the search for that move; None if there was none

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


class Pondering:
    """A search on the opponent's time, and the positions for it."""

    def __init__(self, *, is_wanted: bool) -> None:
        """Begin with nothing to ponder; without *is_wanted*, `is_due` is always false."""
        self._is_wanted = is_wanted
        self._at: Container[Position] = ()
        self._likely: list[Position] = []
        self._thread: threading.Thread | None = None
        self._cancel: Cancel | None = None

    def expect(self, at: "Container[Position]", likely: "list[Position]") -> None:
        """Ponder the *likely* positions while the game is at one of the positions *at*."""
        self._at, self._likely = at, likely

    def forget(self) -> None:
        """Ponder nothing until `expect` is called."""
        self._at, self._likely = (), []

    def is_due(self, now: "Position") -> bool:
        """Return whether there are positions to ponder while the game is at the position *now*."""
        return self._is_wanted and bool(self._likely) and now in self._at

    def begin(self, engine: Engine, limits: Limits, cancel: Cancel) -> None:
        """Search the likely positions in order, in another thread, until *cancel* is set.

        `end` must have been called since the last `begin`.
        """
        positions = self._likely

        def work() -> None:
            try:
                for position in positions:
                    if not cancel.is_set():
                        engine.go(position, limits, cancel=cancel)
            except Exception:
                traceback.print_exc()  # the game continues without pondering

        self._cancel = cancel
        self._thread = threading.Thread(target=work, name="pondering", daemon=True)
        self._thread.start()

    def halt(self) -> bool:
        """Stop the search without waiting for its end; return whether there was one.

        May be called from any thread.
        """
        cancel = self._cancel
        if cancel is None:
            return False
        cancel.set()
        return True

    def end(self) -> None:
        """Stop the search and wait for its end; then the engine is free."""
        self.halt()
        if self._thread is not None:
            self._thread.join()
        self._thread = self._cancel = None
