"""Transcripts: games as moves only, "f5d6c3d3c4".

Passes are usually omitted, because the rules imply them. Readers also accept

    capitals, and passes    F5 D6 pa, ps, pass, --
    separators              f5, d6; c3 | d3, and the signs of logbooks, +f5-d6
    move numbers            1. f5 d6   1) f5   1: f5   1 f5 d6, and "Game 3:" before the game
    marks and comments      f5! d6?? {a comment} (a time or a variation)
    the result at the end   40-24   ,40,24   +16 or :+16 (black's margin)   1-0   *

Lines that begin with "%" or "#" are comments.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Final, TypeVar

from othello.board import Board
from othello.errors import InvalidNotationError
from othello.formats.record import GameRecord, PlayedMove
from othello.formats.textfile import OnError, read_values, write_lines
from othello.position import Position
from othello.score import MOST_DISCS, final_score
from othello.square import PASS, PASS_NAMES

T = TypeVar("T")

COMMENTS: Final = ("%", "#")
HEADING: Final = r"(?:(?:game|no\.?)\s*\d+\s*[:.)]\s*)?"
"""The number of a game, before its moves."""
_HEADING = re.compile(rf"\s*{HEADING}", re.IGNORECASE)
_COMMENT_LINE = re.compile(r"^[ \t]*[%#].*$", re.MULTILINE)
_MOVE = r"(?:[a-h][1-8]|pass|pa|ps|--)"
_TOKEN = re.compile(
    rf"""
    \{{(?P<comment>[^}}]*)\}}                                   # a comment
    | (?P<move>{_MOVE})
    | \([^()[\];]*\) | [!?]+                                    # a time or a variation, a mark
    | (?<![a-z0-9])\d{{1,3}}(?:\s*[.):]+|(?=\s+[+-]?{_MOVE}))   # a number
    | [\s,;|] | [+-](?=[a-hp-])                                 # a separator, a sign
    | (?P<other>\S{{1,10}})
    """,
    re.IGNORECASE | re.VERBOSE,
)
_RESULT = re.compile(
    r"""
    [\s,;:|=]+
    (?: 1-0 | 0-1 | 1/2-1/2 | ½-½ | \*
    | (?P<black>\d{1,2}) \s*[-,:;/]\s* (?P<white>\d{1,2})
    | (?P<margin>[+-]\d{1,2}) (?:\s+\d+)?
    ) \s*\Z
    """,
    re.VERBOSE,
)


def parse_transcript(text: str, position: Position | None = None) -> Board:
    """Return the game of a text, from *position* or from the start of a game.

    Raises InvalidNotationError or IllegalMoveError with the number of the move; squares and
    written passes count.

    >>> parse_transcript("1. F5 D6 2. C3").transcript()
    'f5d6c3'
    """
    return _Text(text).board(position)


def parse_transcript_record(text: str) -> GameRecord:
    """Return the game of a text with its comments and its result; see `parse_transcript`.

    A result counts if the game is unfinished, and the discs are 64 in all or those on the board.

    >>> record = parse_transcript_record("f5 {the only one} d6! 40-24")
    >>> record.played[0].comment, record.result
    ('the only one', 16.0)
    """
    found = _Text(text)
    board = found.board()
    return GameRecord(
        tuple(map(PlayedMove, board.move_stack, repeat(None), repeat(None), found.comments_of(board))),
        comment=found.comments.get(0, ""),
        result=None if board.is_over else found.result(board.position),
    )


def format_transcript(board: Board, *, with_passes: bool = False) -> str:
    """Return the moves of a game without blanks; *with_passes* adds passes as "pa"."""
    return board.transcript(with_passes=with_passes)


def read_transcripts(path: str | Path, on_error: OnError | None = None) -> Iterator[Board]:
    """Yield the games of a file, one in each line; see `othello.formats`."""
    return _read(path, parse_transcript, on_error)


def read_transcript_records(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games of a file with their comments and results, one in each line."""
    return _read(path, parse_transcript_record, on_error)


def write_transcripts(path: str | Path, boards: Iterable[Board]) -> None:
    """Write a file with one game in each line; raises FormatError."""
    write_lines(path, map(format_transcript, boards))


def _read(path: str | Path, parse: Callable[[str], T], on_error: OnError | None) -> Iterator[T]:
    rule = "each line must be a game, as in f5d6c3"
    return read_values(path, lambda text, _: parse(text), rule=rule, on_error=on_error, comments=COMMENTS)


class _Text:
    """The moves, the comments and the result in a text."""

    def __init__(self, text: str) -> None:
        """Read a text; raises InvalidNotationError."""
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text)
        text = _COMMENT_LINE.sub("", text)
        text = _HEADING.sub("", text, count=1)
        self._end = _RESULT.search(text)
        self._moves: list[str] = []
        self.comments: dict[int, str] = {}
        """Comments by the number of moves before them."""
        for token in _TOKEN.finditer(text, 0, self._end.start() if self._end else len(text)):
            self._take(token)

    def _take(self, token: re.Match[str]) -> None:
        if token["other"]:
            raise InvalidNotationError(
                f"move {len(self._moves) + 1}: {token['other']!r} is not a move: use squares, as in f5d6c3"
            )
        if token["move"]:
            self._moves.append(token["move"])
        elif token["comment"]:
            place = len(self._moves)
            self.comments[place] = " ".join(f"{self.comments.get(place, '')} {token['comment']}".split())

    def board(self, position: Position | None = None) -> Board:
        """Return the game; raises IllegalMoveError."""
        board = Board(position)
        board.push_transcript("".join(self._moves))
        return board

    def comments_of(self, board: Board) -> Iterator[str]:
        """Yield the comment of each move of the board, which has omitted passes, too."""
        number = 0
        for move in board.move_stack:
            is_written = move is not PASS or self._moves[number].lower() in PASS_NAMES
            number += is_written
            yield self.comments.get(number, "") if is_written else ""

    def result(self, position: Position) -> float | None:
        """Return the result at the end of the text, in discs for black; None if it says none."""
        if self._end is None:
            return None
        if self._end["margin"]:
            return float(self._end["margin"])
        if not self._end["black"]:
            return None
        black, white = int(self._end["black"]), int(self._end["white"])
        return margin_of(black, white, position)


def margin_of(black: int, white: int, position: Position) -> float | None:
    """Return black's margin in a game that ended with these discs; None if they cannot be its end.

    The discs are 64 in all, or those of the last position; then the winner gets the empty squares.
    """
    is_board = (black, white) == (position.black.bit_count(), position.white.bit_count())
    return float(final_score(black, white)) if is_board or black + white == MOST_DISCS else None
