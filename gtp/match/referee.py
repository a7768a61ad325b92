"""One game between two engines, by the rules.

The referee has a board of its own and believes nobody: a move must be legal there, in time,
and in the protocol. Whoever fails loses the game, and the reason is kept. Passes are made
by the referee. No engine is asked for anything after the end of the game.
"""

from datetime import UTC, datetime
from typing import Final

from gtp.controllers.controller import Answer, Controller
from gtp.controllers.failure import EngineFailure, Fault
from gtp.controllers.timing import GameClock, TimeRule
from gtp.match.engine_slot import EngineSlot
from gtp.match.outcome import Outcome, Side
from othello.board import Board
from othello.errors import IllegalMoveError
from othello.formats.record import PlayedMove
from othello.score import Color
from othello.square import PASS

DIGITS: Final = 4
"""Of seconds in records. They are rounded here, once: rounded twice they may come out as something else."""
LAST_WORDS: Final = 500
"""Characters of standard error that go into the report of a failure."""


class Contestant:
    """An engine at the board."""

    def __init__(self, name: str, slot: EngineSlot, rule: TimeRule, margin: float) -> None:
        """Let an engine play a game; its moves may take *margin* seconds over their limit."""
        self.name, self.margin = name, margin
        self.slot = slot
        self.clock = GameClock(rule)

    @property
    def controller(self) -> Controller:
        """The engine; raises EngineFailure if it does not run and cannot be started."""
        return self.slot.ready()

    @property
    def side(self) -> Side:
        """What it has done so far."""
        return Side(self.name, self.clock.used, self.clock.longest, self.clock.moves)


class GameLost(Exception):
    """A side has lost by a failure of its engine."""

    def __init__(self, color: Color, failure: EngineFailure) -> None:
        super().__init__(color, failure)
        self.color, self.failure = color, failure


class Referee:
    """A game that is being played."""

    def __init__(self, number: int, opening: Board, black: Contestant, white: Contestant) -> None:
        """Prepare a game that begins with the moves of *opening*."""
        self._number, self._opening = number, opening
        self._contestants = {Color.BLACK: black, Color.WHITE: white}
        self._board = opening.copy()
        self._played = [PlayedMove(move) for move in opening.move_stack]

    def play(self) -> Outcome:
        """Play the game to its end; an engine that failed has been killed then."""
        try:
            self._begin()
            while not self._board.is_over:
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
        """One move, or a pass that the rules demand."""
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

    def _check_time(self, contestant: Contestant, answer: Answer) -> None:
        limit = contestant.clock.limit
        contestant.clock.spend(answer.seconds)
        if limit is not None and answer.seconds > limit + contestant.margin:
            raise EngineFailure(Fault.TIME, f"a move after {answer.seconds:.2f} s, with {limit:.2f} s to go")

    def _push(self, color: Color, played: PlayedMove) -> None:
        try:
            self._board.push(played.move)
        except IllegalMoveError as error:
            raise EngineFailure(Fault.ILLEGAL, str(error)) from None
        self._played.append(played)

    def _lost(self, lost: GameLost) -> Outcome:
        reason, fault = str(lost.failure), lost.failure.fault
        if fault is not Fault.RESIGNED:
            words = self._contestants[lost.color].slot.drop()
            reason += f"; its last words: {words[-LAST_WORDS:]}" if words else ""
        return self._outcome(None, fault, lost.color, reason)

    def _outcome(
        self, margin: int | None, fault: Fault | None = None, loser: Color | None = None, reason: str = ""
    ) -> Outcome:
        return Outcome(
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
        )


class _responsible:  # noqa: N801  # used like a function
    """Whatever fails inside is the fault of one side."""

    def __init__(self, color: Color) -> None:
        self._color = color

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, EngineFailure):
            raise GameLost(self._color, error) from None


def now() -> str:
    """The date and time, as game records have it."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S GMT")
