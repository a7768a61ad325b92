"""Idle turns of an event loop, for a search that shares its thread with a page.

A message of a page passes through several callbacks before it stops a search. A browser's Python gives each
callback its own turn. If a search simply asked for the next turn, it would run between any two of these
callbacks and delay the message.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Any, Final

PAUSE_EVERY: Final = 0.045
"""Seconds of work between two pauses, if the browser has no low-priority tasks."""
PAUSE_SECONDS: Final = 0.003
"""Length of a pause. Browsers deliver messages before they call a timer of at least 3 ms."""


class IdleTurns:
    """The idle turns of an event loop for one search."""

    def __init__(self, loop: Any) -> None:
        """Use *loop*, an event loop of asyncio."""
        self._loop = loop
        self._next_pause = 0.0

    def call(self, callback: Callable[[], None]) -> None:
        """Call *callback* in a later turn: as a low-priority task, or else now and then after a pause."""
        scheduler = _scheduler()
        if scheduler is not None:
            once = importlib.import_module("pyodide.ffi").create_once_callable(callback)
            scheduler.postTask(once, priority="background")
        elif self._loop.time() < self._next_pause:
            self._loop.call_soon(callback)
        else:
            self._loop.call_later(PAUSE_SECONDS, callback)
            self._next_pause = self._loop.time() + PAUSE_EVERY


@functools.cache
def _scheduler() -> Any:
    """Return the browser's scheduler of tasks with priorities, or None: Node and Safari have none."""
    try:
        return getattr(importlib.import_module("js"), "scheduler", None)
    except ImportError:
        return None
