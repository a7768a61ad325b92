"""Plays a game between two engines.

Using its own board, the referee checks that every move is well-formed, legal and in time. An engine that
fails loses the game, and the result states the reason. The referee makes all passes itself and only tells the
engines about them. After the end of the game, it sends nothing to the engines.

If there is an adjudicator, the game ends as soon as the result is proved. No clock runs while the adjudicator
searches.
"""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from othello.errors import IllegalMoveError
from othello.formats.record import PlayedMove
from othello.match.adjudicator import Adjudicator
from othello.match.controllers.controller import Controller, EngineMove
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.timing import GameClock, TimeRule
from othello.match.engine_slot import EngineSlot
from othello.match.outcome import GameResult, Side
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS

DIGITS: Final = 4
"""Decimal places of seconds in records. Only the referee rounds, so no time is rounded twice."""
LAST_ERRORS: Final = 500
"""Number of characters that a failure report quotes from the end of the engine's standard error."""


class Contestant:
    """A side of a game: an engine and its clock."""

    def __init__(self, name: str, slot: EngineSlot, rule: TimeRule, margin: float) -> None:
        """Prepare a side. The engine may exceed its time limit for a move by *margin* seconds."""
        self.name, self.margin = name, margin
        self.slot = slot
        self.clock = GameClock(rule)

    @property
    def controller(self) -> Controller:
        """The engine, started on first access. Raises EngineFailure if this fails."""
        return self.slot.controller()

    @property
    def side(self) -> Side:
        """The engine's name and the time that it has used so far."""
        return Side(self.name, self.clock.used, self.clock.longest, self.clock.moves)


class GameLost(Exception):
    """Raised when a side loses because its engine failed."""

    def __init__(self, color: Color, failure: EngineFailure) -> None:
        super().__init__(color, failure)
        self.color, self.failure = color, failure


class Referee:
    """Plays one game between two contestants."""

    def __init__(
        self,
        number: int,
        opening: Board,
        black: Contestant,
        white: Contestant,
        adjudicator: Adjudicator | None = None,
    ) -> None:
        """Prepare a game that begins with the moves of *opening*.

        Without an *adjudicator* the game is played to its end.
        """
        self._number, self._opening, self._adjudicator = number, opening, adjudicator
        self._contestants = {Color.BLACK: black, Color.WHITE: white}
        self._board = opening.copy()
        self._played = [PlayedMove(move) for move in opening.move_stack]

    def play(self) -> GameResult:
        """Play the game and return its result. If an engine fails, kill it."""
        try:
            self._begin()
            while not self._board.is_over:
                margin = None if self._adjudicator is None else self._adjudicator.margin(self._board)
                if margin is not None:
                    return self._outcome(margin, is_adjudicated=True)
                self._turn()
        except GameLost as lost:
            return self._lost(lost)
        result = self._board.result
        assert result is not None, "the game is over"
        return self._outcome(result.margin)

    def _begin(self) -> None:
        for color, contestant in self._contestants.items():
            with _responsible(color):
                contestant.controller.new_game(self._opening, contestant.clock.rule)

    def _turn(self) -> None:
        """Ask for a move, or make a forced pass."""
        board = self._board
        color = board.turn
        if board.position.must_pass:
            self._push(color, PlayedMove(PASS))
            for side, contestant in self._contestants.items():
                with _responsible(side):
                    contestant.controller.play(color, PASS, 0.0)
            return
        contestant, other = self._contestants[color], self._contestants[color.other]
        with _responsible(color):
            answer = contestant.controller.go(color, contestant.clock, other.clock)
            self._check_time(contestant, answer)
            self._push(color, PlayedMove(answer.move, answer.evaluation, round(answer.seconds, DIGITS)))
        if not board.is_over:
            with _responsible(color.other):
                other.controller.play(color, answer.move, answer.seconds)

    def _check_time(self, contestant: Contestant, answer: EngineMove) -> None:
        limit = contestant.clock.limit
        contestant.clock.spend(answer.seconds)
        if limit is not None and answer.seconds > limit + contestant.margin:
            raise EngineFailure(
                Fault.TIME, f"moved after {answer.seconds:.2f} s, but had only {limit:.2f} s left"
            )

    def _push(self, color: Color, played: PlayedMove) -> None:
        try:
            self._board.push(played.move)
        except IllegalMoveError as error:
            raise EngineFailure(Fault.ILLEGAL, str(error)) from None
        self._played.append(played)

    def _lost(self, lost: GameLost) -> GameResult:
        reason, fault = str(lost.failure), lost.failure.fault
        if fault is not Fault.RESIGNED:
            reason += last_errors(self._contestants[lost.color].slot.drop())
        return self._outcome(None, fault, lost.color, reason)

    def _outcome(
        self,
        margin: int | None,
        fault: Fault | None = None,
        loser: Color | None = None,
        reason: str = "",
        *,
        is_adjudicated: bool = False,
    ) -> GameResult:
        return GameResult(
            self._number,
            self._contestants[Color.BLACK].side,
            self._contestants[Color.WHITE].side,
            self._opening.transcript(),
            tuple(self._played),
            margin,
            fault,
            loser,
            reason,
            now(),
            is_adjudicated,
        )


@contextlib.contextmanager
def _responsible(color: Color) -> Iterator[None]:
    """Within the block, convert an EngineFailure into a GameLost for *color*."""
    try:
        yield
    except EngineFailure as failure:
        raise GameLost(color, failure) from None


def last_errors(errors: str) -> str:
    """Return the end of an engine's standard error as a clause that follows the reason for a failure."""
    return f"; its last errors: {errors[-LAST_ERRORS:]}" if errors else ""


def now() -> str:
    """Return the date and time, formatted for game records."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S GMT")
