"""The part that all controllers share: the process, its end, and the time of a move.

    controller = GtpController(Program(command))
    controller.start()
    controller.new_game(board, rule)
    answer = controller.go(Color.BLACK, clock, other_clock)
    controller.play(Color.WHITE, move, seconds)
    controller.quit()

Every call may raise `EngineFailure`. After that you can use only `kill` and `errors`.
"""

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.match.controllers.channel import Channel
from othello.match.controllers.failure import DEFAULT_TIMEOUTS, EngineFailure, Fault, Timeouts
from othello.match.controllers.timing import GameClock, TimeRule
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import Move

MAX_VALUE: Final = 1e9
"""Values of moves are ignored if their magnitude is greater than this."""


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move of an engine."""

    move: Move
    """A square or PASS, which may be illegal."""
    seconds: float
    """Time from the request to the reply."""
    evaluation: float | None = None
    """The engine's value of the move, in discs for the mover, or None if it reports no value."""


@dataclass(frozen=True, slots=True)
class Program:
    """How to start an engine."""

    command: Sequence[str]
    """A program and its arguments."""
    cwd: Path | None = None
    """The engine's working directory, or None for the working directory of this process."""
    env: Mapping[str, str] | None = None
    """The engine's environment, or None for the environment of this process."""
    timeouts: Timeouts = DEFAULT_TIMEOUTS
    """How long to wait for its answers."""


class Controller(ABC):
    """An engine in its own process, which plays one game after the other."""

    def __init__(self, program: Program) -> None:
        """Prepare an engine. Its process is not started yet."""
        self._program, self._timeouts = program, program.timeouts
        self._game_timeout = program.timeouts.start
        """Seconds to wait for the beginning of the next game. The first game includes the program's start."""
        self._channel: Channel | None = None

    def start(self) -> None:
        """Start the engine and exchange the first commands. Any failure is a `Fault.START`."""
        self._channel = Channel(self._program.command, cwd=self._program.cwd, env=self._program.env)
        try:
            self._greet()
        except EngineFailure as failure:
            raise EngineFailure(Fault.START, failure.reason) from None

    @abstractmethod
    def _greet(self) -> None:
        """Exchange the first commands with the engine."""

    @abstractmethod
    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Begin a game with the position and the moves of *board*, under the time limits of *rule*."""

    @abstractmethod
    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Send a move of the other side, or a pass of either side, which took *seconds*."""

    @abstractmethod
    def go(self, color: Color, clock: GameClock, other: GameClock) -> EngineMove:
        """Ask for a move of *color*, which must have a legal square. The engine makes the move.

        *clock* is the clock of *color*, and *other* is the other side's clock.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the search of a `go` in another thread, so that the engine answers immediately."""

    def quit(self) -> None:
        """Send `quit`, wait at most `Timeouts.quit` seconds for the process to end, then kill it.

        Never raises.
        """
        if self._channel is not None:
            try:
                self._channel.send("quit")
            except EngineFailure:
                self._channel.kill()
            self._channel.close(self._timeouts.quit)

    def kill(self) -> None:
        """Kill the engine and all processes that it started. Never raises. Any thread may call this."""
        if self._channel is not None:
            self._channel.kill()

    @property
    def errors(self) -> str:
        """The last bytes of the engine's standard error, as text."""
        return self._channel.errors if self._channel is not None else ""

    @property
    def _lines(self) -> Channel:
        """The channel of the engine, which must have been started."""
        assert self._channel is not None, "the engine was not started"
        return self._channel

    def _send(self, line: str) -> None:
        """Write a line to the engine."""
        self._lines.send(line)

    def _wait_for_game(self) -> float:
        """Return the seconds to wait for the beginning of the next game. The first game gets more time."""
        seconds, self._game_timeout = self._game_timeout, self._timeouts.reply
        return seconds

    def _wait_for_move(self, clock: GameClock) -> float:
        """Return the seconds to wait for a move on this clock."""
        return self._timeouts.move if clock.limit is None else clock.limit + self._timeouts.margin

    @contextlib.contextmanager
    def _time_forfeit(self, clock: GameClock, began: float) -> Iterator[None]:
        """Within the block, convert a hang on a limited clock into a loss on time."""
        try:
            yield
        except EngineFailure as failure:
            if failure.fault is not Fault.HANG or clock.limit is None:
                raise
            used = time.monotonic() - began
            reason = f"no move after {used:.2f} s, but only {clock.limit:.2f} s were left"
            raise EngineFailure(Fault.TIME, reason) from None


@contextlib.contextmanager
def reading_move(text: str) -> Iterator[None]:
    """Within the block, convert InvalidNotationError into the failure of an engine whose move is *text*."""
    try:
        yield
    except InvalidNotationError:
        raise EngineFailure(Fault.PROTOCOL_ERROR, f"the engine's move is {quoted(text.strip())}") from None


def parse_value(word: str) -> float | None:
    """Return a value in discs, or the first value of a pair "low,high".

    Returns None for a text that is not a number, and for a number beyond `MAX_VALUE`.
    """
    try:
        value = float(word.partition(",")[0])
    except ValueError:
        return None
    return value if abs(value) <= MAX_VALUE else None
