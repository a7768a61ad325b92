"""A game record: the moves of a game with all that files say about them.

A `GameRecord` is a value: every format reads to it and writes from it. Its moves are legal,
passes among them; the constructor refuses others. `Replay` makes the moves of one out of
what files write, who often leave the passes out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from math import isfinite
from typing import Any, Final

from othello.board import Board
from othello.errors import IllegalMoveError, InvalidNotationError
from othello.position import Position
from othello.score import Color
from othello.square import PASS, Move, format_move


class Ending(Enum):
    """Why a game ended before the board was full or both sides had to pass."""

    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    """Both sides agreed on the score."""
    LEFT = "left"
    """A player went away."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who played one side."""

    name: str = ""
    """Empty if it is not known."""
    rating: float | None = None
    """On the scale of the place where the game was played."""
    clock: str = ""
    """The time control of this side as GGF writes it, "main/increment/grace", see `othello.formats.ggf`."""


UNKNOWN: Final = Player()


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a game, and what its player thought."""

    move: Move
    """A square or PASS."""
    value: float | None = None
    """What the mover thought the position was worth to it, in discs."""
    seconds: float | None = None
    """Time the mover took."""

    def __post_init__(self) -> None:
        for number in (self.value, self.seconds):
            if number is not None and not isfinite(number):
                raise InvalidNotationError(f"{number} is no value and no time of a move: it must be finite")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: where it began, its moves, who played, and how it ended.

    >>> record = GameRecord.from_moves([37, 43], black=Player("Murakami"))
    >>> record.black.name, record.moves, len(record.positions()), record.result
    ('Murakami', (37, 43), 3, None)
    """

    played: tuple[PlayedMove, ...] = ()
    """The moves, passes among them, from the first one; all legal."""
    start: Position = field(default_factory=Position.start)
    """The position before the first move."""
    black: Player = UNKNOWN
    white: Player = UNKNOWN
    event: str = ""
    """The tournament, or the place or server where it was played."""
    date: str = ""
    """As far as it is known: "1984", "2014-02-21", "2014-02-21 20:52:27 GMT"; some files have other texts."""
    result: float | None = None
    """The final difference of discs in black's view, the winner gets the empty squares; None if the game
    was not finished. Where the file says nothing and the board is played out, that of the board."""
    ending: Ending | None = None
    """Why the game ended early; None if it was played out, is unfinished, or the reason is not known."""
    comment: str = ""
    """What the file says about the game or position as a whole, in one line."""

    def __post_init__(self) -> None:
        """Check the moves; raises IllegalMoveError with the number of the ply."""
        last = self.positions()[-1]
        if self.result is None and (outcome := last.result):
            object.__setattr__(self, "result", outcome.margin)
        if self.result is not None and not -64 <= self.result <= 64:
            raise InvalidNotationError(f"{self.result} is no result: a game ends with -64 to +64 discs")

    @classmethod
    def from_moves(cls, moves: Iterable[Move], **others: Any) -> "GameRecord":
        """The record of moves without values; *others* are fields by name. Raises IllegalMoveError."""
        return cls(tuple(map(PlayedMove, moves)), **others)

    @classmethod
    def from_board(cls, board: Board, **others: Any) -> "GameRecord":
        """The record of a board's moves; *others* are fields by name."""
        return cls.from_moves(board.move_stack, start=board.first_position, **others)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone, PASS among them."""
        return tuple(each.move for each in self.played)

    def positions(self) -> list[Position]:
        """The positions before each move and after the last: one more than there are moves."""
        found = [self.start]
        for ply, move in enumerate(self.moves, 1):
            try:
                found.append(found[-1].apply(move))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {ply}: {error}") from None
        return found

    def board(self, plies: int | None = None) -> Board:
        """A board after so many moves, passes counted, 0 or more; after all of them if None or too many."""
        board = Board(self.start)
        for move in self.moves[:plies]:
            board.push(move)
        return board

    def player(self, color: Color) -> Player:
        """Who played *color*."""
        return self.black if color is Color.BLACK else self.white


class Replay:
    """Collects the moves of a game as files tell them, and puts in the passes that they leave out."""

    def __init__(self, start: Position | None = None) -> None:
        self.start = start or Position.start()
        self.position = self.start
        """The position after the moves so far."""
        self.played: list[PlayedMove] = []

    def add(
        self,
        move: Move,
        turn: Color | None = None,
        *,
        value: float | None = None,
        seconds: float | None = None,
    ) -> None:
        """Play a move of *turn*, of the side to move if None; raises IllegalMoveError.

        A pass comes first where the side to move must pass and does not. A pass after the end
        of the game, with which some programs mark it, is left out.
        """
        if move == PASS and self.position.is_over:
            return
        if self.position.must_pass and move != PASS and turn is not self.position.turn:
            self._push(PlayedMove(PASS))
        if turn is self.position.turn.other:
            raise IllegalMoveError(
                f"move {len(self.played) + 1}: {format_move(move)} is given as {turn}'s, "
                f"but it is {self.position.turn}'s turn"
            )
        self._push(PlayedMove(move, value, seconds))

    def _push(self, played: PlayedMove) -> None:
        try:
            self.position = self.position.apply(played.move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {len(self.played) + 1}: {error}") from None
        self.played.append(played)

    def record(self, **others: Any) -> GameRecord:
        """The game so far; *others* are fields of the record by name."""
        return GameRecord(tuple(self.played), self.start, **others)
