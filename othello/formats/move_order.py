"""Puts a score sheet's moves in the order shown by colors, numbers or parentheses."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello.errors import InvalidNotationError, OthelloError
from othello.formats.game_builder import GameBuilder
from othello.formats.sheet_line import SQUARE, SheetLine
from othello.formats.words import color_of
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, PASS_NAMES


class SheetMove(NamedTuple):
    """A move as written on a score sheet, before the order of the moves is known."""

    name: str
    color: str
    """The color that the sheet states for the move, or an empty string."""
    number: int
    """The number that the sheet states for the move, or 0."""
    comments: list[str]
    line: int


class LineError(Exception):
    """An error in a move, with the number of the line that contains the move."""

    def __init__(self, error: OthelloError, line: int) -> None:
        super().__init__(error, line)
        self.error, self.line = error, line


def moves_of(lines: Iterable[SheetLine]) -> list[SheetMove]:
    """Return the moves in written order.

    A color or number applies to all moves up to the next color or number.
    """
    moves: list[SheetMove] = []
    color, number = "", 0
    for line in lines:
        for kind, text in line.tokens:
            if kind == "color":
                color = text
            elif kind == "number":
                number = int(text)
            elif kind == "move":
                moves.append(SheetMove(text, color, number, [], line.number))
            elif kind == "comment" and moves:
                moves[-1].comments.append(text)
    return moves


def replay(moves: Iterable[SheetMove], start: Position | None) -> GameBuilder:
    """Return the game with these moves in this order. Raises LineError if a move is wrong."""
    builder = GameBuilder(start)
    for move in moves:
        _add(builder, move, None)
    return builder


def _add(builder: GameBuilder, move: SheetMove, turn: Color | None) -> None:
    try:
        builder.add(move.name, turn)
    except OthelloError as error:
        raise LineError(error, move.line) from None
    for text in move.comments:
        builder.comment(text)


def by_colors(moves: Sequence[SheetMove], start: Position | None) -> GameBuilder:
    """Return the game from moves whose colors are known. Raises LineError if a move is wrong.

    The moves need not be in playing order. A sheet may list first all of black's moves, then all of white's.
    """
    # In French and Italian, N stands for black and B for white.
    b_is_white = any(move.color.lower() == "n" for move in moves)
    if len({move.color.lower() for move in moves}) > 2:
        raise LineError(InvalidNotationError("the colors have more than two names"), moves[-1].line)
    rows: dict[Color, deque[SheetMove]] = {color: deque() for color in Color}
    for move in moves:
        if not move.color:
            raise LineError(InvalidNotationError(f"{move.name} has no color before it"), move.line)
        rows[color_of(move.color, b_is_white=b_is_white)].append(move)
    builder = GameBuilder(start)
    board = builder.board
    while any(rows.values()):
        turn = board.turn
        if board.must_pass:
            if rows[turn] and rows[turn][0].name in PASS_NAMES:
                rows[turn].popleft()
            builder.add(PASS)
        elif rows[turn]:
            _add(builder, rows[turn].popleft(), turn)
        else:
            after = rows[turn.other][0]
            reason = f"move {builder.plies + 1}: {turn}'s move before {turn.other}'s {after.name} is missing"
            raise LineError(InvalidNotationError(reason), after.line)
    return builder


def by_numbers(moves: Sequence[SheetMove]) -> list[SheetMove]:
    """Return moves in the order of their numbers.

    The list is empty if the moves are already in this order, or if the numbers are not 1, 2, 3 and so on.
    """
    order = sorted(moves, key=lambda move: move.number)
    numbers = sorted({move.number for move in order})
    return order if order != moves and numbers == list(range(1, len(numbers) + 1)) else []


def with_asides(lines: Iterable[SheetLine]) -> list[SheetMove]:
    """Return the moves in written order, including moves in parentheses.

    The list is empty if no moves are in parentheses, or if the lines contain other words.
    """
    lines = list(lines)
    if not any(kind == "aside" and SQUARE.search(text) for line in lines for kind, text in line.tokens):
        return []
    opened = [line.with_asides() for line in lines]
    return [] if any(line.other for line in opened) else moves_of(opened)
