"""The base class of all controllers, which starts and ends the process and times the moves.

    controller = GtpController(Program(command))
    controller.start()
    controller.new_game(board, rule)
    answer = controller.go(Color.BLACK, clock, other_clock)
    controller.play(Color.WHITE, move, seconds)
    controller.quit()

Every call may raise `EngineFailure`. Afterward you may use only `kill` and `errors`.
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
"""Largest magnitude of a move's value in discs. Larger values are ignored."""


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move that an engine has chosen."""

    move: Move
    """A square or PASS. The move may be illegal."""
    seconds: float
    """Seconds from the request to the reply."""
    evaluation: float | None = None
    """The engine's value of the move, in discs for the mover, or None if the engine does not report it."""


@dataclass(frozen=True, slots=True)
class Program:
    """How to start an engine."""

    command: Sequence[str]
    """The program and its arguments."""
    cwd: Path | None = None
    """The engine's working directory. None means the working directory of this process."""
    env: Mapping[str, str] | None = None
    """The engine's environment. None means the environment of this process."""
    timeouts: Timeouts = DEFAULT_TIMEOUTS
    """How long to wait for the engine's answers."""


class Controller(ABC):
    """An engine that runs in its own process and plays game after game."""

    def __init__(self, program: Program) -> None:
        """Prepare an engine without starting its process."""
        self._program, self._timeouts = program, program.timeouts
        self._game_timeout = program.timeouts.start
        """Seconds to wait for the next game to begin. Before the first game, the engine may have to load."""
        self._channel: Channel | None = None

    def start(self) -> None:
        """Start the engine and exchange the first commands. Every failure here is a `Fault.START`."""
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
        """Begin a game with the moves of *board*, under the time limits of *rule*."""

    @abstractmethod
    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Tell the engine about a move of its opponent or a pass of either side. The move took *seconds*."""

    @abstractmethod
    def go(self, color: Color, clock: GameClock, other: GameClock) -> EngineMove:
        """Ask the engine to choose a move for *color* and make it. *color* must have a legal move.

        *clock* is the clock of *color*, and *other* is the clock of the other side.
        """

    @abstractmethod
    def stop(self) -> None:
        """Stop the search of a `go` running in another thread, so that the engine answers immediately."""

    def quit(self) -> None:
        """Send `quit`. If the process still runs after `Timeouts.quit` seconds, kill it. Never raises."""
        if self._channel is not None:
            try:
                self._channel.send("quit")
            except EngineFailure:
                self._channel.kill()
            self._channel.close(self._timeouts.quit)

    def kill(self) -> None:
        """Kill the engine and all its processes. Never raises. Any thread may call this method."""
        if self._channel is not None:
            self._channel.kill()

    @property
    def errors(self) -> str:
        """The end of the engine's standard error."""
        return self._channel.errors if self._channel is not None else ""

    @property
    def _lines(self) -> Channel:
        """The channel to the engine, which must have been started."""
        assert self._channel is not None, "the engine was not started"
        return self._channel

    def _send(self, line: str) -> None:
        """Send a line to the engine."""
        self._lines.send(line)

    def _wait_for_game(self) -> float:
        """Return how many seconds to wait for the next game to begin. The first wait may be longer."""
        seconds, self._game_timeout = self._game_timeout, self._timeouts.reply
        return seconds

    def _wait_for_move(self, clock: GameClock) -> float:
        """Return how many seconds to wait for a move on *clock*."""
        return self._timeouts.move if clock.limit is None else clock.limit + self._timeouts.margin

    @contextlib.contextmanager
    def _time_forfeit(self, clock: GameClock, began: float) -> Iterator[None]:
        """Within the block, convert a missing reply into a loss on time if *clock* has a limit."""
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
    """Within the block, convert InvalidNotationError into an engine failure for the reply *text*."""
    try:
        yield
    except InvalidNotationError:
        raise EngineFailure(Fault.PROTOCOL_ERROR, f"{quoted(text.strip())} is not a move") from None


def parse_value(word: str) -> float | None:
    """Parse an engine's value in discs. For a pair "low,high", the first value counts.

    Returns None if the value is not a number or exceeds `MAX_VALUE` in magnitude.
    """
    try:
        value = float(word.partition(",")[0])
    except ValueError:
        return None
    return value if abs(value) <= MAX_VALUE else None
