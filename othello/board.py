"""A game in progress: a position with the moves that led to it.

A pass is a move: it is pushed, counted and taken back like any other. `push` never passes
by itself; only `push_transcript` fills in the passes that people do not write.
"""

import re
from typing import Final

from othello.errors import IllegalMoveError, InvalidNotationError
from othello.position import Position
from othello.score import Color, Result
from othello.square import PASS, PASS_NAMES, SQUARE_NAMES, Move, parse_move

_PASSES = "|".join(map(re.escape, PASS_NAMES))
_WORDS: Final = re.compile(rf"(?i)\s+|[a-h][1-8]|{_PASSES}|(.\S{{0,9}})")
"""Blanks, a move, or the beginning of what is none."""


class Board:
    """A position and the way back from it.

    >>> board = Board()
    >>> board.push_transcript("f5d6c3")
    >>> board.turn
    <Color.WHITE: 1>
    >>> board.pop()  # c3
    18
    >>> board.transcript()
    'f5d6'

    Two boards are equal if they began with the same position and saw the same moves.
    """

    __slots__ = ("_before", "_moves", "_position")

    def __init__(self, position: Position | None = None) -> None:
        """Begin with *position*, or with the start of a game."""
        self._position = position or Position.start()
        self._moves: list[Move] = []
        self._before: list[Position] = []

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def first_position(self) -> Position:
        """The position before the first move."""
        return self._before[0] if self._before else self._position

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._position.turn

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far, passes among them; a copy."""
        return self._moves.copy()

    @property
    def legal_moves(self) -> list[Move]:
        """Where the side to move may play, [PASS] if it must pass, [] if the game is over."""
        return self._position.legal_moves() or ([PASS] if self._position.must_pass else [])

    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""
        return self._position.is_over

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self._position.result

    def push(self, move: Move) -> None:
        """Play a square or PASS; raises IllegalMoveError, and then nothing has changed."""
        after = self._position.apply(move)
        self._before.append(self._position)
        self._moves.append(move)
        self._position = after

    def pop(self) -> Move:
        """Take the last move back and return it; raises IndexError if there is none."""
        self._position = self._before.pop()
        return self._moves.pop()

    def peek(self) -> Move:
        """The last move; raises IndexError if there is none."""
        return self._moves[-1]

    def transcript(self, *, with_passes: bool = False) -> str:
        """The moves in one word, "f5d6c3"; passes, which the rules imply, only if asked for, as "pa"."""
        moves = (move for move in self._moves if with_passes or move != PASS)
        return "".join("pa" if move == PASS else SQUARE_NAMES[move] for move in moves)

    def push_transcript(self, text: str) -> None:
        """Play moves in text, any case, with or without blanks; forced passes may be left out.

        Raises InvalidNotationError or IllegalMoveError, and then nothing has changed.
        """
        played = self.copy()
        for number, move in enumerate(_read_moves(text), 1):
            if move != PASS and played.position.must_pass:
                played.push(PASS)
            try:
                played.push(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        self._position, self._moves, self._before = played._position, played._moves, played._before

    def copy(self) -> "Board":
        """A board with the same past that goes its own way."""
        twin = Board(self._position)
        twin._moves, twin._before = self._moves.copy(), self._before.copy()
        return twin

    def __copy__(self) -> "Board":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.first_position == other.first_position and self._moves == other._moves

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __str__(self) -> str:
        return str(self._position)

    def __repr__(self) -> str:
        return f"<Board: {self.transcript() or 'no moves'}, {self._position.format()}>"


def _read_moves(text: str) -> list[Move]:
    """The moves of a text, blanks left out."""
    found: list[Move] = []
    for match in _WORDS.finditer(text):
        if match[1]:
            raise InvalidNotationError(
                f"move {len(found) + 1}: {match[1]!r} is not a move: write squares, as in f5d6c3"
            )
        if not match[0].isspace():
            found.append(parse_move(match[0]))
    return found
