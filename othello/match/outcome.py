"""A finished game in a match, which can be written as JSON or as a game record."""

from dataclasses import dataclass, replace
from typing import Any, Final

from othello.errors import InvalidNotationError
from othello.formats.record import Ending, GameRecord, PlayedMove, Player
from othello.match.controllers.controller import MAX_VALUE
from othello.match.controllers.failure import Fault
from othello.rules.board import Board
from othello.rules.score import MAX_DISCS, Color
from othello.storage.fields import Fields

PLAYED_OUT: Final = "played out"
"""How journals mark a game that ended according to the rules."""
ADJUDICATED: Final = "adjudicated"
"""How journals mark a game that ended early because its result was proved."""
LONGEST: Final = 10_000
"""Maximum length of a string in a row, such as the reason for a fault."""
MAX_GAMES_OF_MATCH: Final = 10**9
MAX_TIME: Final = 1e9


@dataclass(frozen=True, slots=True)
class Side:
    """An engine's name and times in a game."""

    name: str
    """Name of the engine."""
    seconds: float = 0.0
    """Seconds that the engine used."""
    longest: float = 0.0
    """Seconds that the engine's longest move took."""
    moves: int = 0
    """Number of moves, excluding passes and the moves of the opening."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game."""

    number: int
    """Number of the game in its match, from 0. Games 2n and 2n + 1 are a pair, with colors reversed."""
    black: Side
    white: Side
    opening: str
    """The moves of the opening, as a transcript."""
    played: tuple[PlayedMove, ...]
    """All moves, including passes and the moves of the opening."""
    margin: int | None
    """Final disc difference from black's point of view. None if a side lost before the end."""
    fault: Fault | None = None
    """Why a side lost before the end. None if the game has a margin."""
    loser: Color | None = None
    """The side that lost because of *fault*, or None."""
    reason: str = ""
    """One sentence about the fault, followed by the end of the engine's standard error."""
    date: str = ""
    """When the game ended, as "YYYY-MM-DD HH:MM:SS GMT"."""
    is_adjudicated: bool = False
    """Whether the game ended early because *margin* was proved."""

    @property
    def winner(self) -> Color | None:
        """The side that won, either by discs or because the other side failed. None after a draw."""
        if self.loser is not None:
            return self.loser.other
        assert self.margin is not None, "a game without a fault has a margin"
        if self.margin == 0:
            return None
        return Color.BLACK if self.margin > 0 else Color.WHITE

    def side(self, name: str) -> Side:
        """Return the entry of the engine with this name."""
        return self.black if self.black.name == name else self.white

    def side_of(self, color: Color) -> Side:
        """Return the entry of the engine that played this color."""
        return self.black if color is Color.BLACK else self.white

    def points(self, name: str) -> float:
        """Return this engine's points, which are 1 for a win, 0.5 for a draw and 0 for a loss."""
        if self.winner is None:
            return 0.5
        return float(self.side_of(self.winner).name == name)

    def discs(self, name: str) -> int | None:
        """Return this engine's margin in discs, or None if a side lost before the end."""
        if self.margin is None:
            return None
        return self.margin if self.black.name == name else -self.margin

    def without_moves(self) -> "GameResult":
        """Return the result without its moves, which take up 90 % of the memory and do not affect ratings."""
        return replace(self, played=())

    def as_object(self) -> dict[str, Any]:
        """Return the result as a JSON object for `GameResult.of`."""
        board = Board()
        for move in self.played:
            board.push(move.move)
        ended = ADJUDICATED if self.is_adjudicated else PLAYED_OUT
        return {
            "game": self.number,
            "black": self.black.name,
            "white": self.white.name,
            "opening": self.opening,
            "moves": board.transcript(with_passes=True),
            "result": self.margin,
            "ended": ended if self.fault is None else self.fault.value,
            "loser": None if self.loser is None else str(self.loser),
            "reason": self.reason,
            "values": [move.value for move in self.played],
            "seconds": [move.seconds for move in self.played],
            "date": self.date,
            "time": {"black": _times(self.black), "white": _times(self.white)},
        }

    @classmethod
    def of(cls, fields: Fields) -> "GameResult":
        """Read an object written by `as_object`. Raises OthelloError for any other object.

        The moves are replayed. They must be legal and, unless the game was adjudicated, lead to the result.
        """
        board = Board()
        board.push_transcript(fields.text("moves", LONGEST))
        count = len(board.move_stack)
        values = fields.numbers("values", count, -MAX_VALUE, MAX_VALUE)
        seconds = fields.numbers("seconds", count, 0, MAX_TIME)
        ended = fields.choice("ended", [PLAYED_OUT, ADJUDICATED, *(fault.value for fault in Fault)])
        fault = None if ended in (PLAYED_OUT, ADJUDICATED) else Fault(ended)
        loser = Color.parse(fields.choice("loser", list(map(str, Color)))) if fields.has("loser") else None
        margin = fields.whole("result", -MAX_DISCS, MAX_DISCS) if fields.has("result") else None
        has_result = fault is None and loser is None and margin is not None
        is_lost = fault is not None and loser is not None and margin is None
        if not (has_result or is_lost):
            raise InvalidNotationError("a game must have either a result, or a loser and a fault")
        if ended == ADJUDICATED and (board.is_over or margin is None or margin % 2):
            raise InvalidNotationError("an adjudicated game must end early, and its margin must be even")
        if ended != ADJUDICATED and margin != (board.result.margin if board.result is not None else None):
            raise InvalidNotationError(f"the result {margin} is not the result of the moves")
        opening, begun = fields.text("opening", LONGEST), Board()
        begun.push_transcript(opening)
        if begun.move_stack != board.move_stack[: len(begun.move_stack)]:
            raise InvalidNotationError("the moves do not begin with the opening")
        return cls(
            fields.whole("game", 0, MAX_GAMES_OF_MATCH),
            _side(fields, "black"),
            _side(fields, "white"),
            opening,
            tuple(map(PlayedMove, board.move_stack, values, seconds)),
            margin,
            fault,
            loser,
            fields.text("reason", LONGEST),
            fields.text("date", 40),
            ended == ADJUDICATED,
        )

    def record(self, event: str = "") -> GameRecord:
        """Return the game record. If a side lost because of a fault, the record shows a loss of all discs.

        Formats cannot express adjudication, so the record states that both sides agreed on the proved score.
        """
        margin = self.margin
        if margin is None:
            margin = -MAX_DISCS if self.loser is Color.BLACK else MAX_DISCS
        no_fault = Ending.AGREED if self.is_adjudicated else None
        endings = {None: no_fault, Fault.TIME: Ending.TIME, Fault.RESIGNED: Ending.RESIGNED}
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


def _side(fields: Fields, color: str) -> Side:
    seconds, longest, moves = fields.inner("time").numbers(color, 3, 0, MAX_TIME)
    if seconds is None or longest is None or type(moves) is not int:
        raise InvalidNotationError(f"the times of {color} must be two times in seconds and a number of moves")
    return Side(fields.text(color, 40), seconds, longest, moves)
