"""Pondering: searching on the opponent's time.

After a move of ours, while the controller waits for the reply of the other side, the engine
searches the positions that it expects next. Nothing is written: the use of it is a transposition
table that helps the next search.

The thread that carries requests out begins and ends the pondering, so every request finds the
engine free. The reader sets the `Cancel` as soon as the next request comes in.
"""

import threading
import traceback
from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING

from othello.limits import Limits
from othello.results import SearchResult
from othello.search import levels
from othello.search.cancel import Cancel

if TYPE_CHECKING:
    from othello.engine import Engine
    from othello.position import Position


def likely(after: "Position", found: SearchResult | None) -> "list[Position]":
    """Return the positions to ponder after a move of ours, the likeliest first.

    after  -- the position after our move
    found  -- the search for that move; None if there was none

    They are the position after the expected reply, then *after* itself, unless the game is over.
    """
    expected = [] if found is None else [after.apply(reply) for reply in found.pv[1:2]]
    return [each for each in (*expected, after) if not each.is_over]


def without_clock(limits: Limits) -> Limits:
    """Return the limits of pondering: those of a move, without the clock.

    If only the clock bounds a move, nothing but the end of the game bounds pondering.
    """
    is_bounded = limits.level is not None or limits.depth is not None
    level = levels.STRONGEST if limits.clock is not None and not is_bounded else limits.level
    return replace(limits, level=level, clock=None)


class Pondering:
    """At most one search on the opponent's time, and what to search."""

    def __init__(self, *, is_wanted: bool) -> None:
        """Begin with nothing to ponder; unless it *is_wanted*, there never will be."""
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
        """Whether there is something to ponder while the game is at the position *now*."""
        return self._is_wanted and bool(self._likely) and now in self._at

    def begin(self, engine: "Engine", limits: Limits, cancel: Cancel) -> None:
        """Search the likely positions, one after the other, in another thread, until *cancel* is set.

        `end` must have been called since the last `begin`.
        """
        positions = self._likely

        def work() -> None:
            try:
                for position in positions:
                    if not cancel.is_set():
                        engine.go(position, limits, cancel=cancel)
            except Exception:
                traceback.print_exc()  # the game goes on without pondering

        self._cancel = cancel
        self._thread = threading.Thread(target=work, name="pondering", daemon=True)
        self._thread.start()

    def halt(self) -> bool:
        """Stop the search without waiting for its end; return whether there was one. From any thread."""
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
