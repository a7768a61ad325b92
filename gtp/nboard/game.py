"""The game that NBoard sent, with its clocks."""

from othello.formats.ggf_clock import GgfClock, parse_ggf_clock
from othello.formats.record import GameRecord, PlayedMove
from othello.rules.position import Position
from othello.rules.score import Color
from othello.search.limits import Clock


class NBoardGame:
    """A game in progress: the board, and the time that each side has used."""

    def __init__(self, record: GameRecord | None = None) -> None:
        """Play the moves of *record*. Raises InvalidNotationError if a time control cannot be parsed."""
        record = record or GameRecord()
        self.board = record.board()
        self._rules = {color: _rule_of(record.player(color).clock) for color in Color}
        self._moves = dict.fromkeys(Color, 0)
        self._used = dict.fromkeys(Color, 0.0)
        for position, played in zip(self.board.positions(), record.played, strict=False):
            self._count(position.turn, played)

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.board.position

    def push(self, played: PlayedMove) -> None:
        """Make a move. Raises IllegalMoveError, without changing anything, if the move is illegal."""
        turn = self.board.turn
        self.board.push(played.move)
        self._count(turn, played)

    def clock(self) -> Clock | None:
        """Return the clock of the side to move. None means no limit.

        If a side has used up its main time, this is its grace time.
        """
        turn = self.board.turn
        rule = self._rules[turn]
        if rule is None:
            return None
        left = rule.main + rule.increment * self._moves[turn] - self._used[turn]
        if left < 0:
            left += rule.grace
        return Clock(max(0.0, left), increment=rule.increment)

    def _count(self, turn: Color, played: PlayedMove) -> None:
        self._moves[turn] += 1
        self._used[turn] += played.seconds or 0.0


def _rule_of(text: str) -> GgfClock | None:
    """Parse a side's time control in GGF notation. None means no limit."""
    rule = parse_ggf_clock(text) if text else None
    return None if rule is None or rule.main == rule.increment == 0 else rule
