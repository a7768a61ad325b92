"""Game records, which contain the moves, players, values, times and results of games.

The readers of all formats return a `GameRecord`, and the writers take a `GameRecord`. A record is immutable.
Its moves include passes, and its constructor raises an exception if a move is illegal. `game_builder` creates
a record from the moves in a file, which may omit passes.
"""

import math
from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field
from enum import Enum
from html import escape
from typing import Any, Final

from othello.errors import IllegalMoveError, InvalidNotationError
from othello.rules import svg
from othello.rules.board import Board, BoardLike, board_of
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color
from othello.rules.square import Move, MoveLike


class Ending(Enum):
    """The reason why a game ended while a side could still move."""

    RESIGNED = "resigned"
    """One side resigned."""
    TIME = "time"
    """One side ran out of time."""
    AGREED = "agreed"
    """The players agreed on the score."""
    LEFT = "left"
    """One side left the game."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player of one side."""

    name: str = ""
    """Name of the player, or an empty string if unknown."""
    rating: float | None = None
    """Rating on the scale of the server or federation, or None if unknown."""
    clock: str = ""
    """Time control in GGF notation (see `othello.formats.ggf_clock`), or an empty string if unknown."""


UNKNOWN: Final = Player()
MARGIN_UNKNOWN: Final = 64.0
"""If a file contains no margin, this margin in discs is assumed for a win by resignation, on time or by
forfeit."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in a game, with its value, time and comment if known.

    The constructor raises InvalidNotationError if *move* is not a move or a number is not finite.
    """

    move: Move
    """A square or PASS. The constructor also accepts a number or a name."""
    value: float | None = None
    """The mover's evaluation of the move, in discs from the mover's point of view."""
    seconds: float | None = None
    """How long the mover thought, in seconds."""
    comment: str = ""
    """A comment on the move, as a single line."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "move", Move(self.move))
        for number in (self.value, self.seconds):
            if number is not None and not math.isfinite(number):
                raise InvalidNotationError(
                    f"{number} cannot be the value or time of a move: use a finite number"
                )


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that could have been played instead of the moves in the game or in another variation."""

    ply: int
    """How many moves of the game come before the variation, including passes."""
    played: tuple[PlayedMove, ...]
    """The moves of the variation, including passes. There is at least one move."""
    variations: "tuple[Variation, ...]" = ()
    """Variations of this variation."""


@dataclass(frozen=True, slots=True, repr=False)
class GameRecord:
    """A game, with its first position, moves, players and result.

    The constructor raises IllegalMoveError, with the move number, if a move of the game or of a variation is
    illegal. It raises InvalidNotationError if the result is not from -64 to 64, or if a variation begins
    after the last move of the game.

    >>> record = GameRecord.from_moves(["f5", "d6"], black=Player("Murakami"))
    >>> record.black.name, record.moves, len(record.positions()), record.result
    ('Murakami', (Move('f5'), Move('d6')), 3, None)
    """

    played: tuple[PlayedMove, ...] = ()
    """The moves, including passes. All of them are legal."""
    start: Position = field(default_factory=Position.start)
    """The position before the first move."""
    black: Player = UNKNOWN
    white: Player = UNKNOWN
    event: str = ""
    """The tournament, location or server of the game."""
    date: str = ""
    """As much of the date and time as is known, for example "1984", "2014-02-21" or "2014-02-21 20:52:27
    GMT". Some files contain other strings."""
    result: float | None = None
    """The final disc difference from black's point of view, with empty squares going to the winner. None if
    the game is unfinished. If neither side can move at the end, the board overrides the argument *result*."""
    ending: Ending | None = None
    """Why the game ended while a side could move. None if no side could, or if the reason is unknown."""
    comment: str = ""
    """A comment on the whole game or its first position, as a single line."""
    variations: tuple[Variation, ...] = ()
    """Other moves that could have been played, if the format stores them."""
    review: str = ""
    """The review as stored in the file (see `othello.review.annotation`), or "" if there is none."""
    warnings: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """What the reader of a file ignored or assumed. Each item is a clause."""
    reading: str = field(default="", repr=False, compare=False)
    """How the reader of transcripts interpreted the text, as in "12 moves (56 is f5), Paul - Carla, 36-28".
    Empty if the text is a single line of moves or in another format."""
    claimed: float | None = field(init=False, repr=False, compare=False, default=None)
    """The result in the file if the board at the end of the game contradicts it, or else None."""
    last_position: Position = field(init=False, repr=False, compare=False)
    """The position after the last move."""
    _last_position: InitVar[Position | None] = None
    """The position after the last move, if the caller has checked all moves and variations.

    By default, the constructor replays and checks them. Only `from_board` and `GameBuilder` pass a position.
    """

    def __post_init__(self, _last_position: Position | None) -> None:
        last_position = _last_position or self.board().position
        object.__setattr__(self, "last_position", last_position)
        if self.variations and _last_position is None:
            _check(self.variations, 0, self.positions())
        if self.result is not None and not -MAX_DISCS <= self.result <= MAX_DISCS:
            raise InvalidNotationError(f"{self.result} is not a result: a game ends with -64 to +64 discs")
        if (outcome := last_position.result) and outcome.margin != self.result:
            if not self._agrees(outcome.margin):
                object.__setattr__(self, "claimed", self.result)
            object.__setattr__(self, "result", float(outcome.margin))

    def _agrees(self, margin: int) -> bool:
        """Return whether `result` agrees with *margin*, black's margin on the final board.

        It also agrees if it does not count the empty squares, or if it is a win for the same side without a
        margin.
        """
        discs = self.last_position.black.bit_count() - self.last_position.white.bit_count()
        is_win = self.ending is not None and self.result == math.copysign(MARGIN_UNKNOWN, margin)
        return self.result == discs or (is_win and margin != 0)

    @classmethod
    def from_moves(cls, moves: Iterable[MoveLike], **others: Any) -> "GameRecord":
        """Return a record of moves without values and times. *others* are further fields of the record.

        Raises IllegalMoveError if a move is illegal. Raises InvalidNotationError if an item is not a move.
        """
        return cls(tuple(PlayedMove(Move(move)) for move in moves), **others)

    @classmethod
    def from_board(cls, board: BoardLike, **others: Any) -> "GameRecord":
        """Return a record of the moves that led to a board. *others* are further fields of the record.

        Raises IllegalMoveError if a side moved out of turn, and the same exceptions as `board_of`.
        """
        board = board_of(board)
        if not board.is_in_turn:
            raise IllegalMoveError("a side moved out of turn, but in a game record the sides must take turns")
        return cls(
            tuple(map(PlayedMove, board.move_stack)),
            board.first_position,
            **others,
            _last_position=None if others.get("variations") else board.position,
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves without values and times, including passes."""
        return tuple(played_move.move for played_move in self.played)

    def board(self, plies: int | None = None) -> Board:
        """Return the board after *plies* moves, including passes, or by default after all moves."""
        board = Board(self.start)
        for number, played in enumerate(self.played[:plies], 1):
            push(board, played.move, number)
        return board

    def positions(self) -> list[Position]:
        """Return the position before each move, followed by the last position."""
        return self.board().positions()

    def player(self, color: Color) -> Player:
        """Return the player of *color*."""
        return self.black if Color(color) is Color.BLACK else self.white

    def __str__(self) -> str:
        """Return the players, the result and the number of moves, as in "alice - bob, +12, 60 moves"."""
        names = f"{self.black.name or '?'} - {self.white.name or '?'}"
        result = "unfinished" if self.result is None else f"{self.result:+g}"
        return f"{names}, {result}, {len(self.played)} moves"

    def __repr__(self) -> str:
        return f"<GameRecord {self}>"

    def _repr_html_(self) -> str:
        """Return the HTML that notebooks show, with the last position, a title and the transcript."""
        board = self.board()
        about = ", ".join(filter(None, (str(self), self.event, self.date)))
        return f"{svg.board(board)}<p>{escape(about)}</p><p><code>{board.transcript()}</code></p>"


def _check(variations: Iterable[Variation], first: int, positions: list[Position]) -> None:
    """Raise an exception if a variation of a line is illegal. The line is the game or a variation.

    first     -- how many moves precede the line
    positions -- all positions from the start of the game to the end of the line
    """
    for variation in variations:
        if not variation.played or not first <= variation.ply < len(positions) - 1:
            raise InvalidNotationError(
                f"a variation of {len(variation.played)} moves begins after {variation.ply} moves: it must "
                f"contain a move and replace one of the moves {first + 1} to {len(positions) - 1}"
            )
        board = Board(positions[variation.ply])
        for number, played in enumerate(variation.played, variation.ply + 1):
            push(board, played.move, number)
        _check(variation.variations, variation.ply + 1, [*positions[: variation.ply], *board.positions()])


def push(board: Board, move: Move, number: int) -> None:
    """Make a move. Raises IllegalMoveError with a message that begins with the move number."""
    try:
        board.push(move)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"move {number}: {error}") from None
