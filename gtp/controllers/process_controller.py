"""The common part of all controllers: the process, its end, and the time of a move."""

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from othello.gtp.controllers.channel import Channel
from othello.gtp.controllers.controller import Controller
from othello.gtp.controllers.failure import EngineFailure, Fault, Timeouts
from othello.gtp.controllers.timing import GameClock


class ProcessController(Controller):
    """A controller of an engine in its own process."""

    def __init__(
        self, command: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None, timeouts: Timeouts
    ) -> None:
        """Prepare an engine; nothing is started yet.

        command   -- a program and its arguments
        cwd, env  -- its working directory and environment; None for those of this process
        timeouts  -- how long to wait for its answers
        """
        self._command, self._cwd, self._env = command, cwd, env
        self._timeouts = timeouts
        self._channel: Channel | None = None

    def quit(self) -> None:
        """Send `quit`, wait `Timeouts.quit` seconds for the process to end, then kill it."""
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
        """The last bytes of the engine's standard error, as text."""
        return self._channel.errors if self._channel is not None else ""

    def _start_process(self) -> Channel:
        """Start the process; raise EngineFailure if that fails."""
        self._channel = Channel(self._command, cwd=self._cwd, env=self._env)
        return self._channel

    @property
    def _lines(self) -> Channel:
        """The lines of the engine, which was started."""
        assert self._channel is not None, "the engine was not started"
        return self._channel

    def _send(self, line: str) -> None:
        """Write a line to the engine."""
        self._lines.send(line)

    def _wait_for_move(self, clock: GameClock) -> float:
        """Return the seconds to wait for a move on this clock."""
        return self._timeouts.move if clock.limit is None else clock.limit + self._timeouts.margin

    @contextlib.contextmanager
    def _time_forfeit(self, clock: GameClock, began: float) -> Iterator[None]:
        """Within the block, turn a hang on a limited clock into a loss on time."""
        try:
            yield
        except EngineFailure as failure:
            if failure.fault is not Fault.HANG or clock.limit is None:
                raise
            used = time.monotonic() - began
            reason = f"no move after {used:.2f} s, with {clock.limit:.2f} s to go"
            raise EngineFailure(Fault.TIME, reason) from None
