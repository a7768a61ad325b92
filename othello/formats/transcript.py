"""Transcripts: games as moves, "f5d6c3d3c4", and score sheets as people write them.

Passes are usually omitted, because the rules imply them. Readers also accept

    capitals, and passes    F5 D6 pa, ps, pass, --
    separators              f5, d6; c3 | d3, and the signs of logbooks, +f5-d6
    move numbers            1. f5 d6   1) f5   1: f5   1 f5 d6, and "Game 3:" before the game
    marks and comments      f5! d6?? $1 {a comment} (a time or a variation)
    the result              40-24   ,40,24   +16 or :+16 (black's margin)   1-0   *
    lines of text           Paul - Carla, 8-56   Black: Paul   Result: 8-56, before or after the moves

A game may take several lines. A line of moves continues the game before it if its number is the next one,
or if its moves are legal there and it is not a game by itself. A line without moves names the players, has
the result, or is a comment on the game. Lines that begin with "%" or "#" are comments on the file.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats.format import Format
from othello.formats.record import GameBuilder, GameRecord, Player, margin_of
from othello.formats.textfile import LONGEST_GAME, OnError, compatible, read_lines, report, write_lines
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.square import PASS, PASS_NAMES

COMMENTS: Final = ("%", "#")
FIRST_MOVES: Final = frozenset(("d3", "c4", "f5", "e6"))
_MOVE = r"(?:[a-h][1-8]|pass|pa|ps|--)"
# All patterns are for lines whose blanks are single ones.
_HEADING = re.compile(r"(?:game|no\.?) ?\d{1,9} ?[:.)] ?", re.IGNORECASE)
"""The number of a game."""
_TOKEN = re.compile(
    rf"""
    \{{(?P<comment>[^}}]*)\}}
    | (?P<move>{_MOVE})
    | \([^()[\];]*\) | [!?]+ | \$\d{{1,3}}                            # a time or a variation, marks
    | (?<![a-z0-9])(?P<number>\d{{1,3}})(?:[ ]?[.):]+|(?=[ ][+-]?{_MOVE}))
    | [\s,;|] | [+-](?=[a-hp-])                                     # a separator, a sign
    | (?P<other>\S{{1,10}})
    """,
    re.IGNORECASE | re.VERBOSE,
)
_RESULT = re.compile(
    r"""
    (?:^|[ ,;:|=]{1,3})
    (?: 1-0 | 0-1 | 1/2-1/2 | \*
    | (?P<black>\d{1,2}) [ ]?[-,:;/][ ]? (?P<white>\d{1,2})
    | (?P<margin>[+-]\d{1,2}) (?:[ ]\d{1,9})?
    ) \Z
    """,
    re.VERBOSE,
)
_LONGEST_RESULT: Final = 24
_BEGINNING = re.compile(r"(?:\{[^}]*\} ?)?(?:1(?: ?[.):]+ ?| ))?\+?[a-h][1-8]", re.IGNORECASE)
"""The beginning of a game, after its number."""
_LIKE_MOVES = re.compile(r"(?<![^\W_])[a-z]\d{1,2}(?!\d)|^\d{1,3}[.)]", re.IGNORECASE)
"""A sign that a bad line was meant as moves: a letter and a number, or the number of a move."""
_PROSE = re.compile(r"[^\W\d_a-hxow]", re.IGNORECASE)
"""A letter that is in no square and no cell of a board."""
_BETWEEN = re.compile(r" (?:(\d{1,2}) ?[-:] ?(\d{1,2})|[-\u2013\u2014]|vs?\.?) ", re.IGNORECASE)
"""A dash, "vs" or a result between the names of two players."""
_LONGEST_NAMES: Final = 120


def parse_transcript(text: str, position: Position | None = None) -> Board:
    """Return the game of a text, from *position* or from the start of a game.

    Raises InvalidNotationError or IllegalMoveError with the number of the move, passes included, and with
    the line if the text has several.

    >>> parse_transcript("1. F5 D6 2. C3").transcript()
    'f5d6c3'
    """
    return _only_game(text, position).builder.board


def parse_transcript_record(text: str) -> GameRecord:
    """Return the game of a text with its comments, names and result; see `parse_transcript`.

    A result counts if the discs are 64 in all or those on the board.

    >>> record = parse_transcript_record("f5 {the only one} d6! 40-24")
    >>> record.played[0].comment, record.result
    ('the only one', 16.0)
    """
    return _only_game(text).record()


def read_transcripts(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games of a file with their comments, names and results; see `othello.formats`."""
    game = None
    for game in _games(read_lines(path)):
        try:
            if game.error:
                raise game.error
            record = game.record()
        except OthelloError as error:
            report(FormatError(path, game.bad_line, str(error)), on_error)
        else:
            yield record
    if game is None:
        raise FormatError(path, None, "the file has no entries: each line must be a game, as in f5d6c3")


def write_transcripts(path: str | Path, games: Iterable[GameRecord]) -> None:
    """Write a file with one game in each line; raises FormatError."""
    write_lines(path, map(_format, games))


def begins_transcript(text: str) -> bool:
    """Return whether a text begins with moves, or with lines about a game and then moves."""
    first = next((line for line in _lines_of(text) if not line.is_about), None)
    return first is not None and bool(_BEGINNING.match(first.text))


def is_sheet(text: str) -> bool:
    """Return whether a text that begins with a game has lines about it, other than comments of PGN."""
    return begins_transcript(text) and any(line.is_prose and line.text[0] != ";" for line in _lines_of(text))


def _lines_of(text: str) -> Iterator["_Line"]:
    return (_Line(number, line) for number, line in _joined(enumerate(text.split("\n"), 1)) if line)


def _only_game(text: str, position: Position | None = None) -> "_Game":
    """Return the game of a text; raises OthelloError."""
    lines = text.split("\n")
    found = None
    for game in _games(enumerate(lines, 1), position):
        if game.error:
            line = f"line {game.bad_line}: " if len(lines) > 1 else ""
            raise type(game.error)(f"{line}{game.error}")
        if found:
            raise InvalidNotationError("the text has several games: give one game")
        found = game
    return found or _Game(position)


def _games(lines: Iterable[tuple[int, str]], start: Position | None = None) -> Iterator["_Game"]:
    """Yield the games of numbered lines; from a given *start* there is only one."""
    game, is_apart, size = _Game(start), False, 0
    about: list[_Line] = []
    for number, text in _joined(lines):
        size += len(text)
        if size > LONGEST_GAME:
            game.error = InvalidNotationError(
                f"the game has more than {LONGEST_GAME >> 20} MiB: reading ends here"
            )
            game.bad_line = number
            break
        if not text:
            is_apart = True
            continue
        line = _Line(number, text)
        if line.is_about:
            if is_apart or about or game.has_title:
                about.append(line)
            else:
                game.add(line)
        else:
            if start is None and not game.takes(line):
                yield game
                game, size = _Game(), len(text)
            for each in (*about, line):
                game.add(each)
            about = []
        is_apart = False
    for each in about:
        game.add(each)
    if game.bad_line:
        yield game.checked()


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield lines with single blanks, and those that a comment in braces joins as one.

    Comments on the file are omitted. A blank line ends a comment.
    """
    held: list[str] = []
    first, is_open = 0, False
    for number, line in lines:
        text = " ".join(compatible(line).split())
        if not held:
            if text.startswith(COMMENTS):
                continue
            first = number
        held.append(text)
        if "{" in text or "}" in text:
            is_open = text.rfind("{") > text.rfind("}")
        if not (is_open and text):
            yield first, " ".join(held)
            held, is_open = [], False
    if held:
        yield first, " ".join(held)


class _Line:
    """The tokens of a line."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        heading = _HEADING.match(text)
        self.has_heading = heading is not None
        self.text = text[heading.end() :] if heading else text
        self.result = _RESULT.search(self.text, max(0, len(self.text) - _LONGEST_RESULT))
        self.plain = self.text[: self.result.start()] if self.result else self.text
        """The text without the result."""
        self.tokens: list[tuple[str, str]] = []
        """The moves, comments and numbers, each with its kind, up to the first other word."""
        self.other = ""
        """The beginning of the first word that is none of these; empty if there is none."""
        for token in _TOKEN.finditer(self.plain):
            if token["other"]:
                self.other = token["other"]
                break
            if token.lastgroup:
                self.tokens.append((token.lastgroup, token[token.lastgroup]))
        self.moves = [text.lower() for kind, text in self.tokens if kind == "move"]
        self.is_prose = bool(
            self.other
            and _PROSE.search(self.plain)
            and not self.plain.startswith("[")  # the tags of PGN
            and not _LIKE_MOVES.search(self.plain)
        )
        if self.is_prose:
            self.tokens, self.moves, self.other = [("about", self.plain)], [], ""
        self.is_about = not (self.other or self.moves)
        """Whether the line has names, a result or comments, but no moves, not even wrong ones."""
        kind, text = self.tokens[0] if self.tokens else ("", "")
        self.count = int(text) if kind == "number" else None
        """The number that the line begins with."""


class _Game:
    """A game, line by line."""

    def __init__(self, start: Position | None = None) -> None:
        self.builder = GameBuilder(start)
        self.error: OthelloError | None = None
        self.bad_line = 0
        """Number of the line with the error, or else of the last line; 0 before the first."""
        self._written = 0
        """Number of moves in the file, which may omit passes."""
        self._lines = 0
        """Number of lines with moves."""
        self._count = 0
        """The number of the last line that has one."""
        self._has_title = False
        self._about: list[str] = []
        """Lines of text, and comments before the first move."""
        self._prose: tuple[int, str] | None = None
        """The first line of text with its number."""
        self._result: re.Match[str] | None = None

    @property
    def has_title(self) -> bool:
        """Whether there was a line about the game before its moves, or there are no moves yet."""
        return self._has_title or not self._lines

    def takes(self, line: _Line) -> bool:
        """Return whether a line with moves belongs to this game."""
        if not self._lines:
            return True
        first = line.moves[0] if line.moves else ""
        can_begin = first in FIRST_MOVES
        if self.error:
            # Swallow the rest of the sheet; a pair of moves with the next number may look like a game.
            is_next = line.count == self._count + 1 and len(line.moves) <= 2
            return is_next or not (can_begin or line.has_heading)
        position = self.builder.position
        if line.has_heading or position.is_over:
            return False
        counts = {moves // each + 1 for moves in (self._written, self.builder.plies) for each in (1, 2)}
        if line.count and line.count > 1 and line.count in counts:
            return True
        if position.must_pass and first not in PASS_NAMES:
            position = position.play(PASS)
        if not first or not position.is_legal(first):
            return not can_begin and self._lines > 1
        return self._lines > 1 or not (can_begin and _is_game(line))

    def add(self, line: _Line) -> None:
        """Add the moves, the comments and the result of a line; after an error nothing is added."""
        self._count = line.count or self._count
        if self.error:
            return
        self.bad_line = line.number
        if line.is_prose:
            self._prose = self._prose or (line.number, line.plain)
        self._has_title = self._has_title or (line.is_about and not self._lines)
        self._lines += not line.is_about
        try:
            for kind, text in line.tokens:
                self._add(kind, text)
            if line.other:
                raise self._not_a_move(line.other)
        except OthelloError as error:
            self.error = error
        self._result = line.result or self._result

    def checked(self) -> "_Game":
        """Return the game; lines of text without any moves are an error."""
        if not self._lines and self._prose and not self.error:
            self.bad_line, text = self._prose
            self.error = self._not_a_move(text[:10])
        return self

    def _not_a_move(self, text: str) -> InvalidNotationError:
        reason = f"{text!r} is not a move: use squares, as in f5d6c3"
        return InvalidNotationError(f"move {self.builder.plies + 1}: {reason}")

    def _add(self, kind: str, text: str) -> None:
        if kind == "move":
            self.builder.add(text)
            self._written += 1
        elif kind == "comment" and self.builder.plies:
            self.builder.comment(text)
        elif kind != "number":
            self._about.append(text.strip())

    def record(self) -> GameRecord:
        """Return the game with what its lines say about it."""
        facts: dict[str, Any] = {}
        rest = []
        for text in self._about:
            label, colon, value = text.partition(":")
            name = label.strip().lower()
            between = _BETWEEN.search(text[:_LONGEST_NAMES])
            if colon and name in ("black", "white"):
                facts[name] = Player(value.strip())
            elif colon and name in ("event", "date"):
                facts[name] = value.strip()
            elif between and "black" not in facts and len(text) <= _LONGEST_NAMES:
                facts["black"], facts["white"] = (
                    Player(each.strip(" ,")) for each in (text[: between.start()], text[between.end() :])
                )
                if between[1]:
                    facts["result"] = self._margin(between[1], between[2])
            elif name not in ("", "result"):
                rest.append(text)
        if self._result and self._result["margin"]:
            facts["result"] = float(self._result["margin"])
        elif self._result and self._result["black"]:
            facts["result"] = self._margin(self._result["black"], self._result["white"])
        return self.builder.record(comment=" ".join(" ".join(rest).split()), **facts)

    def _margin(self, black: str, white: str) -> float | None:
        return margin_of(int(black), int(white), self.builder.position)


def _is_game(line: _Line) -> bool:
    """Return whether the moves of a line are legal from the start of a game."""
    game = _Game()
    game.add(line)
    return not game.error


def _check(game: GameRecord) -> None:
    if game.start != Position.start():
        raise InvalidNotationError("the game does not begin with the usual position, as a transcript must")
    if not any(move != PASS for move in game.moves):
        raise InvalidNotationError("the game has no moves: a transcript needs at least one")


def _format(game: GameRecord) -> str:
    return game.board().transcript()


FORMAT: Final = Format(
    "transcript", (), read_transcripts, write_transcripts, parse_transcript_record, _format, check=_check
)
