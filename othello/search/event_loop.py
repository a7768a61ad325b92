"""Lets a search share its thread with a web page. The search runs only in idle turns of the event loop.

When the user stops a search, the page's message goes through several callbacks before it reaches the search.
A browser's Python gives each callback its own turn of the event loop. If the search simply asked for the next
turn, it would run between these callbacks and delay the message.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Any, Final

PAUSE_EVERY: Final = 0.045
"""Seconds of work between pauses, for browsers that cannot run a task at low priority."""
PAUSE_SECONDS: Final = 0.003
"""Length of a pause. Browsers deliver messages before they call a timer of at least 3 ms."""


class IdleTurns:
    """Runs the slices of one search in idle turns of an event loop."""

    def __init__(self, loop: Any) -> None:
        """Use *loop*, an asyncio event loop."""
        self._loop = loop
        self._next_pause = 0.0

    def call(self, callback: Callable[[], None]) -> None:
        """Call *callback* in a later turn, at low priority if the browser supports priorities.

        Otherwise, call it in the next turn, or after a pause if the last pause was PAUSE_EVERY seconds ago.
        """
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
    """Return the browser's task scheduler, which supports priorities, or None in Node and Safari."""
    try:
        return getattr(importlib.import_module("js"), "scheduler", None)
    except ImportError:
        return None
