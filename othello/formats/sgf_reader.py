"""The main line of a game in SGF: its nodes, read as a game of Othello.

What the dialects are stands in `othello.formats.sgf`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sgfmill import sgf_grammar

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.formats.ggf import Clock, format_clock
from othello.formats.record import Ending, GameBuilder, GameRecord, Player
from othello.position import Position
from othello.score import Color
from othello.square import PASS, PASS_NAMES, Move, Square, bits_of

Node = Mapping[str, Sequence[bytes]]

OTHELLO = "2"
GO = "1"
_PASSES = ("", "tt", *PASS_NAMES)
_ENCODINGS = ("utf-8", "iso-8859-1", "ascii", "cp1252", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "big5")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d*)?", re.ASCII)
_RESULT = re.compile(r"([bBwW])\+(\d{0,2}(?:\.\d*)?|[a-zA-Z]+)", re.ASCII)
_FISCHER = re.compile(r"(\d{1,9})(?:\.0*)? fischer", re.ASCII | re.IGNORECASE)
_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIME, "f": Ending.LEFT}
MARGIN_UNKNOWN = 64.0
"""What a game counts of which only the winner is known."""


@dataclass
class Squares:
    """One way to read the squares of a game."""

    is_mirrored: bool

    def move(self, text: str) -> Move:
        return PASS if text.lower() in _PASSES else self.square(text)

    def square(self, text: str) -> Square:
        found = re.fullmatch(r"([a-h])([a-h1-8])", text.lower())
        if not found:
            raise InvalidNotationError(f"{quoted(text)} is not a square: write two letters a-h, or f5")
        column = ord(found[1]) - ord("a")
        if found[2].isdigit():
            return 8 * (int(found[2]) - 1) + column
        row = ord(found[2]) - ord("a")
        return 8 * (7 - row if self.is_mirrored else row) + column

    def squares(self, values: Iterable[str]) -> int:
        """The word of a list of points, in which "aa:bc" is a rectangle."""
        bits = 0
        for value in values:
            first, _, last = value.partition(":")
            begin = self.square(first)
            end = self.square(last) if last else begin
            rows = sorted((begin // 8, end // 8))
            columns = sorted((begin % 8, end % 8))
            bits |= bits_of(
                8 * row + column
                for row in range(rows[0], rows[1] + 1)
                for column in range(columns[0], columns[1] + 1)
            )
        return bits


class MainLine:
    """The nodes of a game's main line, as texts."""

    def __init__(self, nodes: Sequence[Node], encoding: str | None) -> None:
        self.root = nodes[0]
        self.encoding = encoding or self._declared()
        self.nodes = [
            {name: [self._text(value) for value in values] for name, values in node.items()} for node in nodes
        ]
        self.head = {name: values[0] for name, values in self.nodes[0].items()}

    def record(self) -> GameRecord:
        """The game, with the squares read in the way that makes its moves legal."""
        if self.head.get("GM", OTHELLO) not in (OTHELLO, GO):
            raise InvalidNotationError(f"the game is GM[{self.head['GM']}], not Othello, GM[2]")
        if self.head.get("SZ", "8") not in ("8", "8:8"):
            raise InvalidNotationError(f"the board has the size {quoted(self.head['SZ'])}, not 8")
        builder, error = self._replayed(Squares(is_mirrored=False))
        if error:
            mirrored, other_error = self._replayed(Squares(is_mirrored=True))
            if mirrored.plies > builder.plies or not other_error:
                builder, error = mirrored, other_error
        if error:
            raise error
        return self._described(builder)

    def _replayed(self, reader: Squares) -> tuple[GameBuilder, IllegalMoveError | None]:
        """As much of the game as can be played, and what stopped it."""
        builder = GameBuilder()
        times = Times(_read_clock(self.head))
        try:
            builder = GameBuilder(self._start(reader))
            for node in self.nodes:
                self._play(builder, node, reader, times)
        except IllegalMoveError as error:
            return builder, error
        return builder, None

    def _start(self, reader: Squares) -> Position:
        node = self.nodes[0]
        turn = Color.parse(node["PL"][0]) if "PL" in node else Color.BLACK
        if not {"AB", "AW"} & node.keys():
            start = Position.start()
            return start if turn is start.turn else Position.from_discs(start.black, start.white, turn)
        return Position.from_discs(
            reader.squares(node.get("AB", ())), reader.squares(node.get("AW", ())), turn
        )

    def _play(
        self, builder: GameBuilder, node: Mapping[str, list[str]], reader: Squares, times: "Times"
    ) -> None:
        if node is not self.nodes[0] and {"AB", "AW", "AE"} & node.keys():
            raise InvalidNotationError(f"discs are set after move {builder.plies}, not before the first")
        for name in (name for name in node if name in ("B", "W")):
            turn = Color.parse(name)
            try:
                move = reader.move(node[name][0])
            except InvalidNotationError as error:
                raise InvalidNotationError(f"move {builder.plies + 1}: {error}") from None
            value = _number(node.get("V", [""])[0])
            if value is not None and turn is Color.WHITE:
                value = -value
            left = _number(node.get(f"{name}L", [""])[0])
            builder.add(move, turn, value=value, seconds=times.taken(turn, left))

    def _described(self, builder: GameBuilder) -> GameRecord:
        head = self.head
        clock = _read_clock(head)
        control = format_clock(clock) if clock else ""
        players = [
            Player(head.get(f"P{letter}", ""), _number(head.get(f"{letter}R", "")), control)
            for letter in "BW"
        ]
        result, ending = _read_result(head.get("RE", ""))
        return builder.record(
            black=players[0],
            white=players[1],
            event=head.get("EV") or head.get("PC", ""),
            date=head.get("DT", ""),
            result=result,
            ending=ending,
            comment=head.get("GC", ""),
        )

    def _declared(self) -> str | None:
        """The encoding that the file names, if it is one of those in use."""
        name = sgf_grammar.simpletext_value(self.root.get("CA", [b""])[0]).decode("ascii", "replace").lower()
        return name if name in _ENCODINGS else None

    def _text(self, raw: bytes) -> str:
        content: bytes = sgf_grammar.simpletext_value(raw)
        if self.encoding:
            return content.decode(self.encoding, "replace").strip()
        try:
            return content.decode("utf-8").strip()
        except UnicodeDecodeError:
            return content.decode("iso-8859-1").strip()


class Times:
    """What each side has left, which SGF writes, and what a move took, which it does not."""

    def __init__(self, clock: Clock | None) -> None:
        self._left: dict[Color, float | None] = dict.fromkeys(Color, clock.main if clock else None)
        self._increment = clock.increment if clock else 0

    def taken(self, turn: Color, left: float | None) -> float | None:
        """Seconds that a move took after which *left* are left; None where that is not known."""
        before, self._left[turn] = self._left[turn], left
        if before is None or left is None:
            return None
        seconds = round(before + self._increment - left, 3)
        return seconds if seconds >= 0 else None

    def left(self, turn: Color, seconds: float | None) -> float | None:
        """Seconds that are left after a move that took *seconds*; None where that is not known."""
        before, left = self._left[turn], None
        if before is not None and seconds is not None:
            left = round(before + self._increment - seconds, 3)
        self._left[turn] = left
        return left


def _number(text: str) -> float | None:
    """The number that the text is; None if it is none, as in a rating of "5d"."""
    return float(text) if _NUMBER.fullmatch(text) else None


def _read_clock(head: Mapping[str, str]) -> Clock | None:
    """The time control, as far as it is one of seconds for the game and for each move."""
    main, overtime = _number(head.get("TM", "")), head.get("OT", "").lower()
    fischer = _FISCHER.fullmatch(overtime)
    if main is None or main < 0 or not (fischer or overtime in ("", "none")):
        return None
    return Clock(int(main), int(fischer[1]) if fischer else 0, 0)


def _read_result(text: str) -> tuple[float | None, Ending | None]:
    if text.lower() in ("", "?", "void"):
        return None, None
    if text.lower() in ("0", "draw"):
        return 0.0, None
    match = _RESULT.fullmatch(text)
    ending = _ENDINGS.get(match[2][:1].lower()) if match else None
    if not match or (match[2].isalpha() and not ending):
        raise InvalidNotationError(f"{quoted(text)} is no result: write B+12, W+4, 0, B+R, B+T, B+F or ?")
    if not match[2].strip("."):
        return None, None
    margin = MARGIN_UNKNOWN if ending else float(match[2])
    return margin if match[1] in "bB" else -margin, ending
