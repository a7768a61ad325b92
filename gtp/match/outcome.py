"""A finished game of a match, and its forms in JSON and as a game record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from othello.board import Board
from othello.errors import InvalidNotationError
from othello.formats.record import Ending, GameRecord, PlayedMove, Player
from othello.gtp.controllers.failure import Fault
from othello.score import MOST_DISCS, Color

PLAYED_OUT: Final = "played out"
"""Ending of a game that no side lost by a fault, in journals."""


@dataclass(frozen=True, slots=True)
class Side:
    """One engine's part in a game."""

    name: str
    """Name of the engine."""
    seconds: float = 0.0
    """Seconds used."""
    longest: float = 0.0
    """Seconds of the longest move."""
    moves: int = 0
    """Number of moves, without those of the opening and without passes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game."""

    number: int
    """Number of the game in its match, from 0; games 2n and 2n + 1 are a pair with colors reversed."""
    black: Side
    white: Side
    opening: str
    """The moves of the opening, as a transcript."""
    played: tuple[PlayedMove, ...]
    """All moves, including those of the opening and passes."""
    margin: int | None
    """Final disc difference, for black; None if the game was not played out."""
    fault: Fault | None = None
    """Why a side lost before the end; None if the game was played out."""
    loser: Color | None = None
    """The side that lost by *fault*."""
    reason: str = ""
    """One sentence about the fault, with the end of the engine's standard error."""
    date: str = ""
    """Time of the end of the game, "YYYY-MM-DD HH:MM:SS GMT"."""

    @property
    def winner(self) -> Color | None:
        """The winner, by discs or by a fault of the other side; None after a draw."""
        if self.loser is not None:
            return self.loser.other
        assert self.margin is not None, "a game without a fault was played out"
        return None if self.margin == 0 else Color.BLACK if self.margin > 0 else Color.WHITE

    def side(self, name: str) -> Side:
        """Return the side of the engine with this name."""
        return self.black if self.black.name == name else self.white

    def side_of(self, color: Color) -> Side:
        """Return the side that had this color."""
        return self.black if color is Color.BLACK else self.white

    def points(self, name: str) -> float:
        """Return 1 for a win of this engine, 0.5 for a draw, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return float((self.black if self.winner is Color.BLACK else self.white).name == name)

    def discs(self, name: str) -> int | None:
        """Return the final disc difference, for this engine; None if the game was not played out."""
        if self.margin is None:
            return None
        return self.margin if self.black.name == name else -self.margin

    def as_object(self) -> dict[str, Any]:
        """Return the game as an object for JSON, which `from_object` reads."""
        board = Board()
        for each in self.played:
            board.push(each.move)
        return {
            "game": self.number,
            "black": self.black.name,
            "white": self.white.name,
            "opening": self.opening,
            "moves": board.transcript(with_passes=True),
            "result": self.margin,
            "ended": PLAYED_OUT if self.fault is None else self.fault.value,
            "loser": None if self.loser is None else str(self.loser),
            "reason": self.reason,
            "values": [each.value for each in self.played],
            "seconds": [each.seconds for each in self.played],
            "date": self.date,
            "time": {"black": _times(self.black), "white": _times(self.white)},
        }

    @classmethod
    def from_object(cls, found: Mapping[str, Any]) -> "Outcome":
        """Return the game of an object that `as_object` made.

        Raises InvalidNotationError, IllegalMoveError, ValueError, KeyError, TypeError or AttributeError
        for any other object.
        """
        board = Board()
        board.push_transcript(found["moves"])
        played = tuple(
            PlayedMove(move, value, seconds)
            for move, value, seconds in zip(board.move_stack, found["values"], found["seconds"], strict=True)
        )
        fault = None if found["ended"] == PLAYED_OUT else Fault(found["ended"])
        loser = None if found["loser"] is None else Color.parse(found["loser"])
        margin = found["result"]
        if (fault is None) != (loser is None) or (fault is None) != isinstance(margin, int):
            raise InvalidNotationError("a game must have either a result, or a loser and a fault")
        black, white = (Side(found[color], *found["time"][color]) for color in ("black", "white"))
        number, opening, reason, date = (found[key] for key in ("game", "opening", "reason", "date"))
        return cls(number, black, white, opening, played, margin, fault, loser, reason, date)

    def record(self, event: str = "") -> GameRecord:
        """Return the game record; a loss by a fault counts as a loss of all discs."""
        margin = self.margin
        if margin is None:
            margin = -MOST_DISCS if self.loser is Color.BLACK else MOST_DISCS
        endings = {None: None, Fault.TIME: Ending.TIME, Fault.RESIGNED: Ending.RESIGNED}
        return GameRecord(
            self.played,
            black=Player(self.black.name),
            white=Player(self.white.name),
            event=event,
            date=self.date,
            result=margin,
            ending=endings.get(self.fault, Ending.LEFT),
        )


def _times(side: Side) -> list[float]:
    return [round(side.seconds, 4), round(side.longest, 4), side.moves]
