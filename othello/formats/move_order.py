"""The order of the moves of a score sheet: by colors, by numbers, or with the moves in parentheses."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello.errors import InvalidNotationError, OthelloError
from othello.formats.record import GameBuilder
from othello.formats.sheet_line import SQUARE, SheetLine
from othello.formats.words import color_of
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, PASS_NAMES


class Entry(NamedTuple):
    """A move of a text before the order of the moves is known."""

    move: str
    color: str
    """The name of the color before it; empty if there is none."""
    number: int
    """The number before it; 0 if there is none."""
    comments: list[str]
    line: int


class LineError(Exception):
    """An error in the moves of a line."""

    def __init__(self, error: OthelloError, line: int) -> None:
        super().__init__(error, line)
        self.error, self.line = error, line


def entries_of(lines: Iterable[SheetLine]) -> list[Entry]:
    """Return the moves of lines as they are written; a color stays until the next one."""
    entries: list[Entry] = []
    color, number = "", 0
    for line in lines:
        for kind, text in line.tokens:
            if kind == "color":
                color = text
            elif kind == "number":
                number = int(text)
            elif kind == "move":
                entries.append(Entry(text, color, number, [], line.number))
            elif kind == "comment" and entries:
                entries[-1].comments.append(text)
    return entries


def replay(entries: Iterable[Entry], start: Position | None) -> GameBuilder:
    """Return the game of moves in their order; raises LineError."""
    builder = GameBuilder(start)
    for entry in entries:
        _add_entry(builder, entry, None)
    return builder


def _add_entry(builder: GameBuilder, entry: Entry, turn: Color | None) -> None:
    try:
        builder.add(entry.move, turn)
    except OthelloError as error:
        raise LineError(error, entry.line) from None
    for text in entry.comments:
        builder.comment(text)


def by_colors(entries: Sequence[Entry], start: Position | None) -> GameBuilder:
    """Return the game of two rows of moves, one for each color; raises LineError."""
    b_is_white = any(entry.color.lower() == "n" for entry in entries)
    if len({entry.color.lower() for entry in entries}) > 2:
        raise LineError(InvalidNotationError("a color has two names"), entries[-1].line)
    rows: dict[Color, deque[Entry]] = {color: deque() for color in Color}
    for entry in entries:
        if not entry.color:
            raise LineError(InvalidNotationError(f"{entry.move} has no color before it"), entry.line)
        rows[color_of(entry.color, b_is_white=b_is_white)].append(entry)
    builder = GameBuilder(start)
    board = builder.board
    while any(rows.values()):
        turn = board.turn
        if board.must_pass:
            if rows[turn] and rows[turn][0].move in PASS_NAMES:
                rows[turn].popleft()
            builder.add(PASS)
        elif rows[turn]:
            _add_entry(builder, rows[turn].popleft(), turn)
        else:
            after = rows[turn.other][0]
            reason = f"move {builder.plies + 1}: {turn}'s move before {turn.other}'s {after.move} is missing"
            raise LineError(InvalidNotationError(reason), after.line)
    return builder


def by_numbers(entries: Sequence[Entry]) -> list[Entry]:
    """Return moves in the order of the numbers 1, 2, 3 and so on before them; empty if they are in it."""
    order = sorted(entries, key=lambda entry: entry.number)
    numbers = sorted({entry.number for entry in order})
    return order if order != entries and numbers == list(range(1, len(numbers) + 1)) else []


def with_asides(lines: Iterable[SheetLine]) -> list[Entry]:
    """Return moves as they are written, also those in parentheses; empty if there is another word."""
    lines = list(lines)
    if not any(kind == "aside" and SQUARE.search(text) for line in lines for kind, text in line.tokens):
        return []
    others = [line.with_asides() for line in lines]
    return [] if any(line.other for line in others) else entries_of(others)
