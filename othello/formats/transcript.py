"""Transcripts: games as moves, "f5d6c3d3c4", and score sheets as people write or paste them.

Passes are usually omitted, because the rules imply them. Readers also accept

    capitals, and passes    F5 D6 pa, ps, pass, --
    separators              f5, d6; c3 | d3, and the signs of logbooks, +f5-d6
    move numbers            1. f5 d6   1) f5   1: f5   1 f5 d6, and "Game 3:" before the game
    colors                  B f5 W d6   Noir : f5 c3   Blanc : d6 d3, also each color in lines of its own
    columns                 1. f5 d6   31. a2 b2: the numbers decide if the moves are illegal as written
    digit first, two digits 5f 6d   56 64: the row, then the column
    marks and comments      f5! d6?? $1 {a comment} (a time or a variation)
    values and clocks       f5 +0.5   f5 0:12
    the result              40-24   ,40,24   +16 or :+16 (black's margin)   1-0   *
    lines of text           Paul - Carla, 8-56   Black: Paul   Result: 8-56, before or after the moves
    markup                  see `othello.formats.markup`

A game may take several lines. A line of moves continues the game before it if its number is the next one,
or if its moves are legal there and it is not a game by itself, or only a move or a pair. A line without
moves names the players, has the result, or is a comment on the game. Lines that begin with "%" or "#" are
comments on the file.

The rules decide between the orders of moves: as they are written, and otherwise by colors, by numbers, or
with the moves in parentheses. If two of these are legal and differ, the text is refused.
"""

import contextlib
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from othello.errors import FormatError, IllegalMoveError, InvalidNotationError, OthelloError
from othello.formats.facts import facts_of
from othello.formats.format import Format
from othello.formats.markup import LONGEST_CLEANED, PGN_TAG, plain_lines
from othello.formats.record import GameBuilder, GameRecord, margin_of
from othello.formats.textfile import OnError, read_lines, report, write_lines
from othello.formats.words import COLOR, DIGIT_MOVE, HEADING, MOVE, NUMBER_WORD, SWAPPED_MOVE, color_of
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color
from othello.rules.square import PASS, PASS_NAMES

LONGEST_SHEET: Final = 1 << 18
"""Characters of a game with its comments: 4,000 for each move."""
NO_MOVES: Final = "this is not a file of games or positions: it has no moves, as in f5d6c3"
FIRST_MOVES: Final = frozenset(("d3", "c4", "f5", "e6"))
# All patterns are for lines whose blanks are single ones.
_COMMENT = re.compile(r"%|#(?! ?\d)")
"""The beginning of a comment on the file; "#1" is the number of a move."""
_HEADING = re.compile(HEADING, re.IGNORECASE)


def _tokens(move: str) -> re.Pattern[str]:
    """Return the pattern of the parts of a line whose moves have a given pattern."""
    return re.compile(
        rf"""
        \{{(?P<comment>[^}}]*)\}}
        | (?P<move>{move})
        | \((?P<aside>[^()[\];]*)\) | \$\d{{1,3}}                            # a time or a variation, a mark
        | (?<=\w)[!?]+ | (?<=[a-h][1-8]|[1-8][a-h])[ ](?:!|[!?]{{2}})       # marks; "?" alone may be a move
        | (?<![a-z0-9.:"'])(?P<value>
            [+-]?\d{{1,3}}[.]\d+(?:s|sec)?(?![\da-h]) | [+-]\d{{1,2}}(?![\da-z.:])
            | \d{{1,2}}:\d\d(?::\d\d)?(?:[.]\d+)?(?![\da-z:]) | \d{{1,4}}(?:[.]\d+)?(?:s|sec|%|'|")(?![a-z])
          )
        | (?<![a-z0-9])(?P<number>\d{{1,3}})(?:[ ]?[.):]+|(?=[ |,;"']{{1,4}}(?:[+-]?{move}|{COLOR}))
            | (?=[ |,;]{{1,3}}-(?:[ ]?[|,;]|\Z))
            | (?:(?<=^\d)|(?<=^\d\d))\Z)
        | [\s,;|"'/>=\[\]] | [+-](?=[a-hp-]) | -(?=[ |,;/>]|\Z)             # a separator, a sign
        | (?P<color>{COLOR})[ ]?[:.=>|-]*
        | (?P<other>\S{{1,10}})
        """,
        re.IGNORECASE | re.VERBOSE,
    )


_TOKENS: Final = {"": _tokens(MOVE), "5f": _tokens(SWAPPED_MOVE), "56": _tokens(rf"-?{DIGIT_MOVE}")}
"""The notations of moves by how f5 is written; empty for f5."""
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
_LIKE_MOVES = re.compile(r"(?<![^\W_])[a-z]\d{1,2}(?!\d)|^\d{1,3}[.)]", re.IGNORECASE)
"""A sign that a bad line was meant as moves: a letter and a number, or the number of a move."""
_PROSE = re.compile(r"[^\W\d_a-hxow]", re.IGNORECASE)
"""A letter that is in no square and no cell of a board."""
_COLOR = re.compile(COLOR, re.IGNORECASE)
_COLORS_ONLY = re.compile(rf"(?:{COLOR}[\s,;|:/-]*){{1,9}}", re.IGNORECASE)
"""The head of columns, or a move without its digit."""
_ROW = re.compile(r"^\d{1,3} ?[.):]+(?!\d)[ |]*(?=\S)")
"""A number before another word."""
_NUMBERED = re.compile(
    rf"(?:{NUMBER_WORD} ?)?[(\[]?(\d{{1,3}})(?: ?(?:手目?|[.):|,;\]]|-(?! ?\d))| \S+\Z)", re.IGNORECASE
)
"""The beginning of a line of text that has the number of a move."""
_ONLY_MOVES = re.compile(r"(?:[a-h][1-8] ?)+", re.IGNORECASE)
_MOVE_NAME = re.compile(r"[a-h][1-8]")
_MOVE_KIND: Final = frozenset(("move",))
_ORDERS: Final = frozenset(("color", "number", "aside"))
"""The kinds of tokens that may give moves another order."""
_HAS_MOVE = re.compile(r"[a-h][1-8]|[1-8][a-h1-8]", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{3,}(?![^\W_])")
_SQUARE = re.compile(r"(?<![^\W_])[a-h][1-8](?![^\W_])", re.IGNORECASE)
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?: \d{1,2}[:h.]\d\d)?")
_MARGIN = re.compile(r"[bwxno] ?\+ ?\d{1,2}", re.IGNORECASE)
_BAD_MOVE = re.compile(
    rf"(?:(?:{NUMBER_WORD} ?)?\d{{1,3}}(?:手目?)?\W{{0,5}}(?:{COLOR}\W{{0,3}})?)?"
    r"[a-z]{1,2}\d{0,2}\W{0,3}",
    re.IGNORECASE,
)
"""A line that is too short for a text."""
_BAD_COLORED_MOVE = re.compile(rf"{COLOR}\W{{0,3}}\w{{1,4}}\W{{0,3}}", re.IGNORECASE)
"""A line that is too short for the name of a player, if moves have colors."""
_FEWEST_WORDS: Final = 3
"""Words of a remark that names squares, which are not moves."""


def parse_transcript(text: str, position: Position | None = None) -> Board:
    """Return the game of a text, from *position* or from the start of a game.

    Raises InvalidNotationError or IllegalMoveError with the number of the move, passes included, and with
    the line if the text has several.

    >>> parse_transcript("1. F5 D6 2. C3").transcript()
    'f5d6c3'
    """
    return _only_game(text, position).builder.board


def parse_transcript_record(text: str, position: Position | None = None) -> GameRecord:
    """Return the game of a text with its comments, names and result; see `parse_transcript`.

    A result counts if the discs are 64 in all or those on the board.

    >>> record = parse_transcript_record("f5 {the only one} d6! 40-24")
    >>> record.played[0].comment, record.result
    ('the only one', 16.0)
    """
    return _only_game(text, position).record()


def read_transcripts(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games of a file with their comments, names and results; see `othello.formats`."""
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
    """Write a file with one game in each line; raises FormatError."""
    write_lines(path, map(_format, games))


def begins_transcript(text: str) -> bool:
    """Return whether a text begins with moves, or with lines about a game and then moves."""
    first = next((line for line in _lines_of(text) if not line.is_about), None)
    return first is not None and bool(first.moves) and first.moves[0] not in PASS_NAMES


def is_comment(line: str) -> bool:
    """Return whether a line is a comment on the file."""
    return bool(_COMMENT.match(line))


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
    if found and not found.has_moves:
        raise InvalidNotationError("the text has no moves, as in f5d6c3")
    return found or _Game(position)


def _games(lines: Iterable[tuple[int, str]], start: Position | None = None) -> Iterator["_Game"]:
    """Yield the games of numbered lines; from a given *start* there is only one."""
    game, is_apart, size = _Game(start), False, 0
    about: list[_Line] = []
    for number, text in _joined(lines):
        size += len(text)
        if size > LONGEST_SHEET:
            game.error = InvalidNotationError(
                f"the game has more than {LONGEST_SHEET >> 10} KiB: reading ends here"
            )
            game.bad_line = number
            break
        if not text:
            is_apart = True
            continue
        line = _Line(number, text, game.count if game.has_digits else None)
        if line.is_about:
            if is_apart or about or game.has_title:
                about.append(line)
            else:
                game.add(line)
        else:
            if start is None and not game.takes(line):
                yield game.checked()
                game, size = _Game(), len(text)
            for item in (*about, line):
                game.add(item)
            about = []
        is_apart = False
    for item in about:
        game.add(item)
    if game.bad_line:
        yield game.checked()


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield lines without markup, and those that a comment in braces joins as one.

    Comments on the file are omitted. A blank line ends a comment, and so does the maximum size of a game.
    """
    held: list[str] = []
    first, size, is_open = 0, 0, False
    for number, text in plain_lines(lines):
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
            held, is_open = [], False
    if held:
        yield first, " ".join(held)


class _Line:
    """The tokens of a line."""

    def __init__(self, number: int, text: str, last_count: int | None = 0) -> None:
        """Read a line; *last_count* is the number of the line before it.

        last_count -- None if moves of two digits cannot be in this line
        """
        self.number = number
        self.text = self.plain = text
        """The text without the number of the game, and also without the result."""
        self.has_heading = self.is_prose = False
        self.result: re.Match[str] | None = None
        self.notation = self.other = ""
        """How f5 is written, unless as usual: "5f" or "56"; the beginning of the first other word."""
        self.word = ""
        """The text if it is a single word, also after the moves."""
        self.squares: list[str] = []
        """The squares that a line of text mentions."""
        self.tokens: list[tuple[str, str]] = []
        """The moves, comments, numbers, colors and texts, each with its kind, up to the first other word."""
        if text == "--" or _ONLY_MOVES.fullmatch(text):
            self.moves = _MOVE_NAME.findall(text.lower()) or [PASS_NAMES[0]]
            self.tokens, self.kinds = [("move", name) for name in self.moves], _MOVE_KIND
        else:
            self._take(last_count)
            self.moves = [text for kind, text in self.tokens if kind == "move"]
            self.kinds = frozenset(kind for kind, _ in self.tokens)
            """The kinds of the tokens."""
        self.row: int | None = None
        """The number at the beginning of a line of text or of two numbers, which may be that of a move."""
        if self.is_prose and (match := _NUMBERED.match(self.text)):
            self.row = int(match[1])
        elif not self.moves and self.result and self.result["black"]:
            self.row = int(self.result["black"])
        self.is_about = not (self.other or self.moves)
        """Whether the line has names, a result or comments, but no moves, not even wrong ones."""
        kind, text = self.tokens[0] if self.tokens else ("", "")
        self.count = int(text) if kind == "number" else None
        """The number that the line begins with."""

    def _take(self, last_count: int | None) -> None:
        """Read a line that has more than moves."""
        if heading := _HEADING.match(self.text):
            self.has_heading, self.text = True, self.text[heading.end() :]
        self.result = _RESULT.search(self.text, max(0, len(self.text) - _LONGEST_RESULT))
        self.plain = self.text[: self.result.start()] if self.result else self.text
        self.tokens, other = _read(self.plain, "")
        if other >= 0:
            self.other = _ROW.sub("", self.plain[other : other + 20], count=1)[:10].split(" ")[0]
            if len(self.plain) < LONGEST_CLEANED and _HAS_MOVE.search(self.plain) and not self._is_tag():
                self._read_otherwise(other, last_count)
        if other == 0 and _COLORS_ONLY.fullmatch(self.text):
            self.tokens, self.other = [("color", name) for name in _COLOR.findall(self.text)], ""
        if self.other and self._is_prose():
            self.is_prose = True
            self.word = "" if " " in self.plain else self.plain
            self.squares = _SQUARE.findall(self.plain.lower()) if _DIGIT.search(self.plain) else []
            self.tokens, self.other = [("about", self.text)], ""
            return
        kinds = {kind for kind, _ in self.tokens}
        if "move" in kinds:
            return
        if self.text[:1].isdecimal() and _DATE.fullmatch(self.text):
            self.tokens, self.other = [("about", f"Date: {self.text}")], ""
        elif self.other and _MARGIN.fullmatch(self.text):
            self.tokens, self.other = [("about", self.text)], ""
        elif "aside" in kinds:
            self._take_asides()
        elif self.result and not self.other and "comment" not in kinds:
            self.tokens = [("about", self.text)]

    def _is_tag(self) -> bool:
        """Return whether the line is a tag of a PGN."""
        return bool(PGN_TAG.match(self.plain))

    def _read_otherwise(self, other: int, last_count: int | None) -> None:
        """Read moves in another notation, or a remark after the moves."""
        tokens, rest = _read(self.plain, "5f")
        if rest < 0 and any(kind == "move" for kind, _ in tokens):
            self.tokens, self.other, self.notation = tokens, "", "5f"
            return
        if last_count is not None and (tokens := self._digits(last_count)):
            self.tokens, self.other, self.notation = tokens, "", "56"
            return
        if any(kind == "move" for kind, _ in self.tokens):
            remark = self.text[other:]
            is_text = _WORD.search(remark) and not {"{", "}"} & {*remark}
            if is_text and not _LIKE_MOVES.search(remark) and not _ROW.match(remark):
                has_number = bool(_DIGIT.search(remark))
                self.tokens.append(("about" if has_number else "comment", remark))
                self.other, self.result = "", None if has_number else self.result
                self.word = "" if " " in remark else remark

    def _digits(self, last_count: int) -> list[tuple[str, str]]:
        """Return the tokens of a line of moves of two digits; empty if it is none."""
        text = self.plain
        if re.fullmatch(r"(?:[1-8]{2}){3,}", text):
            text = " ".join(text[at : at + 2] for at in range(0, len(text), 2))
        if self.result and ("-" not in self.result[0] or " " not in self.text):
            text, self.result = self.text, None
        if last_count and (number := re.match(rf"{last_count + 1}[ |,;]", text)):
            text = f"{last_count + 1}. {text[number.end() :]}"
        tokens, other = _read(text, "56")
        moves = [name for kind, name in tokens if kind == "move"]
        if other >= 0 or not moves or (not last_count and (moves[0] not in FIRST_MOVES or len(moves) < 2)):
            return []
        return tokens

    def _is_prose(self) -> bool:
        """Return whether a line with other words is text, not wrong moves."""
        if self._is_tag() or not _PROSE.search(self.plain) or _BAD_MOVE.fullmatch(self.plain):
            return False
        if not _DIGIT.search(self.plain):
            return True
        likes = len(_LIKE_MOVES.findall(self.plain))
        if not likes:
            return True
        words = len(_WORD.findall(self.plain))
        kind = self.tokens[0][0] if self.tokens else "other"
        has_moves = any(token in ("move", "color") for token, _ in self.tokens[:2])
        if kind == "number" and not has_moves and likes == 1 and not _SQUARE.search(self.plain):
            return words > 1
        return kind in ("other", "comment") and words >= _FEWEST_WORDS and words > 2 * likes

    def _take_asides(self) -> None:
        """Read what is in parentheses if all moves are there."""
        if any(kind == "aside" and _SQUARE.search(text) for kind, text in self.tokens):
            tokens, other = _read(_without_parentheses(self.plain), "")
            if other < 0:
                self.tokens = tokens

    def with_asides(self) -> "_Line":
        """Return the line with what is in parentheses as moves."""
        return _Line(self.number, _without_parentheses(self.text))


def _without_parentheses(text: str) -> str:
    return " ".join(text.translate({ord("("): " ", ord(")"): " "}).split())


def _read(text: str, notation: str) -> tuple[list[tuple[str, str]], int]:
    """Return the tokens of a text with moves in a notation, and where the first other word begins or -1.

    Other words are also a color without a move after it, and a color or a number that is repeated.
    """
    tokens: list[tuple[str, str]] = []
    waiting: dict[str, int] = {}
    """Where the number and the color begin that have no move yet."""
    size, last_color = 0, ""
    for token in _TOKENS[notation].finditer(text):
        kind = token.lastgroup
        if not kind:
            continue
        if kind == "other" or kind in waiting or (kind == "color" and token[kind].lower() == last_color):
            size = size if waiting.keys() == {"color"} else len(tokens)
            return tokens[:size], min([token.start(), *waiting.values()])
        if kind == "move":
            waiting.clear()
            tokens.append((kind, _name(token[kind], notation)))
            continue
        if kind in ("color", "number"):
            if not waiting:
                size = len(tokens)
            waiting[kind] = token.start()
            if kind == "color":
                last_color = token[kind].lower()
        tokens.append((kind, token[kind]))
    return (tokens[:size], min(waiting.values())) if "color" in waiting else (tokens, -1)


def _name(move: str, notation: str) -> str:
    """Return the usual name of a move in a notation."""
    move = move.lower() if notation != "56" else move.lower().removeprefix("-")
    if move[0] in "p-パ":
        return PASS_NAMES[0]
    if notation == "5f":
        return move[::-1]
    return f"{'abcdefgh'[int(move[1]) - 1]}{move[0]}" if notation == "56" else move


class _Entry(NamedTuple):
    """A move of a text before the order of the moves is known."""

    move: str
    color: str
    """The name of the color before it; empty if there is none."""
    number: int
    """The number before it; 0 if there is none."""
    comments: list[str]
    line: int


class _Game:
    """A game, line by line."""

    def __init__(self, start: Position | None = None) -> None:
        self.builder = GameBuilder(start)
        self.error: OthelloError | None = None
        self.bad_line = 0
        """Number of the line with the error, or else of the last line; 0 before the first."""
        self.count = 0
        """The number of the last line that has one."""
        self._start = start
        self._written = 0
        """Number of moves in the file, which may omit passes."""
        self._lines: list[_Line] = []
        """The lines with moves."""
        self._squares: set[str] = set()
        """The moves in these lines."""
        self._has_title = False
        self._about: list[str] = []
        """Lines of text, and comments before the first move."""
        self._prose: tuple[int, str] | None = None
        """The first line of text with its number."""
        self._results: list[re.Match[str]] = []
        """The results at the end of lines with moves."""
        self._number = self._first_number = -1
        """The last number, and that of the first move; -1 if there is none."""
        self._is_waiting = False
        """Whether the last number has no move yet."""
        self._rows = [range(1, MAX_DISCS)] * 2
        """How many moves may be in a numbered row, without and with omitted passes."""
        self._is_colored = False
        """Whether the first move has a color."""
        self._word: tuple[int, str] | None = None
        """The number of a line with a single word that is no move, and the word."""
        self._remark: tuple[int, str] | None = None
        """The number of a line of text that mentions a square which may be the next move, and the square."""
        self._order = ""
        """How the moves are ordered, if not as they are written."""

    @property
    def has_title(self) -> bool:
        """Whether there was a line about the game before its moves, or there are no moves yet."""
        return self._has_title or not self._lines

    @property
    def has_moves(self) -> bool:
        """Whether there is a line with moves, if only with wrong ones."""
        return bool(self._lines)

    @property
    def has_digits(self) -> bool:
        """Whether moves may be written as two digits: there are none yet, or they are."""
        return not self._lines or self._lines[0].notation == "56"

    def takes(self, line: _Line) -> bool:
        """Return whether a line with moves belongs to this game."""
        if not self._lines:
            return True
        first = line.moves[0] if line.moves else ""
        if "color" in line.kinds and "color" in self._lines[-1].kinds:
            return first not in self._squares
        can_begin = first in FIRST_MOVES
        if self.error:
            # Swallow the rest of the sheet; a pair of moves with the next number may look like a game.
            numbers = sum(kind == "number" for kind, _ in line.tokens) if line.moves[2:] else 2
            is_next = line.count == self.count + 1 and numbers > 1
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
        # Transcripts have no blanks: "c4c5" and "e6" are two games, and pairs with blanks are one.
        is_pair = all(len(part.moves) < 3 and " " in part.text for part in (self._lines[0], line))
        is_pair = is_pair or (len(line.moves) == 1 and " " in self._lines[0].text)
        return is_pair or len(self._lines) > 1 or not (can_begin and _is_game(line))

    def _is_next(self, count: int | None) -> bool:
        """Return whether the number of a line is that of the next move."""
        if count is None or count < 2:
            return False
        return count in (
            moves // step + 1 for moves in (self._written, self.builder.plies) for step in (1, 2)
        )

    def _can_end(self, result: re.Match[str] | None) -> bool:
        """Return whether the numbers of discs of a result are possible."""
        if not result or not result["black"]:
            return False
        return margin_of(int(result["black"]), int(result["white"]), self.builder.position) is not None

    def add(self, line: _Line) -> None:
        """Add the moves, the comments and the result of a line; after an error, moves are only kept."""
        is_next = self._is_next(line.count)
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
        if self.error:
            return
        self.bad_line = line.number
        try:
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
        except OthelloError as error:
            self.error = error

    def _take_number(self, number: int, line: _Line) -> None:
        """Keep the number before a move; raises InvalidNotationError if it cannot be one.

        A number without a move is that of an empty row.
        """
        is_empty_row = line.is_about and number == self._number + 1
        if self._written and (self._first_number < 0 or (line.is_about and not is_empty_row)):
            raise self._not_a_move(str(number))
        self._number, self._is_waiting = number, True

    def _check_number(self) -> None:
        """Raise IllegalMoveError if the number before the last move does not follow the numbers before it."""
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
                f"move {self.builder.plies}: {self._number} before it does not follow the numbers before"
            )
        self._is_waiting = False

    def _note_squares(self, line: _Line) -> None:
        """Keep a line of text that mentions a legal move: it might be one of the game."""
        position = self.builder.position
        if position.must_pass:
            position = position.play(PASS)
        legal = [name for name in line.squares if position.is_legal(name)]
        if legal and not self._remark:
            self._remark = line.number, legal[0]

    def _refuse_remark(self) -> None:
        assert self._remark
        self.bad_line, square = self._remark
        raise InvalidNotationError(
            f"{square!r} may be a move of the game or part of a remark: give moves in lines without other "
            "words, and remarks in braces, as in {text}"
        )

    def checked(self) -> "_Game":
        """Return the game; lines of text without any moves are an error."""
        if not self._lines and self._prose and not self.error:
            self.bad_line, text = self._prose
            self.error = self._not_a_move(text[:10])
        kinds = frozenset[str]().union(*(line.kinds for line in self._lines)) if self.error else frozenset()
        is_order = isinstance(self.error, IllegalMoveError) and not any(line.other for line in self._lines)
        if is_order and kinds & _ORDERS:
            self._reorder()
        if self._remark and not self.error:
            try:
                self._refuse_remark()
            except OthelloError as error:
                self.error = error
        return self

    def _reorder(self) -> None:
        """Take the moves in another order if the rules allow it."""
        entries = _entries(self._lines)
        if not entries[0].number and any(entry.number for entry in entries):
            return
        readings: dict[str, GameBuilder] = {}
        if any(entry.color for entry in entries):
            try:
                readings["by colors"] = _by_colors(entries, self._start)
            except _LineError as error:
                if all(entry.color for entry in entries):
                    self.error, self.bad_line = error.error, error.line
        orders = {
            "by numbers": _by_numbers(entries),
            "with the moves in parentheses": _with_asides(self._lines),
        }
        for name, order in orders.items():
            with contextlib.suppress(_LineError):
                if order:
                    readings[name] = _played(order, self._start)
        games = {builder.board.transcript(): name for name, builder in readings.items()}
        if len(games) > 1:
            shown = " or ".join(f"{moves[:20]}... ({name})" for moves, name in games.items())
            self.error = InvalidNotationError(f"the moves can be read as {shown}: write them in their order")
        elif games:
            ((self._order, self.builder),) = list(readings.items())[:1]
            self.error, self.bad_line = None, self._lines[-1].number

    def _not_a_move(self, text: str) -> InvalidNotationError:
        reason = f"{text!r} is not a move: use squares, as in f5d6c3"
        return InvalidNotationError(f"move {self.builder.plies + 1}: {reason}")

    @property
    def _has_n(self) -> bool:
        """Whether black is N, as in French and Italian; then B is white."""
        return any(kind == "color" and text.lower() == "n" for kind, text in self._lines[0].tokens[:3])

    def record(self) -> GameRecord:
        """Return the game with what its lines say about it."""
        results: list[float | None] = []
        has_values = any("value" in line.kinds for line in self._lines)
        if len(self._results) == 1 and not has_values:
            (end,) = self._results
            if end["margin"]:
                results = [float(end["margin"])]
            elif end["black"]:
                results = [margin_of(int(end["black"]), int(end["white"]), self.builder.position)]
        if not self._about and len(self._lines) == 1 and not results:
            return self.builder.record(reading=self._reading({"result": None}))
        facts = facts_of(self._about, self.builder.position, results)
        return self.builder.record(**facts, reading=self._reading(facts))

    def _reading(self, facts: Mapping[str, Any]) -> str:
        """Return what was understood of a text that is more than one line of moves."""
        notation = next((line.notation for line in self._lines if line.notation), "")
        if len(self._lines) < 2 and not (self._about or notation or self._order):
            return ""
        count = sum(move is not PASS for move in self.builder.board.move_stack)
        notes = [f"{notation} is f5" if notation else "", self._order]
        how = f" ({', '.join(filter(None, notes))})" if any(notes) else ""
        outcome = self.builder.position.result
        margin = outcome.margin if outcome else facts["result"]
        names = [facts[color].name if color in facts else "?" for color in ("black", "white")]
        return ", ".join(
            [
                f"{count} move{'' if count == 1 else 's'}{how}",
                *([" - ".join(names)] if any(name != "?" for name in names) else []),
                *(
                    [f"{(MAX_DISCS + margin) / 2:g}-{(MAX_DISCS - margin) / 2:g}"]
                    if margin is not None
                    else []
                ),
            ]
        )


class _LineError(Exception):
    """An error in the moves of a line."""

    def __init__(self, error: OthelloError, line: int) -> None:
        super().__init__(error, line)
        self.error, self.line = error, line


def _entries(lines: Iterable[_Line]) -> list[_Entry]:
    """Return the moves of lines as they are written; a color stays until the next one."""
    entries: list[_Entry] = []
    color, number = "", 0
    for line in lines:
        for kind, text in line.tokens:
            if kind == "color":
                color = text
            elif kind == "number":
                number = int(text)
            elif kind == "move":
                entries.append(_Entry(text, color, number, [], line.number))
            elif kind == "comment" and entries:
                entries[-1].comments.append(text)
    return entries


def _played(entries: Iterable[_Entry], start: Position | None) -> GameBuilder:
    """Return the game of moves in their order; raises _LineError."""
    builder = GameBuilder(start)
    for entry in entries:
        _add_entry(builder, entry, None)
    return builder


def _add_entry(builder: GameBuilder, entry: _Entry, turn: Color | None) -> None:
    try:
        builder.add(entry.move, turn)
    except OthelloError as error:
        raise _LineError(error, entry.line) from None
    for text in entry.comments:
        builder.comment(text)


def _by_colors(entries: Sequence[_Entry], start: Position | None) -> GameBuilder:
    """Return the game of two rows of moves, one for each color; raises _LineError."""
    b_is_white = any(entry.color.lower() == "n" for entry in entries)
    if len({entry.color.lower() for entry in entries}) > 2:
        raise _LineError(InvalidNotationError("a color has two names"), entries[-1].line)
    rows: dict[Color, deque[_Entry]] = {color: deque() for color in Color}
    for entry in entries:
        if not entry.color:
            raise _LineError(InvalidNotationError(f"{entry.move} has no color before it"), entry.line)
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
            raise _LineError(InvalidNotationError(reason), after.line)
    return builder


def _by_numbers(entries: Sequence[_Entry]) -> list[_Entry]:
    """Return moves in the order of the numbers 1, 2, 3 and so on before them; empty if they are in it."""
    order = sorted(entries, key=lambda entry: entry.number)
    numbers = sorted({entry.number for entry in order})
    return order if order != entries and numbers == list(range(1, len(numbers) + 1)) else []


def _with_asides(lines: Iterable[_Line]) -> list[_Entry]:
    """Return moves as they are written, also those in parentheses; empty if there is another word."""
    lines = list(lines)
    if not any(kind == "aside" and _SQUARE.search(text) for line in lines for kind, text in line.tokens):
        return []
    others = [line.with_asides() for line in lines]
    return [] if any(line.other for line in others) else _entries(others)


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
