"""An engine that is kept from game to game, and started again when it has failed."""

import threading
from collections.abc import Callable

from gtp.controllers.controller import Controller
from gtp.controllers.failure import EngineFailure, Fault


class EngineSlot:
    """At most one running engine."""

    def __init__(self, make: Callable[[], Controller]) -> None:
        """Keep an engine that *make* gives a controller for; nothing is started yet."""
        self._make = make
        self._controller: Controller | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def ready(self) -> Controller:
        """The engine, started if it does not run; raises EngineFailure if it cannot be."""
        if self._controller is None:
            controller = self._make()
            with self._lock:
                if self._is_closed:
                    raise EngineFailure(Fault.START, "the match is over")
                self._controller = controller
            controller.start()
            if self._is_closed:  # It may have been killed before there was a process to kill.
                controller.kill()
        return self._controller

    def drop(self) -> str:
        """Kill an engine that has failed; gives its last words on standard error."""
        controller, self._controller = self._controller, None
        if controller is None:
            return ""
        controller.kill()
        return controller.errors

    def quit(self) -> None:
        """End the engine politely."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.quit()

    def kill(self) -> None:
        """End the engine now, and never start it again. From any thread."""
        with self._lock:
            self._is_closed = True
            controller = self._controller
        if controller is not None:
            controller.kill()
