"""The interface of all controllers.

    controller = GtpController(command)
    controller.start()
    controller.new_game(board, rule)
    answer = controller.go(Color.BLACK, clock, other_clock)
    controller.play(Color.WHITE, move, seconds)
    controller.quit()

Every call may raise `EngineFailure`; after that only `kill` and `errors` may be used.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from othello.gtp.controllers.timing import GameClock, TimeRule
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import Move


@dataclass(frozen=True, slots=True)
class Answer:
    """A move of an engine."""

    move: Move
    """A square or PASS; not yet checked to be legal."""
    seconds: float
    """Time from the request to the reply."""
    evaluation: float | None = None
    """The engine's value of the move: discs, for the mover; None if it reports none."""


class Controller(ABC):
    """An engine that plays one game after the other."""

    @abstractmethod
    def start(self) -> None:
        """Start the engine and exchange the first commands."""

    @abstractmethod
    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Begin a game with the position and the moves of *board*, under the time limits of *rule*."""

    @abstractmethod
    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Send a move of the other side, or a pass of either side, which took *seconds*."""

    @abstractmethod
    def go(self, color: Color, clock: GameClock, other: GameClock) -> Answer:
        """Ask for a move of *color*, which must have a legal square; the engine makes the move.

        *clock* is the clock of *color*, *other* that of the other side.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the search of a `go` in another thread, so that the engine answers now."""

    @abstractmethod
    def quit(self) -> None:
        """Ask the engine to end, and kill it if it does not; never raises."""

    @abstractmethod
    def kill(self) -> None:
        """Kill the engine and all processes that it started; never raises. May be called from any thread."""

    @property
    @abstractmethod
    def errors(self) -> str:
        """The last bytes of the engine's standard error, as text."""


def parse_value(word: str) -> float | None:
    """Parse a value in discs, or the first one of a pair "low,high"; None if it is not a finite number."""
    try:
        value = float(word.partition(",")[0])
    except ValueError:
        return None
    return value if math.isfinite(value) else None
