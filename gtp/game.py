"""A game as GTP sees it: the position, the way back, and the engine that is asked.

GTP does not make the colors alternate: "Consecutive moves of the same color are not
considered illegal from the protocol point of view." So a move names its color, and counts
as if it were that color's turn; afterwards it is the other one's. This also covers the
passes that some controllers never send, since the turn of a side that cannot move is just
left out. A pass that is sent is a move of its own: it is made, kept and taken back.
"""

from gtp.thinker import IsUnwanted, Thinker
from othello.engine import Engine
from othello.errors import IllegalMoveError
from othello.limits import Limits
from othello.position import Position
from othello.score import Color, Result
from othello.square import PASS, Move


class Game:
    """A position with its past, and an engine to find moves in it."""

    def __init__(self, engine: Engine) -> None:
        """Begin at the start of a game."""
        self.thinker = Thinker(engine)
        """Finds moves; `stop` may be called from any thread."""
        self._position = Position.start()
        self._before: list[Position] = []

    @property
    def position(self) -> Position:
        """The position now; the side to move is the other one than that of the last move."""
        return self._position

    @property
    def result(self) -> Result | None:
        """How the game ended; None while a side can move."""
        return self._position.result

    def clear(self) -> None:
        """Begin at the start of a game, with nothing to take back.

        The engine keeps what it knows: some controllers begin anew for every move they look at.
        """
        self._begin(Position.start())

    def set_up(self, text: str) -> None:
        """Begin with a position, as `Position.parse` reads it; raises InvalidNotationError."""
        self._begin(Position.parse(text))

    def play(self, color: Color, move: Move) -> None:
        """Make a move of *color*, whosever turn it was; raises IllegalMoveError, and changes nothing then.

        PASS is legal whenever *color* can turn nothing, after the end of the game too.
        """
        position = self.seen_by(color)
        if move != PASS:
            after = position.play(move)
        elif position.legal_moves_bits():
            raise IllegalMoveError(f"{color} cannot pass: it has a legal move")
        else:
            after = Position(position.opponent, position.player, color.other)
        self._before.append(self._position)
        self._position = after

    def undo(self, moves: int = 1) -> None:
        """Take back moves, sent passes among them; raises IndexError, and does nothing, if they are fewer."""
        if moves > len(self._before):
            raise IndexError(f"{moves} moves to take back, of {len(self._before)}")
        if moves:
            self._position = self._before[-moves]
            del self._before[-moves:]

    def choose(self, color: Color, limits: Limits, is_unwanted: IsUnwanted = lambda: False) -> Move:
        """The move of *color*, as if it were its turn; PASS if, and only if, it can turn nothing."""
        position = self.seen_by(color)
        if not position.legal_moves_bits():
            return PASS
        move = self.thinker.search(position, limits, is_unwanted=is_unwanted).move
        assert move is not None, "there is a legal move"
        return move

    def seen_by(self, color: Color) -> Position:
        """The position with *color* to move, whosever turn it is."""
        now = self._position
        return now if now.turn is color else Position(now.opponent, now.player, color)

    def _begin(self, position: Position) -> None:
        self._position = position
        self._before.clear()
