"""Transcripts: games as moves only, "f5d6c3d3c4".

Passes are usually omitted, because the rules imply them. Readers also accept capitals, blanks,
passes ("pa", "ps", "pass", "--"), move numbers ("1. f5 d6 2. c3"), and the signs and the result of a
logbook line ("+f5-d6+c3:+02 10").
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from othello.board import Board
from othello.formats.textfile import OnError, read_values, write_lines
from othello.position import Position

_NUMBER = re.compile(r"(?<!\S)\d+\.+")
_SIGN = re.compile(r"(--)|[+-](?=[a-hp])", re.IGNORECASE)
_RESULT = re.compile(r":.*", re.DOTALL)


def parse_transcript(text: str, position: Position | None = None) -> Board:
    """Return the game of a text, from *position* or from the start of a game.

    Raises InvalidNotationError or IllegalMoveError with the number of the move; squares and
    written passes count.

    >>> parse_transcript("1. F5 D6 2. C3").transcript()
    'f5d6c3'
    """
    board = Board(position)
    board.push_transcript(_SIGN.sub(r"\1", _NUMBER.sub(" ", _RESULT.sub("", text))))
    return board


def format_transcript(board: Board, *, with_passes: bool = False) -> str:
    """Return the moves of a game without blanks; *with_passes* adds passes as "pa"."""
    return board.transcript(with_passes=with_passes)


def read_transcripts(path: str | Path, on_error: OnError | None = None) -> Iterator[Board]:
    """Yield the games of a file, one in each line; see `othello.formats`."""
    rule = "each line must be a game, as in f5d6c3"
    return read_values(path, lambda text, _: parse_transcript(text), rule=rule, on_error=on_error)


def write_transcripts(path: str | Path, boards: Iterable[Board]) -> None:
    """Write a file with one game in each line; raises FormatError."""
    write_lines(path, map(format_transcript, boards))
