"""Transcripts: games as moves, "f5d6c3d3c4", and score sheets as people write or paste them.

Passes are usually omitted, because the rules imply them. Readers also accept the following:

    capitals, and passes    F5 D6 pa, ps, pass, --
    separators              f5, d6; c3 | d3, or +f5-d6 as in logbooks
    move numbers            1. f5 d6   1) f5   1: f5   1 f5 d6, and "Game 3:" before the game
    colors                  B f5 W d6   Noir : f5 c3   Blanc : d6 d3, possibly each color on its own lines
    columns                 1. f5 d6   31. a2 b2: the numbers show the order if the written order is illegal
    digit first, two digits 5f 6d   56 64: the row, then the column
    marks and comments      f5! d6?? $1 {a comment} (a time or a variation)
    values and clocks       f5 +0.5   f5 0:12
    the result              40-24   ,40,24   +16 or :+16 (black's margin)   1-0   *
    lines of text           Paul - Carla, 8-56   Black: Paul   Result: 8-56, before or after the moves
    markup                  see `othello.formats.markup`

A game may span several lines. A line of moves belongs to the game above it if the line begins with the next
move number. It also belongs to this game if its moves are legal there and the line is a single move, a pair
of moves, or not a game by itself. A line without moves names the players, states the result, or is a comment
on the game. Lines that begin with "%" or "#" are comments on the file.

Moves are read in the written order. If they are illegal in this order, three other orders are tried: by
colors, by numbers, and as written with the moves in parentheses included. If the moves are legal in two
different orders, the reader raises an exception.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats.format import Format
from othello.formats.markup import plain_lines
from othello.formats.record import GameRecord
from othello.formats.sheet_game import SheetGame
from othello.formats.sheet_line import SheetLine
from othello.formats.textfile import OnError, read_lines, report, write_lines
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.square import PASS, PASS_NAMES

LONGEST_SHEET: Final = 1 << 18
"""Maximum number of characters in a game with its comments. This is about 4,000 per move."""
NO_MOVES: Final = "this is not a file of games or positions: it contains no moves such as f5d6c3"
_COMMENT = re.compile(r"%|#(?! ?\d)")
"""The beginning of a comment on the file. "#1" is a move number, not a comment."""


def parse_transcript(text: str, position: Position | None = None) -> Board:
    """Return the game in *text* as a board. It begins with *position*, by default the usual start.

    Raises InvalidNotationError or IllegalMoveError. The message contains the move number, counting passes,
    and the line number if *text* has several lines.

    >>> parse_transcript("1. F5 D6 2. C3").transcript()
    'f5d6c3'
    """
    return _only_game(text, position).builder.board


def parse_transcript_record(text: str, position: Position | None = None) -> GameRecord:
    """Return the game in *text* with its comments, names and result (see `parse_transcript`).

    A result counts only if its discs add up to 64 or to the number of discs on the final board.

    >>> record = parse_transcript_record("f5 {the only one} d6! 40-24")
    >>> record.played[0].comment, record.result
    ('the only one', 16.0)
    """
    return _only_game(text, position).record()


def read_transcripts(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file with their comments, names and results (see `othello.formats`)."""
    game = None
    for game in _games(read_lines(path)):
        if not game.has_moves:
            raise FormatError(path, None, NO_MOVES)
        try:
            if game.error:
                raise game.error
            record = game.record()
        except OthelloError as error:
            report(FormatError(path, game.bad_line, str(error)), on_error)
        else:
            yield record
    if game is None:
        raise FormatError(path, None, NO_MOVES)


def write_transcripts(path: str | Path, games: Iterable[GameRecord]) -> None:
    """Write a file with one game per line. Raises FormatError if the file cannot be written."""
    write_lines(path, map(_format, games))


def begins_transcript(text: str) -> bool:
    """Return whether *text* begins with moves, or with lines about a game that are followed by moves."""
    first = next((line for line in _lines_of(text) if not line.is_about), None)
    return first is not None and bool(first.moves) and first.moves[0] not in PASS_NAMES


def is_comment(line: str) -> bool:
    """Return whether a line is a comment on the file."""
    return bool(_COMMENT.match(line))


def is_sheet(text: str) -> bool:
    """Return whether *text* begins like a transcript and contains lines of text other than PGN comments."""
    return begins_transcript(text) and any(line.is_prose and line.text[0] != ";" for line in _lines_of(text))


def _lines_of(text: str) -> Iterator["SheetLine"]:
    return (SheetLine(number, line) for number, line in _joined(enumerate(text.split("\n"), 1)) if line)


def _only_game(text: str, position: Position | None = None) -> "SheetGame":
    """Return the game in *text*. Raises OthelloError if it cannot be read or contains several games."""
    lines = text.split("\n")
    only_game = None
    for game in _games(enumerate(lines, 1), position):
        if game.error:
            line = f"line {game.bad_line}: " if len(lines) > 1 else ""
            raise type(game.error)(f"{line}{game.error}")
        if only_game:
            raise InvalidNotationError("the text contains several games: give only one")
        only_game = game
    if only_game and not only_game.has_moves:
        raise InvalidNotationError("the text contains no moves such as f5d6c3")
    return only_game or SheetGame(position)


def _games(lines: Iterable[tuple[int, str]], start: Position | None = None) -> Iterator["SheetGame"]:
    """Yield the games in numbered lines. If *start* is given, all lines form one game from this position."""
    game, follows_blank, size = SheetGame(start), False, 0
    held: list[SheetLine] = []
    """Lines of text that may belong to this game or the next game. The next moves show which game it is."""
    for number, text in _joined(lines):
        size += len(text)
        if size > LONGEST_SHEET:
            game.error = InvalidNotationError(
                f"the game is larger than {LONGEST_SHEET >> 10} KiB: reading ends here"
            )
            game.bad_line = number
            break
        if not text:
            follows_blank = True
            continue
        line = SheetLine(number, text, game.count if game.has_digits else None)
        if not line.is_about:
            if start is None and not game.takes(line):
                yield game.checked()
                game, size = SheetGame(), len(text)
            for item in (*held, line):
                game.add(item)
            held = []
        elif follows_blank or held or game.has_title:
            held.append(line)
        else:
            game.add(line)
        follows_blank = False
    for item in held:
        game.add(item)
    if game.has_lines:
        yield game.checked()


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield lines without markup. The lines of a comment in braces are joined into a single line.

    Comments on the file are omitted. A comment in braces ends at the next blank line at the latest, or when
    it becomes longer than LONGEST_SHEET.
    """
    held: list[str] = []
    first, size, is_open = 0, 0, False
    # For speed, drop most file comments here, before markup is removed. The condition is evaluated as each
    # line is read, so *held* shows whether a comment in braces has begun. The loop drops the other comments
    # on the file.
    shown = (line for line in lines if held or not _COMMENT.match(line[1]))
    for number, text in plain_lines(shown):
        if not held:
            if _COMMENT.match(text):
                continue
            first, size = number, 0
        held.append(text)
        size += len(text)
        if "{" in text or "}" in text:
            is_open = text.rfind("{") > text.rfind("}")
        if not (is_open and text) or size > LONGEST_SHEET:
            yield first, " ".join(held)
            held.clear()
            is_open = False
    if held:
        yield first, " ".join(held)


def _check(game: GameRecord) -> None:
    if game.start != Position.start():
        raise InvalidNotationError("the game does not begin with the usual position, as a transcript must")
    if not any(move != PASS for move in game.moves):
        raise InvalidNotationError("the game has no moves, but a transcript needs at least one")


def _format(game: GameRecord) -> str:
    return game.board().transcript()


FORMAT: Final = Format(
    "transcript", (), read_transcripts, write_transcripts, parse_transcript_record, _format, check=_check
)
