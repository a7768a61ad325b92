"""Transcripts: a game as its moves, "f5d6c3d3c4".

Passes are usually left out, since the rules imply them. Read are also: upper case, blanks,
passes ("pa", "ps", "pass", "--"), the move numbers of game collections ("1. f5 d6 2. c3"),
and the signs and result of a logbook line ("+f5-d6+c3:+02 10").
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
    """The game that the text tells, from *position* or the start of a game.

    Raises InvalidNotationError or IllegalMoveError, with the number of the move: squares and
    written passes count.

    >>> parse_transcript("1. F5 D6 2. C3").transcript()
    'f5d6c3'
    """
    board = Board(position)
    board.push_transcript(_SIGN.sub(r"\1", _NUMBER.sub(" ", _RESULT.sub("", text))))
    return board


def format_transcript(board: Board, *, with_passes: bool = False) -> str:
    """The moves of a game in one word; passes as "pa" if asked for."""
    return board.transcript(with_passes=with_passes)


def read_transcripts(path: str | Path, on_error: OnError | None = None) -> Iterator[Board]:
    """The games of a file that has one in each line; raises FormatError, see `othello.formats`."""
    return read_values(path, lambda text, _: parse_transcript(text), kind="a transcript", on_error=on_error)


def write_transcripts(path: str | Path, boards: Iterable[Board]) -> None:
    """Write a file with one game in each line; raises FormatError."""
    write_lines(path, map(format_transcript, boards))
