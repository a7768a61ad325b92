"""GGF, the Generic Game Format of the GGS server and of NBoard.

    (;GM[Othello]PB[alice]PW[bob]TI[05:00//02:00]TY[8]RE[?]BO[8 ---...--- *]B[f5//0.5]W[d6/1.2/3];)

A game is a list of properties between "(;" and ";)".

    B, W    a move: the square or PA for a pass, optionally followed by the value in discs from the mover's
            point of view and the time in seconds, separated by slashes
    BO      the position before the first move: the size, 64 cells, and "*" or "O" for the side to move
    RE      black's final disc difference, followed by ":r" if a player resigned, ":t" for a loss on time,
    ":s"
            if the players agreed on the score, or ":l" if a player left. Edax writes -127 if the game is
            unfinished.
    TI      the time control (see `othello.formats.ggf_clock`)

GGF cannot escape characters, so brackets in strings are written as parentheses. The two games of a synchro
match share a line that begins with the number of games.

Source: files from GGS and NBoard, the description of GGF that comes with NBoard, and Edax's reader.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.formats.format import GAMES, Format
from othello.formats.game_builder import ONLY_EIGHT, GameBuilder, wrong_size
from othello.formats.record import Ending, GameRecord, PlayedMove, Player
from othello.formats.result_text import parse_number
from othello.formats.textfile import OnError, read_chunks, read_lines, write_lines
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color
from othello.rules.square import PASS, format_move, parse_move

_PROPERTY = re.compile(r"[\s;]*([A-Za-z]+)\s*\[([^\]]*)\]")
_PIECES = re.compile(r"(\(;|[\[\])])")
_BLANK_OR_GAME_COUNT = re.compile(r"[\s12]*")
_NEW_GAME = re.compile(r"\s*(?:[12]\s+)?\(;\s*[A-Z]+\[")
_CELLS = re.compile(r"\s*(\d+)\s+(.*)", re.DOTALL)
_GGS_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)(?:_(\d\d:\d\d:\d\d)(?:\.(\w+))?)?", re.ASCII)
_UNIX_SECONDS = re.compile(r"[1-9]\d{8,9}", re.ASCII)
_RESULT = re.compile(r"([+-]?\d{1,2}(?:[.,]\d*)?)(?::([rtsl])\S*)?", re.ASCII | re.IGNORECASE)
EDAX_UNFINISHED: Final = -127
"""The result that Edax writes for an unfinished game."""

_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIME, "s": Ending.AGREED, "l": Ending.LEFT}
_ENDING_LETTERS = {ending: letter for letter, ending in _ENDINGS.items()}


def parse_ggf(text: str) -> GameRecord:
    """Return the game in a string. Raises InvalidNotationError unless it contains exactly one game.

    Raises IllegalMoveError if it contains an illegal move.

    >>> record = parse_ggf("(;GM[Othello]PB[alice]RE[?]B[F5/1.5/2]W[d6];)")
    >>> record.black.name, record.played[0]
    ('alice', PlayedMove(move=Move('f5'), value=1.5, seconds=2.0, comment=''))
    """
    games = [_parse_game(game) for _, game in _split([(1, text)])]
    if not games:
        raise _not_a_game(text)
    if len(games) > 1:
        raise InvalidNotationError(f"the text contains {len(games)} games: give only one")
    return games[0]


def format_ggf(record: GameRecord) -> str:
    """Return a game as a line. Values have two decimal places, and times are rounded to milliseconds."""
    black, white = record.black, record.white
    head = {"GM": "Othello", "PC": record.event, "DT": record.date, "PB": black.name, "PW": white.name}
    head |= {"RB": _format_number(black.rating, 2), "RW": _format_number(white.rating, 2)}
    if black.clock == white.clock:
        head["TI"] = black.clock
    else:
        head |= {"TB": black.clock, "TW": white.clock}
    head |= {"TY": "8", "RE": _format_result(record), "BO": _format_start(record.start), "CO": record.comment}
    properties = [f"{name}[{_plain(value)}]" for name, value in head.items() if value]
    letters = {Color.BLACK: "B", Color.WHITE: "W"}
    turn = record.start.turn
    for played in record.played:
        properties.append(f"{letters[turn]}[{format_ggf_move(played)}]")
        turn = turn.other
    return f"(;{''.join(properties)};)"


def parse_ggf_move(text: str) -> PlayedMove:
    """Return the move written as "F5", "F5/1.50", "F5//4.5" or "PA", with its value and time.

    Raises InvalidNotationError if *text* is not a move.

    >>> parse_ggf_move("F5//4.5")
    PlayedMove(move=Move('f5'), value=None, seconds=4.5, comment='')
    """
    name, *fields = text.split("/")
    if len(fields) > 2:
        raise InvalidNotationError(f"{quoted(text)} is not a move: use move/value/seconds, as in F5/1.5/2")
    numbers = [parse_number(field) for field in fields]
    for field, number in zip(fields, numbers, strict=True):
        if number is None and field.strip():
            raise InvalidNotationError(f"{quoted(field.strip())} is not a number of at most 15 digits")
    value, seconds, *_ = [*numbers, None, None]
    return PlayedMove(parse_move(name), value, seconds)


def format_ggf_move(played: PlayedMove) -> str:
    """Return a move as a string, including its value and time if known. A pass is written as "PA"."""
    name = "PA" if played.move == PASS else format_move(played.move).upper()
    fields = [name, _format_number(played.value, 2), _format_number(played.seconds, 3)]
    return "/".join(fields).rstrip("/")


def read_ggf(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file. Raises FormatError (see `othello.formats`).

    An error message contains the number of the game's first line.
    """
    rule = "games must be written as (;GM[Othello]...;)"
    return read_chunks(path, _split(read_lines(path)), _parse_game, rule=rule, on_error=on_error)


def write_ggf(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a file with one game per line. Raises FormatError if the file cannot be written."""
    write_lines(path, map(format_ggf, records))


def _split(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield each game's first line number and its text.

    Text between games is yielded as if it were a game, so that the parser reports an error.
    """
    game: list[str] = []
    first, in_value = 0, False
    for number, line in lines:
        if game and _NEW_GAME.match(line):  # the end of the previous game is missing
            yield first, "".join(game)
            game, in_value = [], False
        outside: list[str] = []
        for piece in _PIECES.split(line):
            if game:
                game.append(piece)
                if piece in ("[", "]"):
                    in_value = piece == "["
                elif piece == ")" and not in_value:  # a parenthesis inside a value does not end the game
                    yield first, "".join(game)
                    game = []
            elif piece == "(;":
                game, first = [piece], number
            else:
                outside.append(piece)
        text_outside = "".join(outside)
        if not _BLANK_OR_GAME_COUNT.fullmatch(text_outside):
            yield number, text_outside
    if game:
        yield first, "".join(game)


def _not_a_game(text: str) -> InvalidNotationError:
    return InvalidNotationError(f"{quoted(text.strip())} is not a game: use (;GM[Othello]...;)")


def _parse_game(text: str) -> GameRecord:
    """Return the game in a string from `_split`."""
    body = text.removesuffix(")").rstrip()
    if not text.startswith("(;") or text == body or not body.endswith(";"):
        raise _not_a_game(text)
    properties = list(_parse_properties(body[2:-1]))
    moves_begin = (index for index, (name, _) in enumerate(properties) if name in ("B", "W"))
    first = next(moves_begin, len(properties))
    head = dict(properties[:first])
    builder = GameBuilder(_parse_start(head))
    if not _is_eight(kind := head.get("TY", "8")):
        builder.warn(f"TY is ignored: {quoted(kind)} contradicts the board of 8 by 8 squares")
    number = 0
    for name, value in properties[first:]:
        if name in ("B", "W"):
            number += 1
            _add_move(builder, number, Color.parse(name), value)
        elif name == "CO" and builder.plies:
            builder.comment(value)
    result, ending = _parse_result(builder, head.get("RE", ""))
    return builder.record(
        black=_parse_player(builder, head, "B"),
        white=_parse_player(builder, head, "W"),
        event=head.get("PC", ""),
        date=_parse_date(head.get("DT", "")),
        result=result,
        ending=ending,
        comment=" ".join(head.get("CO", "").split()),
    )


def _add_move(builder: GameBuilder, number: int, turn: Color, text: str) -> None:
    """Read a move and add it. A value or time that cannot be read causes only a warning."""
    name, *fields = text.split("/")
    try:
        move = parse_move(name.strip())
    except InvalidNotationError as error:
        raise InvalidNotationError(f"move {number}: {error}") from None
    value_text, time_text, *others = [*fields, "", ""]
    value = builder.number(value_text, f"the value of move {number}", "value")
    seconds = builder.number(time_text, f"the time of move {number}", "time")
    if seconds is not None and seconds < 0:
        builder.warn(f"the time of move {number} is ignored: {seconds:g} is negative", "negative time")
        seconds = None
    if any(field.strip() for field in others):
        builder.warn(
            f"part of move {number} is ignored: {quoted(text)} contains more than a value and a time", "part"
        )
    builder.add(move, turn, value=value, seconds=seconds)


def _parse_properties(body: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each property."""
    index = 0
    while match := _PROPERTY.match(body, index):
        yield match[1].upper(), match[2].strip()
        index = match.end()
    if body[index:].strip(" \t\r\n;"):
        raise InvalidNotationError(f"{quoted(body[index:].strip())} is not a property: use NAME[value]")


def _is_eight(kind: str) -> bool:
    """Return whether a game type (TY) means 8 by 8 squares or states no size, as in "8", "s8r18" and ""."""
    size = re.match(r"[a-z]?(\d*)", kind, re.ASCII)
    return size is not None and size[1] in ("", "8")


def _parse_start(head: dict[str, str]) -> Position:
    """Return the first position.

    Raises InvalidNotationError if it cannot be read or the game is not Othello.
    """
    game, kind, board = head.get("GM", "Othello"), head.get("TY", "8"), head.get("BO")
    if game.lower() not in ("othello", "reversi"):
        raise InvalidNotationError(f"the game is {quoted(game)}, not Othello")
    if board is None:
        if not _is_eight(kind):
            raise InvalidNotationError(f"the board is of type {quoted(kind)}: {ONLY_EIGHT}")
        return Position.start()
    cells = _CELLS.fullmatch(board)
    if cells and cells[1] != "8":
        raise InvalidNotationError(wrong_size(cells[1]))
    if not cells:
        raise InvalidNotationError(
            f"{quoted(board)} is not an 8 by 8 board: use 8, 64 cells, and the side to move, * or O"
        )
    return Position.parse(cells[2])


def _parse_player(builder: GameBuilder, head: dict[str, str], side: str) -> Player:
    """Return the player of *side*, "B" or "W", from the properties of a game."""
    # The server marks ratings that are based on few games with a question mark.
    rating = builder.number(head.get(f"R{side}", "").rstrip("?"), f"R{side}")
    time = head.get(f"T{side}", head.get("TI", ""))  # TI is the time of both sides
    return Player(head.get(f"P{side}", ""), rating, time)


def _parse_result(builder: GameBuilder, text: str) -> tuple[float | None, Ending | None]:
    """Read a result such as "+4.0", "-10:r" or "?". Return black's margin and the reason for an early end."""
    match = _RESULT.fullmatch("".join(text.split()))
    margin = parse_number(match[1]) if match else None
    if match and margin is not None and abs(margin) <= MAX_DISCS:
        return margin, _ENDINGS.get((match[2] or "").lower())
    if parse_number(text) == EDAX_UNFINISHED:
        return None, None
    return builder.result(text, "RE")


def _parse_date(text: str) -> str:
    """Return a date in the form used by `GameRecord`. Anything that is not a date is returned unchanged."""
    if _UNIX_SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(text), UTC).strftime("%Y-%m-%d %H:%M:%S GMT")
    if match := _GGS_DATE.fullmatch(text):
        year, month, day, *clock = match.groups()
        return " ".join((f"{year}-{month}-{day}", *filter(None, clock)))
    return text


def _format_result(record: GameRecord) -> str:
    if record.result is None:
        return "?"
    reason = f":{_ENDING_LETTERS[record.ending]}" if record.ending else ""
    return f"{record.result:+.3f}{reason}"


def _format_start(start: Position) -> str:
    cells, turn = start.format().replace("X", "*").split()
    rows = " ".join(cells[first : first + 8] for first in range(0, 64, 8))
    return f"8 {rows} {turn}"


def _format_number(number: float | None, digits: int) -> str:
    """Return a number without trailing zeros, or an empty string for None."""
    return "" if number is None else f"{number:.{digits}f}".rstrip("0").rstrip(".")


def _plain(value: str) -> str:
    """Return a value on a single line. Parentheses replace brackets, which GGF cannot escape."""
    return " ".join(value.translate({ord("["): "(", ord("]"): ")"}).split())


_BEGINNING = re.compile(r"(?:[12] )?\(;.*?(?:GM\[(?:Othello|Reversi)\]|\bBO\[8 )", re.IGNORECASE)
FORMAT: Final = Format(
    "ggf", (".ggf",), read_ggf, write_ggf, parse_ggf, format_ggf, keeps=GAMES, begins=_BEGINNING.match
)
