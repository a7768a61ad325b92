"""A game in progress: a position and the moves that led to it.

A pass is a move: you push and pop it like any other move, and it counts as a ply. `push` never adds a pass by
itself, but `push_transcript` does, because transcripts usually omit passes.

The sides usually take turns. Protocols such as GTP also allow a side to move out of turn. For such moves,
pass the side's color to `push`. A transcript cannot represent a game in which a side moved out of turn.

`push` and `pop` are fast because the board stores only two bitboards per move. It creates a `Position` only
when you ask for one.
"""

import re
import reprlib
from typing import Final, TypeAlias

from othello.errors import IllegalMoveError, InvalidNotationError
from othello.kernels import moves
from othello.rules.position import Position, picture_of
from othello.rules.score import Color, Result
from othello.rules.square import (
    NUMBERS,
    PASS,
    PASS_NAMES,
    PASS_NUMBER,
    SQUARE_NAMES,
    Move,
    MoveLike,
    Symmetry,
    parse_move,
    squares_of,
    transform_move,
)
from othello.rules.square_set import SquareSet

_PASSES = "|".join(map(re.escape, PASS_NAMES))
_WORDS: Final = re.compile(rf"(?i)\s+|[a-h][1-8]|{_PASSES}|(.\S{{0,9}})")
"""Spaces, a move, or (in group 1) up to ten other characters."""
_TRANSCRIPT: Final = re.compile(r"(?i)\s*(?:[a-h][1-8]|\Z)")
"""Matches the beginning of a string that contains only moves: a move, or the end of an empty string."""
_MOVES: Final = re.compile(r"(?i)(?:[a-h][1-8]|pa(?:ss)?|ps)+")
"""One or more moves without spaces. In `Board.parse`, such words may follow a position."""


class Board:
    """A position and the moves that led to it. `push` makes a move and `pop` takes it back.

    >>> board = Board()
    >>> board.push("f5")
    >>> board.push_transcript("d6c3")
    >>> board.turn
    <Color.WHITE: 1>
    >>> board.pop()
    Move('c3')
    >>> board
    Board.parse('f5d6')
    >>> Board.parse('f5d6') == board
    True

    Two boards are equal if they have the same first position and the same moves. Boards are mutable, so they
    cannot be dictionary keys: use the board's `position` or `key` instead.
    """

    __slots__ = ("_first", "_moves", "_off_turn", "_opponent", "_past", "_player", "_position")

    def __init__(self, position: "Board | Position | str | None" = None) -> None:
        """Create a board that begins with *position*, by default the usual start of a game.

        If *position* is a board, its moves are also copied. A string is parsed with `parse`.
        """
        if isinstance(position, str):
            position = Board.parse(position)
        if isinstance(position, Board):
            self._become(position.copy())
            return
        if not isinstance(position, Position | None):
            raise TypeError(f"{reprlib.repr(position)} is not a board: use a Board, a Position or a string")
        self._first = position or Position.start()
        self._position: Position | None = self._first
        self._player, self._opponent = self._first.player, self._first.opponent
        self._moves: list[Move] = []
        self._past: list[tuple[int, int, bool]] = []
        """For each move: the mover's discs and the opponent's discs before the move, and whether the mover
        was out of turn."""
        self._off_turn: list[int] = []
        """The plies, in ascending order, before which the turn changed without a move."""

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Return the board that a string describes: moves, a position, or a position followed by moves.

        `push_transcript` explains how to write moves. `Position.parse` explains how to write a position: 64
        cells and the side to move, on one line or as a diagram. Raises InvalidNotationError if the string
        cannot be parsed, and IllegalMoveError if it contains an illegal move.

        >>> Board.parse("f5 D6").position == Board.parse(Board.parse("f5d6").diagram()).position
        True
        >>> Board.parse("---------------------------OX------XO--------------------------- X f5").turn
        <Color.WHITE: 1>
        """
        if _TRANSCRIPT.match(text):
            board = cls()
            board.push_transcript(text)
            return board
        words = [match.span() for match in re.finditer(r"\S+", text)]
        moves_begin = len(text)
        for begin, end in reversed(words[1:]):
            if not _MOVES.fullmatch(text, begin, end):
                break
            moves_begin = begin
        board = cls(Position.parse(text[:moves_begin]))
        board.push_transcript(text[moves_begin:])
        return board

    @property
    def position(self) -> Position:
        """The current position, an immutable object that does not change with the board."""
        if self._position is None:
            self._position = Position(self._player, self._opponent, self.turn)
        return self._position

    @property
    def first_position(self) -> Position:
        """The position before the first move."""
        return self._first

    def positions(self) -> list[Position]:
        """Return the position before each move, followed by the current position.

        The side to move in each position is the side that made the next move, even if it moved out of turn.
        """
        history, turn = [], self._first.turn
        for ply, (player, opponent, _) in enumerate(self._past):
            if ply in self._off_turn:
                turn = turn.other
            history.append(Position(player, opponent, turn))
            turn = turn.other
        return [*history, self.position]

    @property
    def is_in_turn(self) -> bool:
        """Whether each side always moved in turn."""
        return not self._off_turn

    @property
    def turn(self) -> Color:
        """The side to move, even if it must pass or the game is over."""
        has_changed = (len(self._moves) + len(self._off_turn)) % 2 == 1
        return self._first.turn.other if has_changed else self._first.turn

    @property
    def ply(self) -> int:
        """The number of moves so far, passes included."""
        return len(self._moves)

    def root(self) -> "Board":
        """Return a new board with the first position and no moves."""
        return Board(self._first)

    def reset(self) -> None:
        """Take back all moves to return to the first position."""
        self._become(self.root())

    @property
    def move_stack(self) -> list[Move]:
        """A new list of the moves so far, passes included."""
        return self._moves.copy()

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves in ascending order, [PASS] if the side to move must pass, or [] after the end."""
        squares = squares_of(moves.legal_moves.unchecked(self._player, self._opponent))
        return squares or ([PASS] if moves.legal_moves.unchecked(self._opponent, self._player) else [])

    def is_legal(self, move: MoveLike) -> bool:
        """Return whether a move is legal. Raises InvalidNotationError if *move* is not a move."""
        return self.position.is_legal(move)

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no legal square but the other side has one."""
        legal = moves.legal_moves.unchecked
        return not legal(self._player, self._opponent) and legal(self._opponent, self._player) != 0

    @property
    def is_over(self) -> bool:
        """Whether neither side has a legal square."""
        return self.position.is_over

    @property
    def result(self) -> Result | None:
        """The result of the game, or None if the game is not over."""
        return self.position.result

    @property
    def winner(self) -> Color | None:
        """The winner, or None if the game is drawn or not over."""
        return self.position.winner

    @property
    def empties(self) -> int:
        """Number of empty squares, 0..64."""
        return 64 - (self._player | self._opponent).bit_count()

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of the current position (see `Position.key`)."""
        return self.position.key

    def discs(self, color: Color) -> SquareSet:
        """Return the squares with *color*'s discs. To count the discs, use `len`."""
        return self.position.discs(color)

    def color_at(self, square: MoveLike) -> Color | None:
        """Return the color of the disc on *square*, or None if the square is empty.

        Raises InvalidNotationError if there is no such square.
        """
        return self.position.color_at(square)

    __getitem__ = color_at

    __iter__ = None
    """Makes boards non-iterable. Otherwise, Python would iterate over `board[0]`, `board[1]` and so on."""

    def push(self, move: MoveLike, color: Color | None = None) -> None:
        """Make a move: a square, PASS, or a name such as "f5" or "pass".

        If you pass *color*, that side moves even if it is the other side's turn. It may also pass if it has
        no legal square, even after the end of the game. After the move, it is the other side's turn.

        Raises IllegalMoveError, or InvalidNotationError if *move* is not a move. After an error, the board is
        unchanged.

        >>> board = Board()
        >>> board.push("f5")
        >>> board.push("c4", Color.BLACK)
        >>> board.turn, len(board.discs(Color.WHITE))
        (<Color.WHITE: 1>, 0)
        """
        if color is not None and Color(color) is not self.turn:
            twin = self.with_turn(color)
            twin.push(move, color)
            twin._past[-1] = (*twin._past[-1][:2], True)
            self._become(twin)
            return
        if type(move) is not Move:
            move = Move(move)
        square = NUMBERS[move]
        player, opponent = self._player, self._opponent
        is_empty = 0 <= square < 64 and not (player | opponent) >> square & 1
        flipped = moves.flips.unchecked(square, player, opponent) if is_empty else 0
        if flipped:
            self._player, self._opponent = opponent ^ flipped, player | flipped | 1 << square
            self._position = None
        elif (
            square == PASS_NUMBER and color is not None and not moves.legal_moves.unchecked(player, opponent)
        ):
            self._player, self._opponent, self._position = opponent, player, None
        else:
            # The move is a forced pass or illegal. If it is illegal, `play` raises the exception.
            after = self.position.play(square)
            self._player, self._opponent, self._position = after.player, after.opponent, after
        self._past.append((player, opponent, False))
        self._moves.append(move)

    def pop(self) -> Move:
        """Take back the last move and return it. The side that was to move before this move is to move again.

        Raises IndexError if there is no move to take back.
        """
        if not self._moves:
            raise IndexError("there is no move to take back: the board is at its first position")
        self._player, self._opponent, was_off_turn = self._past.pop()
        self._position = None
        if self._off_turn and self._off_turn[-1] == len(self._moves):
            self._off_turn.pop()
        move = self._moves.pop()
        if was_off_turn:
            self._give_turn()
        return move

    def peek(self) -> Move:
        """Return the last move. Raises IndexError if there is no move."""
        if not self._moves:
            raise IndexError("there is no last move: the board is at its first position")
        return self._moves[-1]

    def transcript(self, *, with_passes: bool = False) -> str:
        """Return the moves without spaces, as in "f5d6c3". *with_passes* adds each pass as "pa"."""
        written = (move for move in self._moves if with_passes or move != PASS)
        return "".join("pa" if move == PASS else SQUARE_NAMES[move] for move in written)

    def push_transcript(self, text: str) -> None:
        """Make the moves of a string such as "f5d6c3" or "F5 D6 C3". Forced passes may be omitted.

        Raises InvalidNotationError or IllegalMoveError with a message that contains the number of the wrong
        move. After an error, the board is unchanged.
        """
        played = self.copy()
        for number, move in enumerate(_read_moves(text), 1):
            if move != PASS and played.must_pass:
                played.push(PASS)
            try:
                played.push(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        self._become(played)

    def transformed(self, symmetry: Symmetry) -> "Board":
        """Return a mirrored or rotated copy. `othello.rules.square` lists the symmetries, 0..7.

        `board.position.canonical()` returns the symmetry that maps the current position to its canonical
        form.

        >>> Board.parse("f5d6").transformed(4).transcript()
        'e6f4'
        """
        twin = Board(self._first.transformed(symmetry))
        for before, move in zip(self.positions(), self._moves, strict=False):
            twin.push(transform_move(move, symmetry), before.turn)
        return twin.with_turn(self.turn)

    def copy(self) -> "Board":
        """Return an independent board with the same moves."""
        twin = Board(self._first)
        twin._become(self)
        # So far, the two boards share their lists.
        twin._moves, twin._past = self._moves.copy(), self._past.copy()
        twin._off_turn = self._off_turn.copy()
        return twin

    def with_turn(self, color: Color) -> "Board":
        """Return a copy with *color* to move."""
        twin = self.copy()
        if Color(color) is not self.turn:
            twin._give_turn()
        return twin

    def _give_turn(self) -> None:
        """Pass the turn to the other side without making a move."""
        # If the turn already changed before this ply, the two changes cancel each other out.
        self._off_turn = sorted({*self._off_turn} ^ {len(self._moves)})
        self._player, self._opponent, self._position = self._opponent, self._player, None

    def _become(self, other: "Board") -> None:
        """Take over the state of another board.

        The two boards then share their lists, so *other* must not be used again.
        """
        self._first, self._moves, self._past = other._first, other._moves, other._past
        self._player, self._opponent, self._position = other._player, other._opponent, other._position
        self._off_turn = other._off_turn

    def __copy__(self) -> "Board":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if self._first != other._first or self._moves != other._moves:
            return False
        return self._off_turn == other._off_turn

    __hash__ = None  # type: ignore[assignment]  # a board can change

    def diagram(self, *, mark_moves: bool = False) -> str:
        """Return the current position as ten lines (see `Position.diagram`)."""
        return self.position.diagram(mark_moves=mark_moves)

    def format(self) -> str:
        """Return the first position and the moves on one line, which `parse` can parse.

        If the first position is the usual start, the line contains only the moves. A pass is written as "pa".
        """
        text = self.transcript(with_passes=True)
        return text if self._first == Position.start() else f"{self._first.format()} {text}".rstrip()

    def __str__(self) -> str:
        return self.diagram()

    def _repr_svg_(self) -> str:
        """Return the SVG picture that notebooks show, with the last move marked."""
        return picture_of(self.position, self.peek() if self._moves else PASS)

    def __repr__(self) -> str:
        text = self.format()
        return f"Board.parse({text!r})" if text else "Board()"


BoardLike: TypeAlias = Board | Position | str
"""What functions accept as a board: a `Board`, a `Position`, or a string that `Board.parse` can parse."""


def board_of(board: BoardLike) -> Board:
    """Return *board* itself if it is a `Board`, otherwise a new board made from the position or string.

    Raises InvalidNotationError or IllegalMoveError if a string is invalid, and TypeError for other types.
    """
    return board if isinstance(board, Board) else Board(board)


def position_of(board: BoardLike) -> Position:
    """Return *board* itself if it is a `Position`, otherwise its current position.

    Raises the same exceptions as `board_of`.
    """
    return board if isinstance(board, Position) else board_of(board).position


def _read_moves(text: str) -> list[Move]:
    """Return the moves in *text*, which may contain spaces. Raises InvalidNotationError for other words."""
    line: list[Move] = []
    for match in _WORDS.finditer(text):
        if match[1]:
            raise InvalidNotationError(
                f"move {len(line) + 1}: {match[1]!r} is not a move: use squares, as in f5d6c3"
            )
        if not match[0].isspace():
            line.append(parse_move(match[0]))
    return line
