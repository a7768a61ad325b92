"""The engine as a conversation uses it: a search that the controller can cut short.

Commands are carried out by one thread, while another one reads what the controller writes
next and may `stop` the search that runs. Whether the engine has begun its search by then
or is about to, it ends.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from othello.engine import Engine
from othello.limits import Limits
from othello.position import Position
from othello.results import Info, SearchResult
from othello.search.cancel import Cancel

IsUnwanted = Callable[[], bool]
"""Whether the search that is about to begin is unwanted by now."""


class Thinker:
    """An engine, and the search that it is busy with."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine that nobody else uses meanwhile."""
        self._engine = engine
        self._lock = threading.Lock()
        self._cancel: Cancel | None = None
        self._began = 0.0

    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        is_unwanted: IsUnwanted = lambda: False,
    ) -> SearchResult:
        """What the engine finds; after a `stop`, or if *is_unwanted*, what it finds at once."""
        with self._searching() as cancel:
            # Asked only now: a reader that notes a reason and then calls `stop` is heard in any case.
            if is_unwanted():
                cancel.set()
            return self._engine.go(position, limits, on_info=on_info, cancel=cancel)

    def look(
        self, position: Position, limits: Limits, is_unwanted: IsUnwanted = lambda: False
    ) -> SearchResult:
        """All moves as `Engine.look` finds them; a `stop` ends it as it ends `search`."""
        with self._searching() as cancel:
            if is_unwanted():
                cancel.set()
            return self._engine.look(position, limits, cancel=cancel)

    def stop(self, *, older_than: float = 0.0) -> bool:
        """End the search that runs, if it has for so many seconds; tells whether one did. From any thread."""
        with self._lock:
            if self._cancel is None or time.monotonic() - self._began < older_than:
                return False
            # Whether the engine has begun its search or is about to: one of the two will reach it.
            self._cancel.set()
            self._engine.stop()
            return True

    @contextmanager
    def _searching(self) -> Iterator[Cancel]:
        """While this lasts `stop` ends the search, and no other one."""
        cancel = Cancel()
        with self._lock:
            self._cancel, self._began = cancel, time.monotonic()
        try:
            yield cancel
        finally:
            with self._lock:
                self._cancel = None
