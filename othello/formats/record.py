"""Game records: the moves, players, values, times and results of games.

The readers of all formats return a `GameRecord`, and the writers take one. A record is immutable. Its moves
include passes, and its constructor raises an exception if a move is illegal. `GameBuilder` creates a record
from the moves in a file, which may omit passes.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field, replace
from enum import Enum
from html import escape
from typing import Any, Final

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.rules import svg
from othello.rules.board import Board, BoardLike, board_of
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color, final_score
from othello.rules.square import PASS, Move, MoveLike


class Ending(Enum):
    """Why a game ended although a side could move."""

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
UNKNOWN_TEXTS: Final = frozenset(("", "?", "-", "*"))
"""Strings that stand for an unknown number or result."""
MAX_NUMBER: Final = 1e15
MARGIN_UNKNOWN: Final = 64.0
"""Margin in discs for a win by resignation, on time or by forfeit if the file gives none."""
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,2})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a game with its value, time and comment, if known.

    The constructor raises InvalidNotationError if *move* is not a move or a number is not finite.
    """

    move: Move
    """A square or PASS. The constructor also accepts a number or a name."""
    value: float | None = None
    """The mover's evaluation of the move, as discs from the mover's point of view."""
    seconds: float | None = None
    """How long the mover thought, in seconds."""
    comment: str = ""
    """A comment on the move, on one line."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "move", Move(self.move))
        for number in (self.value, self.seconds):
            if number is not None and not math.isfinite(number):
                raise InvalidNotationError(
                    f"{number} is not the value or the time of a move: use a finite number"
                )


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that could have been played instead of the moves of a game or of another variation."""

    ply: int
    """How many moves of the game come before the variation, including passes."""
    played: tuple[PlayedMove, ...]
    """The moves of the variation, including passes. There is at least one."""
    variations: "tuple[Variation, ...]" = ()
    """Variations of this variation."""


@dataclass(frozen=True, slots=True, repr=False)
class GameRecord:
    """A game: its first position, moves and players, and how it ended.

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
    """The tournament, place or server of the game."""
    date: str = ""
    """Date and time as far as known, for example "1984", "2014-02-21" or "2014-02-21 20:52:27 GMT". Some
    files contain other strings."""
    result: float | None = None
    """The final disc difference from black's point of view, with empty squares going to the winner. None if
    the game is unfinished. If neither side can move at the end, the board overrides the argument *result*."""
    ending: Ending | None = None
    """Why the game ended although a side could move. None if it did not, or if the reason is unknown."""
    comment: str = ""
    """A comment on the whole game or its first position, on one line."""
    variations: tuple[Variation, ...] = ()
    """Other moves that could have been played, if the format stores them."""
    review: str = ""
    """The review as stored in the file (see `othello.review.annotation`), or "" if there is none."""
    warnings: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """What the reader of a file ignored or assumed, as one clause each."""
    reading: str = field(default="", repr=False, compare=False)
    """How the reader of transcripts interpreted the text, as in "12 moves (56 is f5), Paul - Carla, 36-28".
    Empty if the text is a single line of moves or in another format."""
    claimed: float | None = field(init=False, repr=False, compare=False, default=None)
    """The result in the file if the board at the end of the game contradicts it, or else None."""
    last_position: Position = field(init=False, repr=False, compare=False)
    """The position after the last move."""
    _last_position: InitVar[Position | None] = None
    """The last position, if the caller has already replayed all moves, including those of variations.

    If it is None, the constructor replays them. Only this module uses this parameter.
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

        It also agrees if it leaves out the empty squares or is a win for the same side without a margin.
        """
        discs = self.last_position.black.bit_count() - self.last_position.white.bit_count()
        is_win = self.ending is not None and self.result == math.copysign(MARGIN_UNKNOWN, margin)
        return self.result == discs or (is_win and margin != 0)

    @classmethod
    def from_moves(cls, moves: Iterable[MoveLike], **others: Any) -> "GameRecord":
        """Return a record of moves without values and times. *others* are further fields of the record.

        Raises IllegalMoveError if a move is illegal, and InvalidNotationError if an item is not a move.
        """
        return cls(tuple(PlayedMove(Move(move)) for move in moves), **others)

    @classmethod
    def from_board(cls, board: BoardLike, **others: Any) -> "GameRecord":
        """Return a record of the moves that led to a board. *others* are further fields of the record.

        Raises IllegalMoveError if a side moved out of turn, and the same exceptions as `board_of`.
        """
        board = board_of(board)
        if not board.is_in_turn:
            raise IllegalMoveError("a side moved out of turn: a game record has moves in turn only")
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
            _push(board, played.move, number)
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
        """Return the HTML shown by notebooks: the last position, a title and the transcript."""
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
                f"have a move, and stand for one of the moves {first + 1} to {len(positions) - 1}"
            )
        board = Board(positions[variation.ply])
        for number, played in enumerate(variation.played, variation.ply + 1):
            _push(board, played.move, number)
        _check(variation.variations, variation.ply + 1, [*positions[: variation.ply], *board.positions()])


class GameBuilder:
    """Collects the moves of a game, inserts missing passes, and creates the game record.

    >>> builder = GameBuilder()
    >>> builder.add("f5", Color.BLACK, seconds=1.5)
    >>> builder.record(black=Player("Murakami")).played
    (PlayedMove(move=Move('f5'), value=None, seconds=1.5, comment=''),)
    """

    def __init__(self, start: Position | None = None) -> None:
        """Begin a game with the position *start*, by default the usual start."""
        self._board = Board(start)
        self._played: list[PlayedMove] = []
        self._comments: list[str] = []
        """The comments on the last move."""
        self._warnings: dict[str, list[str]] = {}
        """The warnings by kind."""

    def branch(self) -> "GameBuilder":
        """Return a copy for a variation that begins after the moves so far."""
        other = GameBuilder()
        other._board, other._played = self._board.copy(), [*self._played]
        return other

    def restart(self, start: Position) -> None:
        """Begin the game with another position. No moves may have been added yet."""
        self._board = Board(start)

    @property
    def board(self) -> Board:
        """The board after the moves so far. It is not a copy, so it changes with every move."""
        return self._board

    @property
    def position(self) -> Position:
        """The position after the moves so far."""
        return self._board.position

    @property
    def plies(self) -> int:
        """Number of moves so far, including passes."""
        return len(self._played)

    def add(
        self,
        move: MoveLike,
        turn: Color | None = None,
        *,
        value: float | None = None,
        seconds: float | None = None,
    ) -> None:
        """Add a move by *turn*, by default the side to move.

        If a forced pass before the move is missing, it is added too. A pass after the end of the game, which
        some programs write, is ignored. Raises IllegalMoveError with a message that contains the move number.
        """
        board, move = self._board, Move(move)
        if move is PASS and board.is_over:
            return
        if turn is board.turn.other and (move is PASS or not board.must_pass):
            raise IllegalMoveError(
                f"move {self.plies + 1}: {move} is given as {turn}'s, but it is {board.turn}'s turn"
            )
        played = PlayedMove(move, value, seconds)
        try:
            self._add(played)
        except IllegalMoveError:
            # If a pass is missing, the move is illegal. Legal moves don't get here and aren't slowed down.
            if move is PASS or turn is board.turn or not board.must_pass:
                raise
            self._add(PlayedMove(PASS))
            self._add(played)

    def annotate(self, value: float | None, seconds: float | None) -> None:
        """Set the value and time of the last move."""
        self._played[-1] = replace(self._played[-1], value=value, seconds=seconds)

    def comment(self, text: str) -> None:
        """Add a comment to the last move."""
        self._comments.append(text)

    def warn(self, text: str, kind: str = "") -> None:
        """Add a warning. By default, each text is its own *kind*.

        The record contains only the first warning of each kind and the number of further ones.
        """
        self._warnings.setdefault(kind or text, []).append(text)

    def number(self, text: str, name: str, kind: str = "") -> float | None:
        """Return the number contained in *text*, or None if it is not a number.

        If *text* is neither a number nor one of UNKNOWN_TEXTS, add a warning of this *kind* (see `warn`) that
        calls the number *name*.
        """
        number = parse_number(text)
        if number is None and text.strip() not in UNKNOWN_TEXTS:
            self.warn(f"{name} is ignored: {quoted(text.strip())} is not a number", kind)
        return number

    def result(self, text: str, name: str) -> tuple[float | None, Ending | None]:
        """Return black's margin and the reason if the game ended early (see `parse_result`).

        If *text* is not a result, add a warning, which calls it *name*, and return (None, None).
        """
        try:
            return parse_result(text, self.position)
        except InvalidNotationError as error:
            self.warn(f"{name} is ignored: {error}")
            return None, None

    def played(self) -> tuple[PlayedMove, ...]:
        """Return the moves so far."""
        self._take_comments()
        return tuple(self._played)

    def record(self, **others: Any) -> GameRecord:
        """Return the record of the moves so far. *others* are further fields of the record.

        The moves of variations must have been added to a `branch`, because they are not checked again.
        """
        start, last = self._board.first_position, self._board.position
        warnings = tuple(
            texts[0] if len(texts) == 1 else f"{texts[0]}; {len(texts) - 1} more like it"
            for texts in self._warnings.values()
        )
        return GameRecord(self.played(), start, warnings=warnings, **others, _last_position=last)

    def _add(self, played: PlayedMove) -> None:
        _push(self._board, played.move, self.plies + 1)
        self._take_comments()
        self._played.append(played)

    def _take_comments(self) -> None:
        """Store the collected comments in the last move."""
        if not self._comments:
            return
        if comment := " ".join(" ".join(self._comments).split()):
            self._played[-1] = replace(self._played[-1], comment=comment)
        self._comments = []


ONLY_EIGHT: Final = "only games on 8 by 8 squares can be read"


def wrong_size(size: str) -> str:
    """Return the message for a board that is not 8 by 8. *size* is the size given in the file."""
    return f"the board has the size {quoted(size)}: {ONLY_EIGHT}"


def parse_number(text: str) -> float | None:
    """Return the number in a string, or None for a string such as "5d". A decimal comma is allowed."""
    text = text.strip()  # strip removes more kinds of spaces than float accepts
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return number if abs(number) <= MAX_NUMBER else None


_SIDE = r"(b|black|x|\*|w|white|o)"
# All patterns expect lower case and single spaces.
_DRAWS: Final = frozenset(("draw", "drawn", "tie", "jigo", "1/2-1/2", "½-½", "="))
_UNFINISHED: Final = UNKNOWN_TEXTS | {"void", "unknown", "unfinished", "none"}
_WINNERS: Final = frozenset(("1-0", "0-1"))
_SIGNED = re.compile(r"[+-]\d{1,2}(?:[.,]\d*)?|0+(?:[.,]0*)?", re.ASCII)
_DISCS = re.compile(
    rf"(?:{_SIDE}[ :=]*)?(\d{{1,2}})(?:[ ]?[-:/,\u2013][ ]?|[ ])(?:{_SIDE}[ :=]*)?(\d{{1,2}})", re.ASCII
)
_WIN = re.compile(
    rf"{_SIDE}(?:[ ]?\+|[ ]wins?\b|[ ]won\b|[ ]by\b)[ :,]*(?:by[ ]|on[ ])?"
    r"(?:(\d{1,2}(?:[.,]\d*)?)(?:[ ]?[-:/][ ]?(\d{1,2}))?(?:[ ](?:discs?|points?|stones?))?|([a-z]*))",
    re.ASCII,
)
_ENDING_LETTERS: Final = {"r": Ending.RESIGNED, "t": Ending.TIME, "f": Ending.LEFT}


def parse_result(text: str, position: Position) -> tuple[float | None, Ending | None]:
    """Return black's margin in discs and the reason if the game ended early. Either is None if unknown.

    *position* is the last position of the game. *text* may be a margin (+12, B+12, White wins by 4), disc
    counts (40-24, B 40 W 24, Black wins 40-24), a win without a margin (B+R, W+Time), which counts as 64
    discs, a draw, or unknown ("?", "unfinished"). Raises InvalidNotationError for other strings, and also for
    a string that names only the winner, such as "1-0", if the game is not over.

    >>> parse_result("White wins by 4", Position.start())
    (-4.0, None)
    >>> parse_result("B 40 W 24", Position.start())
    (16.0, None)
    """
    plain = " ".join(text.lower().split())
    if plain in _UNFINISHED:
        return None, None
    if plain in _DRAWS:
        return 0.0, None
    margin: float | None = None
    ending = None
    if _SIGNED.fullmatch(plain):
        margin = parse_number(plain)
    elif plain in _WINNERS:
        return _without_margin(text, position)
    elif discs := _DISCS.fullmatch(plain):
        margin = _margin_of_discs(discs, position)
    elif win := _WIN.fullmatch(plain):
        winner, discs_or_margin, other_discs, word = win.groups()
        ending = _ENDING_LETTERS.get(word[:1]) if word else None
        if other_discs:
            margin = margin_of(int(discs_or_margin), int(other_discs), position)
            margin = None if margin is None else abs(margin)
        elif discs_or_margin:
            margin = parse_number(discs_or_margin)
        elif ending:
            margin = MARGIN_UNKNOWN
        elif not word:
            return _without_margin(text, position)
        margin = -margin if margin and not _is_black(winner) else margin
    if margin is None or abs(margin) > MAX_DISCS:
        raise InvalidNotationError(
            f"{quoted(text)} is not a result, as in +12, B+12, 40-24, White wins by 4, B+R, Draw or ?"
        )
    return margin, ending


def margin_of(black: int, white: int, position: Position) -> float | None:
    """Return black's margin in a game that ended with these disc counts, or None if that is impossible.

    *position* is the last position of the game. The counts must either match this position or add up to 64
    discs. The winner gets the empty squares.
    """
    is_board = (black, white) == (position.black.bit_count(), position.white.bit_count())
    return float(final_score(black, white)) if is_board or black + white == MAX_DISCS else None


def _without_margin(text: str, position: Position) -> tuple[None, None]:
    """Return (None, None) if the game is over, because the board then shows the margin.

    Raises InvalidNotationError if the game is not over.
    """
    if not position.is_over:
        raise InvalidNotationError(f"{quoted(text)} has a winner without a margin in discs")
    return None, None


def _margin_of_discs(discs: re.Match[str], position: Position) -> float | None:
    """Return black's margin from two disc counts, or None. If no side is named, the first is black's."""
    first, last = discs[1], discs[3]
    if bool(first) != bool(last) or (first and _is_black(first) == _is_black(last)):
        return None  # only one side is named, or the same side twice
    counts = int(discs[2]), int(discs[4])
    black, white = counts if not first or _is_black(first) else counts[::-1]
    return margin_of(black, white, position)


def _is_black(side: str) -> bool:
    return side[0] in "bx*"


def _push(board: Board, move: Move, number: int) -> None:
    """Make a move. Raises IllegalMoveError with a message that begins with the move number."""
    try:
        board.push(move)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"move {number}: {error}") from None
