"""Turns of an event loop in which nothing else is due, for a search that shares its thread with a page.

A message of a page passes through several callbacks before it stops a search. A browser's Python gives each
of them a turn of its own, and a search that asked for the next turn would be called between any two of them.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Any, Final

PAUSE_EVERY: Final = 0.045
"""Seconds of work without a pause, where the browser has no tasks of low priority."""
PAUSE_SECONDS: Final = 0.003
"""A pause. Browsers bring messages before they call a timer of at least 3 ms."""


class IdleTurns:
    """The turns of one search in an event loop."""

    def __init__(self, loop: Any) -> None:
        """Begin to use *loop*, an event loop of asyncio."""
        self._loop = loop
        self._next_pause = 0.0

    def call(self, callback: Callable[[], None]) -> None:
        """Call *callback* in a later turn: as a task of low priority, or sometimes after a pause."""
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
    """Return the object that takes tasks with priorities, or None: Node and Safari have none."""
    try:
        return getattr(importlib.import_module("js"), "scheduler", None)
    except ImportError:
        return None
