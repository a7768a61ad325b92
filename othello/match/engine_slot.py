"""Keeps an engine running from game to game and replaces it after a failure."""

import threading
from collections.abc import Callable

from othello.match.controllers.controller import Controller
from othello.match.controllers.failure import EngineFailure, Fault


class EngineSlot:
    """Holds at most one running engine."""

    def __init__(self, make: Callable[[], Controller]) -> None:
        """Begin without an engine. *make* returns a controller for a new engine."""
        self._make = make
        self._controller: Controller | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def controller(self) -> Controller:
        """Return the running engine, or start an engine. Raises EngineFailure if this fails."""
        if self._controller is None:
            controller = self._make()
            with self._lock:
                if self._is_closed:
                    raise EngineFailure(Fault.START, "the match is over")
                self._controller = controller
            controller.start()
            if self._is_closed:  # `close` was called before the process started
                controller.kill()
        return self._controller

    def drop(self) -> str:
        """Kill the engine after a failure and return the end of its standard error."""
        controller, self._controller = self._controller, None
        if controller is None:
            return ""
        controller.kill()
        return controller.errors

    def close(self, *, is_idle: bool) -> None:
        """Ask an idle engine to end, or kill a busy engine. After that, no other engine can start.

        Any thread may call this.
        """
        # If another thread is about to start an engine in `controller`, the lock leaves two cases. Either the
        # engine is stored and ends here, or `controller` sees that the slot is closed.
        with self._lock:
            self._is_closed = True
            controller = self._controller
        if controller is not None:
            (controller.quit if is_idle else controller.kill)()
