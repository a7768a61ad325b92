"""The training data that Egaroucid publishes, as arrays.

The data are text files of two kinds, with one entry in each line:

    games     the moves of a game without passes, "f5d6c3..."
    boards    64 cells in the order a1, b1, ..., h8, a blank, and the value of the position in discs for
              the side to move: X is a disc of the side to move, O one of the other side, - no disc

Lines of games may also have everything that `transcript` reads. Blank lines and lines that begin with
"%" or "#" are ignored. All functions take numbered lines and the path that errors name.

Source: T. Yamana, "Egaroucid Free Training Data",
https://www.egaroucid.nyanyan.dev/en/technology/train-data/
"""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from othello.errors import FormatError, OthelloError, quoted
from othello.formats.detection import format_of_text
from othello.formats.transcript import COMMENTS, parse_transcript
from othello.formats.wthor import Bytes, Words
from othello.rules import arrays
from othello.rules.arrays import Positions
from othello.rules.score import MAX_DISCS
from othello.rules.square import MAX_MOVES, NO_MOVE

GAMES, BOARDS = "games", "boards"
"""The kinds of files."""
RULE: Final = (
    "each line must be a game, as in f5d6c3, or 64 cells of X, O and -, a blank and a value in discs"
)

_CELLS: Final = 64
_LONGEST_GAME, _LONGEST_BOARD = 2 * MAX_MOVES, _CELLS + 16
_BEGINNING = re.compile(rb"[-XO]{64}\s")
_MINE, _THEIRS, _EMPTY, _OTHER = 1, 2, 0, 3
_CONTENTS = np.full(256, _OTHER, np.uint8)
_CONTENTS[[ord("X"), ord("O"), ord("-")]] = _MINE, _THEIRS, _EMPTY

Line = tuple[int, bytes]
"""The number of a line, from 1, and its text without the blanks around it."""


@dataclass(frozen=True, slots=True, eq=False)
class ValuedBoards:
    """Positions with their values."""

    players: Words
    """Discs of the side to move."""
    opponents: Words
    """Discs of the other side."""
    values: NDArray[np.int8]
    """Discs for the side to move, -64..64."""


def stripped(lines: Sequence[bytes], first: int) -> list[Line]:
    """Return numbered lines without the blanks around them; *first* is the number of the first one.

    Blank lines, comments and the byte order mark of a file are left out.
    """
    if first == 1 and lines:
        lines = [lines[0].removeprefix(codecs.BOM_UTF8), *lines[1:]]
    marks = tuple(mark.encode() for mark in COMMENTS)
    found = ((number, line.strip()) for number, line in enumerate(lines, first))
    return [(number, line) for number, line in found if line and not line.startswith(marks)]


def kind_of(line: bytes) -> str | None:
    """Return the kind of files that have such a line; None if it is of neither kind."""
    if _BEGINNING.match(line):
        return BOARDS
    return GAMES if format_of_text(line.decode("utf-8", "replace")) == "transcript" else None


def parse_games(path: Path, lines: Sequence[Line]) -> Bytes:
    """Return the moves of games: shape (games, 60), squares 0..63, then NO_MOVE.

    Raises FormatError for a text that is not a game. `replay` checks that the moves are legal.
    """
    texts = [line if len(line) <= _LONGEST_GAME else b"?" for _, line in lines]
    letters = np.array(texts, f"S{_LONGEST_GAME}").view(np.uint8).reshape(-1, MAX_MOVES, 2)
    files, ranks = (letters[..., 0] | 0x20) - np.uint8(ord("a")), letters[..., 1] - np.uint8(ord("1"))
    is_square = (files < 8) & (ranks < 8)
    moves = np.where(is_square, 8 * ranks + files, np.uint8(NO_MOVE))
    is_plain = (is_square | ~letters.any(axis=2)).all(axis=1)
    for place in np.flatnonzero(~is_plain).tolist():
        played = _squares(path, lines[place])
        moves[place] = played + [NO_MOVE] * (MAX_MOVES - len(played))
    return moves


def replay(path: Path, lines: Sequence[Line], moves: Bytes) -> Positions:
    """Replay the games of lines; raises FormatError for an illegal move."""
    positions = arrays.replayed(moves)
    for place in np.flatnonzero(positions.illegal >= 0)[:1].tolist():
        _squares(path, lines[place])
        raise FormatError(path, lines[place][0], f"move {positions.illegal[place] + 1} is illegal")
    return positions


def _squares(path: Path, line: Line) -> list[int]:
    """Return the moves of a game without passes."""
    number, text = line
    try:
        moves = parse_transcript(text.decode("utf-8", "replace")).move_stack
    except OthelloError as error:
        raise FormatError(path, number, str(error)) from None
    return [int(move) for move in moves if 0 <= move < _CELLS]


def parse_boards(path: Path, lines: Sequence[Line]) -> ValuedBoards:
    """Return the positions of lines; raises FormatError."""
    texts = [line[:_LONGEST_BOARD] for _, line in lines]
    letters = np.array(texts, f"S{_LONGEST_BOARD}").view(np.uint8).reshape(-1, _LONGEST_BOARD)
    contents = _CONTENTS[letters[:, :_CELLS]]
    for place in np.flatnonzero((contents == _OTHER).any(axis=1))[:1].tolist():
        raise FormatError(path, lines[place][0], _fault_of_cells(contents[place], texts[place]))
    mine, theirs = (
        np.packbits(contents == side, axis=1, bitorder="little").view("<u8")[:, 0]
        for side in (_MINE, _THEIRS)
    )
    return ValuedBoards(mine, theirs, np.array([_value(path, line) for line in lines], np.int8))


def _fault_of_cells(contents: Any, text: bytes) -> str:
    """Return what is wrong with the first bad cell of a line."""
    cell = int(np.argmax(contents == _OTHER))
    if cell >= len(text):
        return f"the line has {len(text)} characters: a board has {_CELLS} cells and a value"
    return f"cell {cell + 1} is {quoted(text[cell : cell + 1].decode('latin-1'))}: use X, O and -"


def _value(path: Path, line: Line) -> int:
    """Return the value of a line, in discs."""
    number, text = line
    rest = text[_CELLS:]
    try:
        value = int(rest)
    except ValueError:
        value = MAX_DISCS + 1
    if abs(value) > MAX_DISCS or not rest[:1].isspace():
        shown = quoted(rest.decode("utf-8", "replace"))
        raise FormatError(
            path, number, f"{shown} after the cells is not a blank and a value from -64 to 64 discs"
        )
    return value
