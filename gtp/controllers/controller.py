"""The interface of all controllers: what a referee may ask of an engine.

    controller = GtpController(command)
    controller.start()
    controller.new_game(board, rule)
    answer = controller.go(Color.BLACK, clock)
    controller.play(Color.WHITE, move, seconds)
    controller.quit()

Every call may raise `EngineFailure`; after that only `kill` has a meaning.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from gtp.controllers.timing import GameClock, TimeRule
from othello.board import Board
from othello.score import Color
from othello.square import Move


@dataclass(frozen=True, slots=True)
class Answer:
    """A move of an engine."""

    move: Move
    """A square or PASS; nobody has looked whether it is legal."""
    seconds: float
    """From the request to the reply."""
    evaluation: float | None = None
    """Discs, the mover's view, as the engine says it; None if it says nothing."""


class Controller(ABC):
    """An engine that plays one game after the other."""

    @abstractmethod
    def start(self) -> None:
        """Start the engine and exchange the first commands."""

    @abstractmethod
    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Begin a game with the position and the moves of *board*, by the time limits of *rule*."""

    @abstractmethod
    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Tell of a move of the other side, or a pass of any side; it took so many seconds."""

    @abstractmethod
    def go(self, color: Color, clock: GameClock, other: GameClock) -> Answer:
        """Ask for a move of *color*, which has a legal one; the engine makes it on its own board.

        *clock* is its own one, *other* that of the other side.
        """

    @abstractmethod
    def stop(self) -> None:
        """Ask the engine, from another thread, to end the search of `go` and answer now."""

    @abstractmethod
    def quit(self) -> None:
        """End the engine, politely at first; never raises."""

    @abstractmethod
    def kill(self) -> None:
        """End the engine and all it has started, now. From any thread; never raises."""

    @property
    @abstractmethod
    def errors(self) -> str:
        """The last of what the engine wrote on standard error."""


def parse_value(word: str) -> float | None:
    """A number of discs; the first one of the pair that some engines give; None if it is none."""
    try:
        value = float(word.partition(",")[0])
    except ValueError:
        return None
    return value if math.isfinite(value) else None
