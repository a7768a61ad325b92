"""PGN for Othello, as Edax and the Kurnik servers write it.

    [Event "a tournament"]
    [Date "2014.02.21"]
    [Black "alice"]
    [White "bob"]
    [Result "1-0"]

    1. f5 d6 2. c3 {[%eval 1.50] [%emt 0:00:02.500]} d3 {X wins 40-24} 1-0

Black is the first player, so "1-0" should mean that black won, but some programs mean white.
Therefore the margin is read from the last comment, as Edax writes it, or from the board of a finished
game. "1-0" alone counts only if Termination gives the reason for the end; then it counts 64 discs. A
pass is "--", "pass" or "pa", or is omitted. A comment, in braces or after ";", is that of the move
before it, or of the game; values, times and the margin are taken from it. Numbers, marks such as "!?"
and "$1", and variations in parentheses are ignored. FEN is the first position if
it is not the usual one: P for discs of the first player, p for the other discs, row 8 first.

Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation
Guide" (1994), and Edax's reader.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.formats.format import Format
from othello.formats.ggf_clock import GgfClock, format_ggf_clock
from othello.formats.record import Ending, GameBuilder, GameRecord, Player, margin_of, parse_number
from othello.formats.textfile import OnError, read_chunks, read_lines
from othello.rules.position import Position
from othello.rules.square import parse_move

_TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_EVENT = re.compile(r'\s*\[\s*Event\s+"')
_TOKEN = re.compile(r"\s*(?:\{([^}]*)\}|;([^\n]*)|(\$\d+)|(\()|(\))|(\d+\.+)|([^\s{};()]+))")
_RESULT = re.compile(r"1-0|0-1|1/2-1/2|½-½|\*")
_DISCS = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)
_VERDICT = re.compile(r"(?:(?:(X|Black)|(O|White)) wins|Draw) (\d{1,2})-(\d{1,2})", re.ASCII | re.IGNORECASE)
_COMMAND = re.compile(r"\[%(\w+) ([^\[\]]*)\]")
_ELAPSED = re.compile(r"(?:(?:(\d{1,5}):)?(\d{1,5}):)?(\d{1,9}(?:\.\d*)?)", re.ASCII)
_CONTROL = re.compile(r"(\d{1,9})(?:\+(\d{1,9}))?", re.ASCII)
_DATE = re.compile(r"(\d{4})(?:[.-](\d\d|\?\?)[.-](\d\d|\?\?))?", re.ASCII)

_ENDINGS = {
    "resign": Ending.RESIGNED,
    "time": Ending.TIME,
    "agree": Ending.AGREED,
    "abandon": Ending.LEFT,
    "left": Ending.LEFT,
}
"""Endings by a part of the text of Termination."""


def parse_pgn(text: str) -> GameRecord:
    """Return the game of a text; raises InvalidNotationError or IllegalMoveError.

    >>> parse_pgn('[Black "alice"] 1. f5 d6 2. c3 *').black.name
    'alice'
    """
    tags: dict[str, str] = {}
    place = 0
    while match := _TAG.match(text, place):
        tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL).strip())
        place = match.end()
    moves = _MoveText(_parse_start(tags.get("FEN")))
    moves.read(text, place)
    result, ending = _parse_result(tags, moves)
    return moves.builder.record(
        black=_parse_player(tags, "Black"),
        white=_parse_player(tags, "White"),
        event=_known(tags, "Event") or _known(tags, "Site"),
        date=_parse_date(tags),
        result=result,
        ending=ending,
        comment=" ".join(filter(None, moves.comments)),
    )


def read_pgn(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games of a file; raises FormatError, see `othello.formats`.

    The line of an error is the one in which the game begins.
    """
    rule = 'games must be written as [Event "..."] 1. f5 d6 ...'
    return read_chunks(path, _split(read_lines(path)), parse_pgn, rule=rule, on_error=on_error)


class _MoveText:
    """The moves and comments of a game, read so far."""

    def __init__(self, start: Position) -> None:
        self.builder = GameBuilder(start)
        self.comments: list[str] = []
        """The comments before the first move."""
        self.verdict = ""
        """The last comment with the margin."""
        self.result = ""
        """The result after the moves."""

    def read(self, text: str, place: int) -> None:
        """Read the moves of *text*, from the index *place* on.

        Raises InvalidNotationError or IllegalMoveError.
        """
        depth = 0
        while match := _TOKEN.match(text, place):
            place = match.end()
            comment, line, _, opening, closing, _, word = match.groups()
            depth += bool(opening) - bool(closing)
            if depth < 0:
                raise self._error("there is a closing parenthesis without an opening one")
            if depth:
                continue
            if comment is not None or line is not None:
                self._take_comment(" ".join((comment or line or "").split()))
            elif word:
                self._take_word(word)
        if depth or text[place:].strip():
            raise self._error("a comment or variation does not end")

    def _take_word(self, word: str) -> None:
        if _RESULT.fullmatch(word) or _DISCS.fullmatch(word):
            self.result = word
            return
        try:
            move = parse_move(word.rstrip("!?+#") or word)
        except InvalidNotationError as error:
            raise self._error(str(error)) from None
        self.builder.add(move)

    def _take_comment(self, text: str) -> None:
        commands = dict(_COMMAND.findall(text))
        if _VERDICT.fullmatch(text):
            self.verdict = text
        elif self.builder.plies:
            value, seconds = parse_number(commands.get("eval", "")), _parse_elapsed(commands.get("emt", ""))
            if value is not None or seconds is not None:
                self.builder.annotate(value, seconds)
            self.builder.comment(_COMMAND.sub("", text))
        else:
            self.comments.append(text)

    def _error(self, reason: str) -> InvalidNotationError:
        return InvalidNotationError(f"move {self.builder.plies + 1}: {reason}")


def _split(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the text of each game with the number of its first line.

    A tag after moves begins a game.
    """
    game: list[str] = []
    first, has_moves, in_comment = 0, False, False
    for number, line in lines:
        is_tag = bool(_TAG.match(line))
        if game and ((is_tag and has_moves and not in_comment) or _EVENT.match(line)):
            yield first, "".join(game)
            game, has_moves, in_comment = [], False, False
        if not game and (not line.strip() or line.startswith("%")):
            continue
        first = first if game else number
        game.append(line)
        if not is_tag or in_comment:
            has_moves = has_moves or bool(line.strip())
            brace = max(line.rfind("{"), line.rfind("}"))
            in_comment = line[brace] == "{" if brace >= 0 else in_comment
    if game:
        yield first, "".join(game)


def _parse_start(fen: str | None) -> Position:
    if fen is None:
        return Position.start()
    board, _, rest = fen.strip().partition(" ")
    rows = [re.sub(r"[1-8]", lambda match: "-" * int(match[0]), row) for row in board.split("/")]
    turn = rest.split(" ")[0]
    is_board = [len(row) for row in rows] == [8] * 8 and set("".join(rows)) <= set("Pp-")
    if not is_board or turn not in ("w", "b"):
        raise InvalidNotationError(
            f"{quoted(fen)} is not a board: write 8 rows of P for black, p for white and numbers of empty "
            "squares, row 8 first, then w if black is to move, b if white is"
        )
    cells = "".join(reversed(rows)).translate({ord("P"): "X", ord("p"): "O"})
    return Position.parse(f"{cells} {'X' if turn == 'w' else 'O'}")


def _parse_result(tags: Mapping[str, str], moves: _MoveText) -> tuple[float | None, Ending | None]:
    termination = tags.get("Termination", "").lower()
    ending = next((each for part, each in _ENDINGS.items() if part in termination), None)
    if verdict := _VERDICT.fullmatch(moves.verdict):
        # Some files give the winner's discs first, others black's.
        difference = abs(int(verdict[3]) - int(verdict[4]))
        return float(-difference if verdict[2] else difference), ending
    for text in (tags.get("Result", ""), moves.result):
        discs = None if _RESULT.fullmatch(text) else _DISCS.fullmatch(text)
        margin = margin_of(int(discs[1]), int(discs[2]), moves.builder.position) if discs else None
        if margin is not None:
            return margin, ending
    outcome = moves.result or tags.get("Result", "")
    if ending and outcome in ("1-0", "0-1"):
        return 64.0 if outcome == "1-0" else -64.0, ending
    return None, None


def _parse_player(tags: Mapping[str, str], side: str) -> Player:
    control = _CONTROL.fullmatch(tags.get("TimeControl", ""))
    clock = format_ggf_clock(GgfClock(int(control[1]), int(control[2] or 0))) if control else ""
    return Player(_known(tags, side), parse_number(tags.get(f"{side}Elo", "")), clock)


def _parse_date(tags: Mapping[str, str]) -> str:
    text = _known(tags, "Date")
    match = _DATE.fullmatch(text)
    if not match:
        return "" if text.startswith("?") else text
    date = "-".join(part for part in match.groups() if part and part != "??")
    time = _known(tags, "Time")
    return f"{date} {time}" if time and len(date) == 10 else date


def _known(tags: Mapping[str, str], name: str) -> str:
    """Return the text of a tag; an empty text for "?" and "-", which mean unknown."""
    text = tags.get(name, "")
    return "" if text in ("?", "-") else text


def _parse_elapsed(text: str) -> float | None:
    """Return the seconds of [[h:]m:]s."""
    match = _ELAPSED.fullmatch(text.strip())
    if not match:
        return None
    return round(3600 * int(match[1] or 0) + 60 * int(match[2] or 0) + float(match[3]), 3)


FORMAT: Final = Format("pgn", (".pgn",), read_pgn, None, parse_pgn, begins=re.compile(r"\[\w+ \"").match)
