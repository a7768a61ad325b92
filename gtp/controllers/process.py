"""What controllers of either protocol have in common: a process behind a channel, and its end."""

from gtp.controllers.channel import Channel
from gtp.controllers.controller import Controller
from gtp.controllers.failure import EngineFailure
from gtp.controllers.timeouts import Timeouts


class ProcessController(Controller):
    """A controller of an engine that runs in a process of its own."""

    def __init__(self, timeouts: Timeouts) -> None:
        """Wait for the engine's answers as long as *timeouts* says."""
        self._timeouts = timeouts
        self._channel: Channel | None = None

    def quit(self) -> None:
        """Send `quit`, give the engine a while, then kill it."""
        if self._channel is not None:
            try:
                self._channel.send("quit")
            except EngineFailure:
                self._channel.kill()
            self._channel.close(self._timeouts.quit)

    def kill(self) -> None:
        """Kill the engine's process group."""
        if self._channel is not None:
            self._channel.kill()

    @property
    def errors(self) -> str:
        """The last of standard error."""
        return self._channel.errors if self._channel is not None else ""
