"""Thinking on the opponent's time.

While a controller waits for the reply of the other side, the engine searches the position
that it expects. Nothing of that is told: what it leaves is a table that knows the next search.

NBoard's protocol works the same way; only when it is the other side's turn is told by the session.

The thread that carries commands out begins and ends it, so that no command meets an engine
that is busy. The reader halts it before that, as soon as a command has come in: then there is
little to wait for.
"""

import threading
import traceback
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from othello.limits import Limits
from othello.search import levels

if TYPE_CHECKING:
    from gtp.thinker import IsUnwanted, Thinker
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
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._thinker: Thinker | None = None
        self._is_halted = False

    def begin(
        self,
        thinker: "Thinker",
        positions: Sequence["Position"],
        limits: Limits,
        is_unwanted: "IsUnwanted",
    ) -> None:
        """Search these positions one after the other in another thread; nothing may go on already.

        *is_unwanted* is for what came in before this was called: whoever calls `halt` must first
        see to it that it is true.
        """

        def work() -> None:
            def is_over() -> bool:
                return self._is_halted or is_unwanted()

            try:
                for position in positions:
                    if not is_over():
                        thinker.search(position, limits, is_unwanted=is_over)
            except Exception:
                # A mistake of ours must not end the game: the next command finds the engine free.
                traceback.print_exc()

        with self._lock:
            self._is_halted = False
            self._thinker = thinker
            self._thread = threading.Thread(target=work, name="pondering", daemon=True)
            self._thread.start()

    def halt(self) -> bool:
        """Let it come to its end, within some milliseconds; tells whether it went on. From any thread."""
        # The lock lasts until the search is stopped: `end` waits for it, so that this meets no later search.
        with self._lock:
            if self._thread is None or self._thinker is None:
                return False
            self._is_halted = True
            self._thinker.stop()
            return True

    def end(self) -> None:
        """Halt it and wait for its end: afterwards the engine is free."""
        if self.halt() and self._thread is not None:
            self._thread.join()
        with self._lock:
            self._thread = None
