"""GGF, the Generic Game Format of the GGS server and of NBoard: a game in one line.

    (;GM[Othello]PB[alice]PW[bob]TI[05:00//02:00]TY[8]RE[?]BO[8 ---...--- *]B[f5//0.5]W[d6/1.2/3];)

A game is "(;", properties, ";)". B and W hold a move, then perhaps its value in discs in the
mover's view, then perhaps seconds, with slashes between. Passes are written, as PA. A line
may begin with the number of its games: the two halves of a synchro match share one. BO is
the position before the first move: the size, 64 cells, "*" or "O" to move. RE is the
result in black's view, with ":r", ":t", ":s" or ":l" if a player resigned, ran out of
time, both agreed, or a player left. Values of properties have no escapes, so brackets
within them are written as parentheses.

Source: the files of GGS and NBoard, the latter's description of GGF, and Edax' reader.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from othello.errors import InvalidNotationError, quoted
from othello.formats.record import Ending, GameBuilder, GameRecord, PlayedMove, Player
from othello.formats.textfile import OnError, read_chunks, read_lines, write_lines
from othello.position import Position
from othello.score import Color
from othello.square import PASS, format_move, parse_move

_GAME = re.compile(r"\s*(?:[12]\s+)?\(;((?:[^\[\]();]|;(?!\s*\))|\[[^\]]*\])*);\s*\)")
_PROPERTY = re.compile(r"[\s;]*([A-Za-z]+)\s*\[([^\]]*)\]")
_COUNT = re.compile(r"\s*[12]?\s*")
_NEW_GAME = re.compile(r"\s*(?:[12]\s+)?\(;\s*[A-Z]+\[")
_MARK = re.compile(r"[\[)]")
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?", re.ASCII)
_CELLS = re.compile(r"\s*(\d+)\s+(.*)", re.DOTALL)
_GGS_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)(?:_(\d\d:\d\d:\d\d)(?:\.(\w+))?)?", re.ASCII)
_UNIX_SECONDS = re.compile(r"[1-9]\d{8,9}", re.ASCII)
_CLOCK_PART = re.compile(r"(?:(?:(?:(\d{1,4})\.)?(\d{1,4}):)?(\d{1,5}):)?(\d{1,9})", re.ASCII)
_RESULT = re.compile(r"([+-]?\d{1,2}(?:\.\d*)?)(?::([rtsl])\S*)?", re.ASCII)

_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIME, "s": Ending.AGREED, "l": Ending.LEFT}
_ENDING_LETTERS = {ending: letter for letter, ending in _ENDINGS.items()}


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control: seconds for the game, for each move, and after the flag fell."""

    main: int = 0
    increment: int = 0
    grace: int = 0


def parse_clock(text: str) -> Clock:
    """The time control "main/increment/grace", each [d.][h:][m:]s; raises InvalidNotationError.

    An empty field is 0, but for the grace, which is two minutes as on GGS.

    >>> parse_clock("05:00/0:12")
    Clock(main=300, increment=12, grace=120)
    """
    fields = text.split("/")
    if len(fields) > 3:
        raise InvalidNotationError(f"{quoted(text)} is no time control: write main/increment/grace")
    main, increment, grace = (fields + ["", ""])[:3]
    return Clock(_parse_time(main), _parse_time(increment), _parse_time(grace) if grace.strip() else 120)


def format_clock(clock: Clock) -> str:
    """What `parse_clock` reads back."""
    increment = _format_time(clock.increment) if clock.increment else ""
    return f"{_format_time(clock.main)}/{increment}/{_format_time(clock.grace)}"


def common_clock(record: GameRecord) -> Clock | None:
    """The time control of both sides, if they have the same one and it can be read."""
    if not record.black.clock or record.black.clock != record.white.clock:
        return None
    try:
        return parse_clock(record.black.clock)
    except InvalidNotationError:
        return None


def parse_ggf(text: str) -> GameRecord:
    """The one game of the text; raises InvalidNotationError or IllegalMoveError.

    >>> record = parse_ggf("(;GM[Othello]PB[alice]RE[?]B[F5/1.5/2]W[d6];)")
    >>> record.black.name, record.played[0]
    ('alice', PlayedMove(move=37, value=1.5, seconds=2.0))
    """
    games = parse_ggf_games(text)
    if len(games) != 1:
        raise InvalidNotationError(f"there are {len(games)} games where one should be")
    return games[0]


def parse_ggf_games(text: str) -> list[GameRecord]:
    """The games of the text: one, or the two of a synchro match; raises as `parse_ggf` does."""
    games, place = [], 0
    while match := _GAME.match(text, place):
        games.append(_read_game(match[1]))
        place = match.end()
    if not games or text[place:].strip():
        raise InvalidNotationError(f"{quoted(text[place:].strip())} is no game: write (;GM[Othello]...;)")
    return games


def format_ggf(record: GameRecord) -> str:
    """The game in one line.

    Values are written in hundredths of a disc, times in milliseconds.
    """
    black, white = record.black, record.white
    head = [("GM", "Othello"), ("PC", record.event), ("DT", record.date)]
    head += [("PB", black.name), ("PW", white.name)]
    head += [("RB", _short(black.rating, 2)), ("RW", _short(white.rating, 2))]
    if black.clock == white.clock:
        head.append(("TI", black.clock))
    else:
        head += [("TB", black.clock), ("TW", white.clock)]
    properties = [(name, value) for name, value in head if value]
    properties += [("TY", "8"), ("RE", _format_result(record)), ("BO", _format_start(record.start))]
    properties += [("CO", record.comment)] if record.comment else []
    turns = {Color.BLACK: "B", Color.WHITE: "W"}
    turn = record.start.turn
    for played in record.played:
        properties.append((turns[turn], format_ggf_move(played)))
        turn = turn.other
    return f"(;{''.join(f'{name}[{_plain(value)}]' for name, value in properties)};)"


def parse_ggf_move(text: str) -> PlayedMove:
    """The move of "F5", "F5/1.50", "F5//4.5" and "PA"; raises InvalidNotationError."""
    name, *numbers = text.split("/")
    if len(numbers) > 2:
        raise InvalidNotationError(f"{quoted(text)} is not a move: write move/value/seconds")
    value, seconds = (numbers + ["", ""])[:2]
    return PlayedMove(parse_move(name), _parse_number(value), _parse_number(seconds))


def format_ggf_move(played: PlayedMove) -> str:
    """The move with its value and time, as far as they are known; a pass is "PA"."""
    name = "PA" if played.move == PASS else format_move(played.move).upper()
    fields = [name, _short(played.value, 2), _short(played.seconds, 3)]
    return "/".join(fields).rstrip("/")


def read_ggf(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """The games of a file, one after the other; raises FormatError, see `othello.formats`.

    The line of an error is that where its game begins.
    """
    games = _split(read_lines(path))
    return read_chunks(path, games, parse_ggf, kind="a game, (;GM[Othello]...;),", on_error=on_error)


def write_ggf(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a file with one game in each line; raises FormatError."""
    write_lines(path, map(format_ggf, records))


def _split(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The text of each game, and what else there is, with the number of the line where it begins."""
    game: list[str] = []
    first, in_value = 0, False
    for number, line in lines:
        if game and _NEW_GAME.match(line):  # The end of the last game is missing.
            yield first, "".join(game)
            game, in_value = [], False
        place = 0
        while place < len(line):
            if not game:
                first, begin = number, line.find("(;", place)
                between = line[place : begin if begin >= 0 else None]
                if not _COUNT.fullmatch(between):
                    yield number, between
                if begin < 0:
                    break
                game, place = ["(;"], begin + 2
                continue
            mark = line.find("]", place) if in_value else _place(_MARK, line, place)
            end = mark + 1 if mark >= 0 else len(line)
            game.append(line[place:end])
            place = end
            if mark >= 0 and line[mark] == ")":
                yield first, "".join(game)
                game = []
            elif mark >= 0:
                in_value = not in_value
    if game:
        yield first, "".join(game)


def _place(pattern: re.Pattern[str], line: str, begin: int) -> int:
    match = pattern.search(line, begin)
    return match.start() if match else -1


def _read_game(body: str) -> GameRecord:
    """The game of the text between "(;" and ";)"."""
    head: dict[str, str] = {}
    moves: list[tuple[Color, str]] = []
    place = 0
    while match := _PROPERTY.match(body, place):
        name, value = match[1].upper(), match[2].strip()
        if name in ("B", "W"):
            moves.append((Color.parse(name), value))
        elif not moves:
            head[name] = value
        place = match.end()
    if body[place:].strip(" \t\r\n;"):
        raise InvalidNotationError(f"{quoted(body[place:].strip())} is no property: write NAME[value]")
    builder = GameBuilder(_read_start(head))
    for number, (turn, text) in enumerate(moves, 1):
        try:
            played = parse_ggf_move(text)
        except InvalidNotationError as error:
            raise InvalidNotationError(f"move {number}: {error}") from None
        builder.add(played.move, turn, value=played.value, seconds=played.seconds)
    result, ending = _parse_result(head.get("RE", ""))
    return builder.record(
        black=_read_player(head, "B"),
        white=_read_player(head, "W"),
        event=head.get("PC", ""),
        date=_parse_date(head.get("DT", "")),
        result=result,
        ending=ending,
        comment=" ".join(head.get("CO", "").split()),
    )


def _read_start(head: dict[str, str]) -> Position:
    game, kind, board = head.get("GM", "Othello"), head.get("TY", "8"), head.get("BO")
    if game.lower() not in ("othello", "reversi"):
        raise InvalidNotationError(f"the game is {quoted(game)}, not Othello")
    size = re.match(r"\d*", kind, re.ASCII)
    if size and size[0] not in ("", "8"):
        raise InvalidNotationError(f"the board is of type {quoted(kind)}: only 8 by 8 squares can be read")
    if board is None:
        return Position.start()
    cells = _CELLS.fullmatch(board)
    if not cells or cells[1] != "8":
        raise InvalidNotationError(
            f"{quoted(board)} is no board of 8 by 8 squares: write 8, 64 cells, and * or O to move"
        )
    return Position.parse(cells[2])


def _read_player(head: dict[str, str], letter: str) -> Player:
    rating = _parse_number(head.get(f"R{letter}", "").rstrip("?"))
    return Player(head.get(f"P{letter}", ""), rating, head.get(f"T{letter}", head.get("TI", "")))


def _parse_number(text: str) -> float | None:
    text = text.strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise InvalidNotationError(f"{quoted(text)} is not a number")
    return float(text)


def _parse_result(text: str) -> tuple[float | None, Ending | None]:
    if text in ("", "?"):
        return None, None
    match = _RESULT.fullmatch(text)
    if not match:
        raise InvalidNotationError(f"{quoted(text)} is no result: write ?, or black's margin, as in +12.000")
    return float(match[1]), _ENDINGS.get(match[2])


def _format_result(record: GameRecord) -> str:
    if record.result is None:
        return "?"
    reason = f":{_ENDING_LETTERS[record.ending]}" if record.ending else ""
    return f"{record.result:+.3f}{reason}"


def _format_start(start: Position) -> str:
    cells, turn = start.format().replace("X", "*").split()
    rows = " ".join(cells[first : first + 8] for first in range(0, 64, 8))
    return f"8 {rows} {turn}"


def _parse_date(text: str) -> str:
    """The date as a `GameRecord` has it; a text of another kind as it is."""
    if _UNIX_SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(text), UTC).strftime("%Y-%m-%d %H:%M:%S GMT")
    if match := _GGS_DATE.fullmatch(text):
        year, month, day, *clock = match.groups()
        return " ".join((f"{year}-{month}-{day}", *filter(None, clock)))
    return text


def _parse_time(text: str) -> int:
    """Seconds of [d.][h:][m:]s."""
    if not text.strip():
        return 0
    match = _CLOCK_PART.fullmatch(text.strip())
    if not match:
        raise InvalidNotationError(f"{quoted(text)} is no time: write seconds, m:s, h:m:s or d.h:m:s")
    days, hours, minutes, seconds = (int(each or 0) for each in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _format_time(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return (f"{hours:02}:" if hours else "") + f"{rest // 60:02}:{rest % 60:02}"


def _short(number: float | None, digits: int) -> str:
    """The number without zeros at its end; nothing for None."""
    if number is None:
        return ""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


def _plain(value: str) -> str:
    """A value in one line and without brackets, which GGF cannot quote."""
    return " ".join(value.translate({ord("["): "(", ord("]"): ")"}).split())
