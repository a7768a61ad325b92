"""Thinking on the opponent's time.

While a controller waits for the reply of the other side, the engine searches the position
that it expects. Nothing of that is told: what it leaves is a table that knows the next search.

NBoard's protocol works the same way; only when it is the other side's turn is told by the session.

The thread that carries commands out begins and ends it, so that no command meets an engine
that is busy. The reader makes the request to stop as soon as the next command comes in.
"""

import threading
import traceback
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from othello.limits import Limits
from othello.search import levels
from othello.search.cancel import Cancel

if TYPE_CHECKING:
    from othello.engine import Engine
    from othello.position import Position
    from othello.square import Move


def likely(now: "Position", line: "tuple[Move, ...]") -> "tuple[Position, ...]":
    """What to search while the other side thinks about a move of ours, the likeliest position first.

    That is the position after the expected reply, then the one it thinks about. *now* is after
    our move, and *line* is what our search expects, from our move on.
    """
    expected = [now.apply(reply) for reply in line[1:2]]
    return tuple(each for each in (*expected, now) if not each.is_over)


def unhurried(limits: Limits) -> Limits:
    """What bounds such a search: the limits of our own move, but that no clock of ours runs."""
    is_bounded = limits.level is not None or limits.depth is not None
    level = levels.STRONGEST if limits.clock is not None and not is_bounded else limits.level
    return replace(limits, level=level, clock=None)


class Pondering:
    """A search that nobody waits for, or none."""

    def __init__(self) -> None:
        """Begin with none."""
        self._thread: threading.Thread | None = None
        self._cancel: Cancel | None = None

    def begin(
        self, engine: "Engine", positions: Sequence["Position"], limits: Limits, cancel: Cancel
    ) -> None:
        """Search these positions one after the other in another thread, until *cancel* is set.

        `end` must have been called after the last call.
        """

        def work() -> None:
            try:
                for position in positions:
                    if not cancel.is_set():
                        engine.go(position, limits, cancel=cancel)
            except Exception:
                # A mistake of ours must not end the game: the next command finds the engine free.
                traceback.print_exc()

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
        """Stop the search and wait for its end: afterwards the engine is free."""
        self.halt()
        if self._thread is not None:
            self._thread.join()
        self._thread = self._cancel = None
