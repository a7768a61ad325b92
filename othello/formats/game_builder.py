"""Collects the data of a game while its file is read."""

from dataclasses import replace
from typing import Any, Final

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.formats.record import Ending, GameRecord, PlayedMove, push
from othello.formats.result_text import UNKNOWN_TEXTS, parse_number, parse_result
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, Move, MoveLike

ONLY_EIGHT: Final = "only games on a board of 8 by 8 squares can be read"


def wrong_size(size: str) -> str:
    """Return the error message for a board that is not 8 by 8. *size* is the size given in the file."""
    return f"the board size is {quoted(size)}: {ONLY_EIGHT}"


class GameBuilder:
    """Collects the moves of a game, inserts missing passes, and creates the game record.

    >>> builder = GameBuilder()
    >>> builder.add("f5", Color.BLACK, seconds=1.5)
    >>> builder.record(event="Namur").played
    (PlayedMove(move=Move('f5'), value=None, seconds=1.5, comment=''),)
    """

    def __init__(self, start: Position | None = None) -> None:
        """Begin a game with the position *start*, by default the usual start."""
        self._board = Board(start)
        self._played: list[PlayedMove] = []
        self._comments: list[str] = []
        """The comments on the last move."""
        self._warnings: dict[str, list[str]] = {}
        """Maps kinds of warnings to the warnings."""

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

        If a forced pass before the move is missing, the pass is added, too. A pass after the end of the game,
        which some programs write, is ignored. Raises IllegalMoveError with a message that contains the move
        number.
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
            # If a pass is missing, the move is illegal. Legal moves don't reach this line, so it does not
            # slow them down.
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
        """Add a warning. By default, the *kind* of a warning is its text.

        The record contains only the first warning of each kind and the number of further warnings.
        """
        self._warnings.setdefault(kind or text, []).append(text)

    def number(self, text: str, name: str, kind: str = "") -> float | None:
        """Return the number contained in *text*, or None if it is not a number.

        If *text* is neither a number nor one of UNKNOWN_TEXTS, add a warning of this *kind* (see `warn`), in
        which the number is called *name*.
        """
        number = parse_number(text)
        if number is None and text.strip() not in UNKNOWN_TEXTS:
            self.warn(f"{name} is ignored: {quoted(text.strip())} is not a number", kind)
        return number

    def result(self, text: str, name: str) -> tuple[float | None, Ending | None]:
        """Return black's margin and the reason if the game ended early (see `parse_result`).

        If *text* is not a result, add a warning in which it is called *name*, and return (None, None).
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
            texts[0] if len(texts) == 1 else f"{texts[0]} (and {len(texts) - 1} more of this kind)"
            for texts in self._warnings.values()
        )
        return GameRecord(self.played(), start, warnings=warnings, **others, _last_position=last)

    def _add(self, played: PlayedMove) -> None:
        push(self._board, played.move, self.plies + 1)
        self._take_comments()
        self._played.append(played)

    def _take_comments(self) -> None:
        """Store the collected comments in the last move."""
        if not self._comments:
            return
        if comment := " ".join(" ".join(self._comments).split()):
            self._played[-1] = replace(self._played[-1], comment=comment)
        self._comments = []
