"""Reads one game from a score sheet, line by line."""

import contextlib
import re
from collections.abc import Mapping
from typing import Any, Final

from othello.errors import IllegalMoveError, InvalidNotationError, OthelloError
from othello.formats.facts import facts_of
from othello.formats.game_builder import GameBuilder
from othello.formats.move_order import LineError, by_colors, by_numbers, moves_of, replay, with_asides
from othello.formats.record import GameRecord
from othello.formats.result_text import margin_of
from othello.formats.sheet_line import FIRST_MOVES, SheetLine
from othello.formats.words import COLOR, color_of
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.rules.square import PASS, PASS_NAMES

_ORDERS: Final = frozenset(("color", "number", "aside"))
"""The kinds of tokens that can show that the moves are not in playing order."""
_BAD_COLORED_MOVE = re.compile(rf"{COLOR}\W{{0,3}}\w{{1,4}}\W{{0,3}}", re.IGNORECASE)
"""A line that contains a color and a short word. If the moves have colors, the word is a wrong move."""


class SheetGame:
    """A game on a score sheet, whose lines are added one after another."""

    def __init__(self, start: Position | None = None) -> None:
        self.builder = GameBuilder(start)
        self.error: OthelloError | None = None
        self.bad_line = 0
        """The number of the line with the error, or else of the last line. It is initially 0."""
        self.count = 0
        """The move number at the beginning of the last line that begins with a number, or 0 if there is no
        such line."""
        self._start = start
        self._written = 0
        """Number of moves written on the sheet, without omitted passes."""
        self._lines: list[SheetLine] = []
        """The lines that contain moves."""
        self._squares: set[str] = set()
        """The moves in these lines."""
        self._has_title = False
        self._about: list[str] = []
        """Lines of text and comments before the first move."""
        self._prose: tuple[int, str] | None = None
        """The number and content of the first line of text."""
        self._results: list[re.Match[str]] = []
        """The results at the end of lines that contain moves."""
        self._number = self._first_number = -1
        """The last number that the sheet states for a move, and the number of the first move, or -1."""
        self._is_waiting = False
        """Whether the last number is still waiting for its move."""
        self._rows = [range(1, MAX_DISCS)] * 2
        """How many moves a number may stand for if passes are not counted, and if passes are counted."""
        self._is_colored = False
        """Whether the sheet states the color of the first move."""
        self._word: tuple[int, str] | None = None
        """Line number and content of the last single word that is not a move. If moves follow, this word is
        an error."""
        self._remark: tuple[int, str] | None = None
        """Line number and square, if a line of text mentions a square that may be the next move."""
        self._order = ""
        """How the order of the moves was determined, in words. Empty if it is their order in the text."""

    @property
    def has_title(self) -> bool:
        """Whether a line about the game came before its moves or can still come."""
        return self._has_title or not self._lines

    @property
    def has_lines(self) -> bool:
        """Whether a line has been added."""
        return bool(self.bad_line)

    @property
    def has_moves(self) -> bool:
        """Whether a line with moves has been added, even if the moves are wrong."""
        return bool(self._lines)

    @property
    def has_digits(self) -> bool:
        """Whether the next moves may be written as two digits. False if the first move has letters."""
        return not self._lines or self._lines[0].notation == "56"

    def takes(self, line: SheetLine) -> bool:
        """Return whether a line with moves belongs to this game. If not, it begins the next game."""
        if not self._lines:
            return True
        first = line.moves[0] if line.moves else ""
        if "color" in line.kinds and "color" in self._lines[-1].kinds:
            return first not in self._squares
        can_begin = first in FIRST_MOVES
        if self.error:
            # The rest of this sheet is skipped. A numbered pair of moves in it may look like a new game.
            numbers = sum(kind == "number" for kind, _ in line.tokens)
            is_next = line.count == self.count + 1 and (numbers > 1 or len(line.moves) < 3)
            return is_next or not (can_begin or line.has_heading)
        position = self.builder.position
        if line.has_heading or position.is_over:
            return False
        if self._is_next(line.count):
            return True
        if position.must_pass and first not in PASS_NAMES:
            position = position.play(PASS)
        if not first or not position.is_legal(first):
            return len(self._lines) > 1 and (not can_begin or len(line.moves) == 1)
        # Transcripts contain no spaces. Therefore, "c4c5" and "e6" are two games, but pairs with spaces are
        # one game.
        is_pair = all(len(part.moves) < 3 and " " in part.text for part in (self._lines[0], line))
        is_pair = is_pair or (len(line.moves) == 1 and " " in self._lines[0].text)
        return is_pair or len(self._lines) > 1 or not (can_begin and _is_game(line))

    def _is_next(self, count: int | None) -> bool:
        """Return whether *count* can be the number of the next move or pair of moves.

        The sheet may or may not count passes.
        """
        if count is None or count < 2:
            return False
        return count in (moves // row + 1 for moves in (self._written, self.builder.plies) for row in (1, 2))

    def _can_end(self, result: re.Match[str] | None) -> bool:
        """Return whether a result contains two disc counts that are possible after the last move."""
        if not result or not result["black"]:
            return False
        return margin_of(int(result["black"]), int(result["white"]), self.builder.position) is not None

    def add(self, line: SheetLine) -> None:
        """Add a line's moves, comments and result. After an error, no more moves are added."""
        is_next = self._is_next(line.count)
        self._collect(line)
        if self.error:
            return
        self.bad_line = line.number
        try:
            self._check_line(line, is_next=is_next)
            self._take_tokens(line)
        except OthelloError as error:
            self.error = error

    def _collect(self, line: SheetLine) -> None:
        """Store a line with its number, its text and its result."""
        self.count = line.count or self.count
        if line.is_prose:
            self._prose = self._prose or (line.number, line.plain)
            if self._lines:
                self._note_squares(line)
        self._has_title = self._has_title or (line.is_about and not self._lines)
        if not line.is_about:
            self._lines.append(line)
            self._squares.update(line.moves)
            if line.result:
                self._results.append(line.result)
        if "about" in line.kinds:
            self._about += [text.strip() for kind, text in line.tokens if kind == "about"]

    def _check_line(self, line: SheetLine, *, is_next: bool) -> None:
        """Raise InvalidNotationError if this line or an earlier line is a wrong move that looks like text."""
        is_colored = line.is_prose and bool(self._lines) and "color" in self._lines[-1].kinds
        if is_colored and _BAD_COLORED_MOVE.fullmatch(line.text):
            raise self._not_a_move(line.text[:10])
        if self._first_number >= 0 and self._is_next(line.row) and not self._can_end(line.result):
            raise self._not_a_move(line.text[:10])
        if line.moves:
            if self._word and not is_next:
                self.bad_line, word = self._word
                raise self._not_a_move(word[:10])
            if self._remark and not is_next and line.moves[0] != self._remark[1]:
                self._refuse_remark()
            self._remark = self._word = None
        if line.word and self._lines:
            self._word = line.number, line.word

    def _take_tokens(self, line: SheetLine) -> None:
        """Add the moves of a line with their numbers, colors and comments. Raises OthelloError."""
        color = None
        for kind, text in line.tokens:
            if kind == "move":
                self.builder.add(text, color)
                if self._is_waiting:
                    self._check_number()
                self._is_colored = self._is_colored or (not self._written and color is not None)
                self._written += 1
            elif kind == "number":
                self._take_number(int(text), line)
            elif kind == "color":
                if self._written and (len(line.tokens) == 1 or not (self._is_colored or line.is_about)):
                    raise self._not_a_move(text)
                color = color_of(text, b_is_white=bool(self._lines) and self._has_n)
            elif kind == "comment" and self.builder.plies:
                self.builder.comment(text)
            elif kind == "comment":
                self._about.append(text.strip())
        if line.other:
            raise self._not_a_move(line.other)

    def _take_number(self, number: int, line: SheetLine) -> None:
        """Store the number written before a move.

        Raises InvalidNotationError if it cannot be a move number. A line that contains only the next move
        number is an empty row of the score sheet, not an error.
        """
        is_empty_row = line.is_about and number == self._number + 1
        if self._written and (self._first_number < 0 or (line.is_about and not is_empty_row)):
            raise self._not_a_move(str(number))
        self._number, self._is_waiting = number, True

    def _check_number(self) -> None:
        """Raise IllegalMoveError if the number of the last move does not continue the earlier numbers."""
        if not self._written:
            self._first_number = self._number
        after = self._number - self._first_number
        for which, count in enumerate((self._written, self.builder.plies - 1)):
            # The number is right if count // row == after.
            rows, least = self._rows[which], count // (after + 1) + 1 if after >= 0 else MAX_DISCS
            most = count // after if after > 0 else MAX_DISCS
            self._rows[which] = range(max(rows.start, least), min(rows.stop, most + 1))
        if not any(self._rows):
            raise IllegalMoveError(
                f"move {self.builder.plies}: the number {self._number} does not follow the earlier numbers"
            )
        self._is_waiting = False

    def _note_squares(self, line: SheetLine) -> None:
        """If a line of text mentions a legal move, note the line, because it may be a move of the game."""
        position = self.builder.position
        if position.must_pass:
            position = position.play(PASS)
        legal = [name for name in line.squares if position.is_legal(name)]
        if legal and not self._remark:
            self._remark = line.number, legal[0]

    def _refuse_remark(self) -> None:
        """Raise InvalidNotationError about the noted text, which may be a move or a remark."""
        assert self._remark
        self.bad_line, square = self._remark
        raise InvalidNotationError(
            f"{square!r} may be a move of the game or part of a remark: write moves in lines without other "
            "words, and write remarks in braces, as in {text}"
        )

    def checked(self) -> "SheetGame":
        """Return this game after its last line has been added. Set `error` if the lines contain no moves.

        If the moves are illegal in the written order, other orders are tried.
        """
        if not self._lines and self._prose and not self.error:
            self.bad_line, text = self._prose
            self.error = self._not_a_move(text[:10])
        is_order = isinstance(self.error, IllegalMoveError) and not any(line.other for line in self._lines)
        if is_order and any(line.kinds & _ORDERS for line in self._lines):
            self._reorder()
        if self._remark and not self.error:
            try:
                self._refuse_remark()
            except OthelloError as error:
                self.error = error
        return self

    def _reorder(self) -> None:
        """Find another order in which the moves are legal. If there are several such orders, set `error`."""
        moves = moves_of(self._lines)
        if not moves[0].number and any(move.number for move in moves):
            return
        readings: dict[str, GameBuilder] = {}
        if any(move.color for move in moves):
            try:
                readings["by colors"] = by_colors(moves, self._start)
            except LineError as error:
                if all(move.color for move in moves):
                    self.error, self.bad_line = error.error, error.line
        orders = {"by numbers": by_numbers(moves), "with the moves in parentheses": with_asides(self._lines)}
        for name, order in orders.items():
            with contextlib.suppress(LineError):
                if order:
                    readings[name] = replay(order, self._start)
        games = {builder.board.transcript(): name for name, builder in readings.items()}
        if len(games) > 1:
            shown = " or ".join(f"{moves[:20]}... ({name})" for moves, name in games.items())
            self.error = InvalidNotationError(f"the moves can be read as {shown}: write them in order")
        elif games:
            self._order, self.builder = next(iter(readings.items()))
            self.error, self.bad_line = None, self._lines[-1].number

    def _not_a_move(self, text: str) -> InvalidNotationError:
        reason = f"{text!r} is not a move: use squares, as in f5d6c3"
        return InvalidNotationError(f"move {self.builder.plies + 1}: {reason}")

    @property
    def _has_n(self) -> bool:
        """Whether the letter N means black, as in French and Italian, so that B means white."""
        return any(kind == "color" and text.lower() == "n" for kind, text in self._lines[0].tokens[:3])

    def record(self) -> GameRecord:
        """Return the record of the game, including the data from its lines of text."""
        results: list[float | None] = []
        has_values = any("value" in line.kinds for line in self._lines)
        if len(self._results) == 1 and not has_values:
            end = self._results[0]
            if end["margin"]:
                results = [float(end["margin"])]
            elif end["black"]:
                results = [margin_of(int(end["black"]), int(end["white"]), self.builder.position)]
        if not self._about and len(self._lines) == 1 and not results:
            return self.builder.record(reading=self._reading({"result": None}))
        facts = facts_of(self._about, self.builder.position, results)
        return self.builder.record(**facts, reading=self._reading(facts))

    def _reading(self, facts: Mapping[str, Any]) -> str:
        """Return how the text was interpreted (see `GameRecord.reading`)."""
        notation = next((line.notation for line in self._lines if line.notation), "")
        if len(self._lines) < 2 and not (self._about or notation or self._order):
            return ""
        count = sum(move is not PASS for move in self.builder.board.move_stack)
        notes = [f"{notation} is f5" if notation else "", self._order]
        how = f" ({', '.join(filter(None, notes))})" if any(notes) else ""
        outcome = self.builder.position.result
        margin = outcome.margin if outcome else facts["result"]
        names = [facts[color].name if color in facts else "?" for color in ("black", "white")]
        parts = [f"{count} move{'' if count == 1 else 's'}{how}"]
        if any(name != "?" for name in names):
            parts.append(" - ".join(names))
        if margin is not None:
            parts.append(f"{(MAX_DISCS + margin) / 2:g}-{(MAX_DISCS - margin) / 2:g}")
        return ", ".join(parts)


def _is_game(line: SheetLine) -> bool:
    """Return whether the moves of a line are legal from the start of a game."""
    game = SheetGame()
    game.add(line)
    return not game.error
