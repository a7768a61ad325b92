"""PGN for Othello, as written by Edax and the Kurnik servers.

    [Event "a tournament"]
    [Date "2014.02.21"]
    [Black "alice"]
    [White "bob"]
    [Result "1-0"]

    1. f5 d6 2. c3 {[%eval 1.50] [%emt 0:00:02.500]} d3 {X wins 40-24} 1-0

Black is the first player, so "1-0" should mean that black won, but some programs write "1-0" if white won.
Therefore, the margin is read from the last comment, where Edax writes it, or from the board if the game is
finished. "1-0" counts only if the Termination tag states why the game ended early. It then means a margin of
64 discs. A pass is either omitted or written as "--", "pass" or "pa". A comment is in braces or after ";". It
belongs to the preceding move or, if there is no such move, to the game. It may contain values, times and the
margin. Numbers, marks such as "!?" and "$1", and variations in parentheses are ignored.

The FEN tag contains the first position unless it is the usual start. Row 8 comes first. Its letters can have
two meanings:

    chess       P is white and p is black. w means that white is to move, and b black. This is what Edax
                writes, and also Fairy-Stockfish, in which white moves first.
    exchanged   P is black, the first player, and p is white. w means that black is to move.

The moves cannot show which meaning is right, because they are legal with both meanings or with neither. If
the program that wrote the file is known, it determines the meaning. Otherwise, the discs in the result
determine the meaning. If they cannot, a warning states which meaning is used. In files from Edax, the result
is from the point of view of the side that moves first, and an unfinished game "ends" with -31 to 95 discs.

Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide" (1994), and
Edax's reader.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.formats.format import Format
from othello.formats.game_builder import GameBuilder
from othello.formats.ggf_clock import GgfClock, Times, format_ggf_clock
from othello.formats.record import MARGIN_UNKNOWN, Ending, GameRecord, Player
from othello.formats.result_text import UNKNOWN_TEXTS, margin_of
from othello.formats.textfile import OnError, read_chunks, read_lines
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, parse_move

_TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_EVENT = re.compile(r'\s*\[\s*Event\s+"')
_TOKEN = re.compile(
    r"\s*(?:(?P<brace>\{)|;(?P<comment>[^\n]*)|\$\d+|(?P<open>\()|(?P<close>\))|\d+\.+|(?P<word>[^\s{};()]+))"
)
_BRACES = re.compile(r"[{}]")
_RESULT = re.compile(r"1-0|0-1|1/2-1/2|½-½|\*")
_WINNER = re.compile(r"1-0|0-1")
_DISCS = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)
_VERDICT = re.compile(
    r"(.*?) ?wins (-?\d{1,2})-(-?\d{1,2})|Draw (\d{1,2})-(\d{1,2})", re.ASCII | re.IGNORECASE
)
_SIDES = {"x": Color.BLACK, "black": Color.BLACK, "o": Color.WHITE, "white": Color.WHITE}
_NULL_MOVES: Final = frozenset(("0000", "z0"))
"""Passes as written by chess programs."""
_COMMAND = re.compile(r"\[%(\w+) ([^\[\]]*)\]")
_ELAPSED = re.compile(r"(?:(?:(\d{1,5}):)?(\d{1,5}):)?(\d{1,9}(?:\.\d*)?)", re.ASCII)
_CONTROL = re.compile(r"(\d{1,9})(?:\+(\d{1,9}))?", re.ASCII)
_DATE = re.compile(r"(\d{4})(?:[.-](\d{1,2}|\?\?)[.-](\d{1,2}|\?\?))?", re.ASCII)
_CLOCK_TIME = re.compile(r"(\d{1,2})[.:](\d{1,2})[.:](\d{1,2})", re.ASCII)
_FEN = re.compile(r"([1-8Pp/]+)(?:\[[Pp]*\])? +([wb])(?: .*)?")
FLIPELLO_START: Final = "8/8/8/3pP3/3Pp3/8/8/8 w"
"""Fairy-Stockfish's starting position. In this program, white moves first."""
CHESS: Final = "P is read as white and p as black, as in chess and by Edax"
EXCHANGED: Final = "P is read as black, the first player, and p as white"

_ENDINGS = {
    "resign": Ending.RESIGNED,
    "time": Ending.TIME,
    "agree": Ending.AGREED,
    "abandon": Ending.LEFT,
    "left": Ending.LEFT,
}
"""Maps a word in the Termination tag, or part of a word, to the way the game ended."""


def parse_pgn(text: str) -> GameRecord:
    """Return the game contained in a PGN string. Raises InvalidNotationError or IllegalMoveError.

    >>> parse_pgn('[Black "alice"] 1. f5 d6 2. c3 *').black.name
    'alice'
    """
    tags: dict[str, str] = {}
    index = 0
    while match := _TAG.match(text, index):
        tags.setdefault(match[1], re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL).strip())
        index = match.end()
    moves = _read_moves(tags, text, index)
    builder = moves.builder
    result, ending = _parse_result(tags, moves)
    return builder.record(
        black=_parse_player(builder, tags, "Black"),
        white=_parse_player(builder, tags, "White"),
        event=_known(tags, "Event") or _known(tags, "Site"),
        date=_parse_date(tags),
        result=result,
        ending=ending,
        comment=" ".join(filter(None, moves.comments)),
    )


def parse_fen(text: str) -> tuple[Position, Position] | None:
    """Return the two possible meanings of a FEN with P and p. The first is the meaning in chess.

    Row 8 comes first. Returns None if *text* is not such a FEN.

    >>> parse_fen("8/8/8/3pP3/3Pp3/8/8/8 b")[0] == Position.start()
    True
    """
    match = _FEN.fullmatch(text.strip())
    rows = re.sub(r"[1-8]", lambda digit: "-" * int(digit[0]), match[1]).split("/") if match else []
    if not match or [len(row) for row in rows] != [8] * 8:
        return None
    cells = "".join(reversed(rows)).translate({ord("P"): "O", ord("p"): "X"})
    chess = Position.parse(f"{cells} {'X' if match[2] == 'b' else 'O'}")
    return chess, Position.from_discs(chess.white, chess.black, chess.turn.other)


def read_pgn(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file. Raises FormatError (see `othello.formats`).

    An error message contains the number of the game's first line.
    """
    rule = 'games must be written as [Event "..."] 1. f5 d6 ...'
    return read_chunks(path, _split(read_lines(path)), parse_pgn, rule=rule, on_error=on_error)


class _MoveText:
    """Reads and stores the moves and comments of a game."""

    def __init__(self, start: Position, tags: Mapping[str, str]) -> None:
        self.builder = GameBuilder(start)
        self.comments: list[str] = []
        """The comments before the first move."""
        self.verdict: tuple[Color | None, int, int] | None = None
        """The last comment that states the margin: the winner, if named, and two disc counts."""
        self.result = ""
        """The result after the moves, such as "1-0"."""
        self._tags = tags
        self._times = Times(_parse_control(tags))
        self._is_timed = True
        """Whether a comment on the last move states how much time is left."""
        self._is_nested = True
        """Whether a comment may contain pairs of braces."""

    def read(self, text: str, index: int) -> None:
        """Read the moves in *text*, which begin at *index*.

        Raises InvalidNotationError or IllegalMoveError.
        """
        depth = 0
        while match := _TOKEN.match(text, index):
            index = match.end()
            comment, word = match["comment"], match["word"]
            if match["brace"]:
                end = self._closing_brace(text, index)
                if end < 0:
                    index -= 1  # the text that begins with this brace is an error
                    break
                comment, index = text[index:end], end + 1
            depth += bool(match["open"]) - bool(match["close"])
            if depth < 0:
                raise self._error("a closing parenthesis has no opening parenthesis")
            if depth:
                continue
            if comment is not None:
                self._take_comment(" ".join(comment.split()))
            elif word:
                self._take_word(word)
        if depth or text[index:].strip():
            raise self._error("a comment or variation is not closed")

    def _closing_brace(self, text: str, begin: int) -> int:
        """Return the index of the brace that ends the comment that begins at *begin*, or -1.

        If the braces are not balanced, this comment and all later comments end at their first closing brace.
        """
        if self._is_nested:
            depth = 1
            for match in _BRACES.finditer(text, begin):
                depth += 1 if match[0] == "{" else -1
                if not depth:
                    return match.start()
        self._is_nested = False
        return text.find("}", begin)

    def _take_word(self, word: str) -> None:
        """Read a word outside of comments, which is a move or the result."""
        if _RESULT.fullmatch(word) or _DISCS.fullmatch(word):
            self.result = word
            return
        name = word.rstrip("!?+#") or word
        try:
            move = PASS if name.lower() in _NULL_MOVES else parse_move(re.sub("^[Pp]?@", "", name))
        except InvalidNotationError as error:
            raise self._error(str(error)) from None
        if not self._is_timed:  # no comment stated how much time was left after the last move
            self._times.taken(self.builder.position.turn.other, None)
        self.builder.add(move)
        self._is_timed = False

    def _take_comment(self, text: str) -> None:
        """Read a comment, which contains the game's margin, or the last move's value, time and text."""
        commands = dict(_COMMAND.findall(text))
        verdict = self._parse_verdict(text)
        if verdict:
            self.verdict = verdict
        elif self.builder.plies:
            move = f"move {self.builder.plies}"
            value = self.builder.number(commands.get("eval", ""), f"eval of {move}", "eval")
            seconds = self._parse_seconds(commands, "emt")
            if "clk" in commands:
                left = self._parse_seconds(commands, "clk")
                taken = self._times.taken(self.builder.position.turn.other, left)
                seconds = taken if seconds is None else seconds
                self._is_timed = True
            if value is not None or seconds is not None:
                self.builder.annotate(value, seconds)
            self.builder.comment(_COMMAND.sub("", text))
        else:
            self.comments.append(text)

    def _parse_verdict(self, text: str) -> tuple[Color | None, int, int] | None:
        """Return the winner and the discs in a comment such as "Bob wins 36-28", or else None."""
        match = _VERDICT.fullmatch(text)
        if not match:
            return None
        if match[1] is None:
            return None, int(match[4]), int(match[5])
        names = {self._tags.get("Black"): Color.BLACK, self._tags.get("White"): Color.WHITE}
        winner = names.get(match[1], _SIDES.get(match[1].lower()))
        if winner is None and not _is_edax(self._tags):
            return None
        return winner, int(match[2]), int(match[3])

    def _parse_seconds(self, commands: Mapping[str, str], name: str) -> float | None:
        """Return the seconds in a comment's command *name*, as in "[%emt 0:00:02]", or None if unknown.

        If its value is not a time, add a warning.
        """
        text = commands.get(name, "").strip()
        match = _ELAPSED.fullmatch(text)
        if match:
            return round(3600 * int(match[1] or 0) + 60 * int(match[2] or 0) + float(match[3]), 3)
        if text not in UNKNOWN_TEXTS:
            reason = f"{quoted(text)} is not a time, as in 0:04:58"
            self.builder.warn(f"{name} of move {self.builder.plies} is ignored: {reason}", name)
        return None

    def _error(self, reason: str) -> InvalidNotationError:
        return InvalidNotationError(f"move {self.builder.plies + 1}: {reason}")


def _split(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield each game's first line number and its text.

    A tag after moves begins a new game.
    """
    game: list[str] = []
    first, has_moves, in_comment = 0, False, False
    for number, line in lines:
        is_tag = bool(_TAG.match(line))
        if game and ((is_tag and has_moves and not in_comment) or _EVENT.match(line)):
            yield first, "".join(game)
            game, has_moves, in_comment = [], False, False
        if not game:
            if not line.strip() or line.startswith("%"):
                continue
            first = number
        game.append(line)
        if not is_tag or in_comment:
            has_moves = has_moves or bool(line.strip())
            # If the last brace on a line is an opening brace, the comment continues on the next line.
            brace = max(line.rfind("{"), line.rfind("}"))
            in_comment = line[brace] == "{" if brace >= 0 else in_comment
    if game:
        yield first, "".join(game)


def _is_edax(tags: Mapping[str, str]) -> bool:
    return "edax" in tags.get("Site", "").lower()


def _read_moves(tags: Mapping[str, str], text: str, index: int) -> _MoveText:
    """Read the moves, which begin at *index* in *text*, and determine the meaning of the FEN tag."""

    def read(start: Position) -> _MoveText:
        moves = _MoveText(start, tags)
        moves.read(text, index)
        return moves

    is_flipello = "flipello" in tags.get("Variant", "").lower()
    fen = tags.get("FEN", FLIPELLO_START if is_flipello else None)
    if fen is None:
        return read(Position.start())
    starts = parse_fen(fen)
    if starts is None:
        raise InvalidNotationError(
            f"{quoted(fen)} is not a board: use 8 rows of p for black, P for white and numbers of empty "
            "squares, row 8 first, then b if black is to move, w if white is"
        )
    chess = read(starts[0])
    if is_flipello or _is_edax(tags):
        return chess
    exchanged = read(starts[1])
    discs = _final_discs(tags, chess)
    fits_chess = discs is not None and _fit(discs, chess.builder.position)
    fits_exchanged = discs is not None and _fit(discs, exchanged.builder.position)
    if fits_chess != fits_exchanged:
        return chess if fits_chess else exchanged
    is_usual = starts[1] == Position.start()
    reason = "but the result fits neither reading" if discs and not fits_chess else "but nothing confirms it"
    moves = exchanged if is_usual else chess
    moves.builder.warn(f"FEN: {EXCHANGED if is_usual else CHESS}, {reason}")
    return moves


def _final_discs(tags: Mapping[str, str], moves: _MoveText) -> tuple[int, int] | None:
    """Return black's and white's final discs from the last comment or the result, or None if unknown."""
    if moves.verdict:
        winner, *counts = moves.verdict
        first, last = max(counts), min(counts)
        return (last, first) if winner is Color.WHITE else (first, last)
    for text in (tags.get("Result", ""), moves.result):
        discs = None if _RESULT.fullmatch(text) else _DISCS.fullmatch(text)
        if discs:
            return int(discs[1]), int(discs[2])
    return None


def _fit(discs: tuple[int, int], position: Position) -> bool:
    """Return whether the disc counts in a file match the last position, with or without empty squares."""
    counts = position.black.bit_count(), position.white.bit_count()
    margin = margin_of(*discs, position)
    outcome = position.result
    return discs == counts or bool(outcome and outcome.margin == margin)


def _parse_result(tags: Mapping[str, str], moves: _MoveText) -> tuple[float | None, Ending | None]:
    """Return black's margin and the reason for an early end, from the last comment or the results."""
    termination = tags.get("Termination", "").lower()
    ending = next((known_ending for part, known_ending in _ENDINGS.items() if part in termination), None)
    if moves.verdict:
        return _margin_of_verdict(moves.verdict, moves.builder.position, is_edax=_is_edax(tags)), ending
    texts = [text for text in (tags.get("Result", ""), moves.result) if text]
    for text in texts:
        if not _WINNER.fullmatch(text):
            margin, reason = moves.builder.result(text, "Result")
            if margin is not None:
                return margin, ending or reason
    winners = list(filter(_WINNER.fullmatch, reversed(texts)))
    if winners and ending:
        return MARGIN_UNKNOWN if winners[0] == "1-0" else -MARGIN_UNKNOWN, ending
    if winners:
        moves.builder.result(winners[0], "Result")
    return None, None


def _margin_of_verdict(
    verdict: tuple[Color | None, int, int], position: Position, *, is_edax: bool
) -> float | None:
    """Return black's margin as stated by the last comment, or None if the board shows the margin."""
    winner, first, last = verdict
    difference = abs(first - last)
    if is_edax:
        # In files from Edax, the numbers are from the point of view of the side that moved first.
        outcome = position.result
        if outcome is None or difference == abs(outcome.margin):
            return None
        winner = None if first > last else Color.WHITE
    # Some files state the winner's discs first, other files state black's discs first.
    return float(-difference if winner is Color.WHITE else difference)


def _parse_control(tags: Mapping[str, str]) -> GgfClock | None:
    control = _CONTROL.fullmatch(tags.get("TimeControl", ""))
    return GgfClock(int(control[1]), int(control[2] or 0)) if control else None


def _parse_player(builder: GameBuilder, tags: Mapping[str, str], side: str) -> Player:
    control = _parse_control(tags)
    if not control and _known(tags, "TimeControl"):
        builder.warn(
            f"TimeControl is ignored: {quoted(tags['TimeControl'])} is not in seconds, as in 300 or 300+5"
        )
    rating = builder.number(tags.get(f"{side}Elo", ""), f"{side}Elo")
    return Player(_known(tags, side), rating, format_ggf_clock(control) if control else "")


def _parse_date(tags: Mapping[str, str]) -> str:
    """Return the date and time. Edax writes a year alone as 2026.0.0, and times as 20.5.27."""
    text = _known(tags, "Date")
    match = _DATE.fullmatch(text)
    if not match:
        return "" if text.startswith("?") else text
    known = [part.zfill(2) for part in match.groups() if part and part.strip("0?")]  # 0 and ?? are unknown
    date = "-".join(known)
    time = _CLOCK_TIME.sub(
        lambda clock: ":".join(part.zfill(2) for part in clock.groups()), _known(tags, "Time")
    )
    return f"{date} {time}" if time and len(date) == 10 else date


def _known(tags: Mapping[str, str], name: str) -> str:
    """Return the value of a tag, or "" if the tag is missing or is "?" or "-", which mean unknown."""
    text = tags.get(name, "")
    return "" if text in ("?", "-") else text


FORMAT: Final = Format("pgn", (".pgn",), read_pgn, None, parse_pgn, begins=re.compile(r"\[\w+ \"").match)
