"""Turns of searches: the sessions share the processors.

With many more threads than processors, each reply would wait for all of them. So at most a fixed number of
searches run at the same time. When others wait, a search pauses after its slice of time and takes another
turn later; the transposition table keeps what it has found. The search that has had the least time is
next, so a new request gets its first results soon. This is the idea of multilevel feedback queues (F. J.
Corbató et al., "An experimental time-sharing system", 1962).
"""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from othello.search.cancel import Cancel

FIRST_SLICE: Final = 0.03
"""Seconds of the first turn of a search; 50 new searches on two processors have had it after a second."""
SLICE: Final = 0.4
"""Seconds of later turns at most, while a new search waits."""
LONG_SLICE: Final = 4.0
"""Seconds of later turns at most, while only old searches wait."""
NEW: Final = 1.0
"""A search that has had fewer seconds is new."""
LOOK: Final = 0.01
"""Seconds between two looks at the running searches while others wait."""


@dataclass(slots=True)
class Turn:
    """A search that runs."""

    used: float
    """Seconds that it had in earlier turns."""
    began: float
    pause: Cancel = field(default_factory=Cancel)
    """Is set when the turn is over because others wait."""

    def slice(self, waiting: float) -> float:
        """Return the seconds of this turn, while a search waits that had *waiting* seconds."""
        return min(max(FIRST_SLICE, self.used), SLICE if waiting < NEW else LONG_SLICE)


class Turns:
    """The places for searches, and those that wait; for one event loop."""

    def __init__(self, places: int) -> None:
        """Let *places* searches run at the same time."""
        self._free = places
        self._running: list[Turn] = []
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        """A heap: seconds that the search had, its number, and what it waits for."""
        self._numbers = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def turn(self, used: float, is_canceled: asyncio.Event) -> AsyncIterator[Turn]:
        """Wait for a place, and have it within the block.

        used        -- seconds that the search had in earlier turns
        is_canceled -- when this is set, the search needs no place any more, because it will end at once
        """
        has_place = await self._place(used, is_canceled)
        turn = Turn(used, asyncio.get_running_loop().time())
        self._running.append(turn)
        try:
            yield turn
        finally:
            self._running.remove(turn)
            if has_place:
                self._leave()

    async def _place(self, used: float, is_canceled: asyncio.Event) -> bool:
        """Wait for a place, and return true; return false if the search is canceled before that."""
        if self._free:
            self._free -= 1
            return True
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (used, next(self._numbers), place))
        self._look()
        canceled = asyncio.ensure_future(is_canceled.wait())
        either: list[asyncio.Future[Any]] = [place, canceled]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        canceled.cancel()
        return not place.cancel()

    def _leave(self) -> None:
        """Give a free place to the next search that still waits."""
        while self._waiting:
            _, _, place = heapq.heappop(self._waiting)
            if not place.done():
                place.set_result(None)
                return
        self._free += 1

    def _look(self) -> None:
        """Pause a search whose turn is over; look again while others wait."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._waiting:
            return
        loop = asyncio.get_running_loop()
        waiting = self._waiting[0][0]
        for turn in self._running:
            had = loop.time() - turn.began
            if had >= turn.slice(waiting) and turn.used + had > waiting:
                turn.pause.set()
        self._timer = loop.call_later(LOOK, self._look)
