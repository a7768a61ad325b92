"""Conversion of the main line of an SGF game to a game record.

`othello.formats.sgf` describes the dialects.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from sgfmill import sgf_grammar

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.formats.ggf_clock import GgfClock, format_ggf_clock
from othello.formats.record import Ending, GameBuilder, GameRecord, Player
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import MOVES, PASS, PASS_NAMES, Move, Square, bits_of

Node = Mapping[str, Sequence[bytes]]
"""The raw values of a node's properties, by name."""

OTHELLO = "2"
GO = "1"
"""Values of GM, the game. Some Go programs write Othello games as Go games."""
MARGIN_UNKNOWN = 64.0
"""Margin in discs of a win if the file has no margin."""

_PASSES = ("", "tt", *PASS_NAMES)
_ENCODINGS = ("utf-8", "iso-8859-1", "ascii", "cp1252", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "big5")
_POINT = re.compile(r"([a-h])([a-h1-8])")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d*)?", re.ASCII)
_RESULT = re.compile(r"([bBwW])\+(\d{0,2}(?:\.\d*)?|[a-zA-Z]+)", re.ASCII)
_FISCHER = re.compile(r"(\d{1,9})(?:\.0*)? fischer", re.ASCII | re.IGNORECASE)
_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIME, "f": Ending.LEFT}


def read_main_line(nodes: Sequence[Node], encoding: str | None) -> GameRecord:
    """Return the game of a main line.

    *encoding* is the encoding of texts; None means the one that the game declares. Rows of squares are
    counted from the side that makes the moves legal. Raises InvalidNotationError or IllegalMoveError.
    """
    encoding = encoding or _declared_encoding(nodes[0])
    texts = [
        {name: [_decode(value, encoding) for value in values] for name, values in node.items()}
        for node in nodes
    ]
    head = {name: values[0] for name, values in texts[0].items()}
    game = head.get("GM", OTHELLO)
    if game.lower() == "othello":
        raise InvalidNotationError(
            "GM[Othello] is a game in GGF, not in SGF: convert it with othello convert"
        )
    if game not in (OTHELLO, GO):
        raise InvalidNotationError(f"the game is GM[{game}], not Othello, GM[2]")
    if head.get("SZ", "8") not in ("8", "8:8"):
        raise InvalidNotationError(f"the board has the size {quoted(head['SZ'])}, not 8")
    return _describe(_build(texts, _parse_clock(head)), head)


class Times:
    """Conversion between the time left for a side, as in SGF, and the time of each move."""

    def __init__(self, clock: GgfClock | None) -> None:
        self._left: dict[Color, float | None] = dict.fromkeys(Color, clock.main if clock else None)
        self._increment = clock.increment if clock else 0

    def taken(self, turn: Color, left: float | None) -> float | None:
        """Return the seconds that a move took if *left* seconds remain after it; None if unknown."""
        before, self._left[turn] = self._left[turn], left
        if before is None or left is None:
            return None
        seconds = round(before + self._increment - left, 3)
        return seconds if seconds >= 0 else None

    def left(self, turn: Color, seconds: float | None) -> float | None:
        """Return the seconds left after a move that took *seconds*; None if unknown."""
        before, left = self._left[turn], None
        if before is not None and seconds is not None:
            left = round(before + self._increment - seconds, 3)
        self._left[turn] = left
        return left


class _Points:
    """A reader of squares, with rows from the top or from the bottom."""

    def __init__(self, *, is_mirrored: bool) -> None:
        self._is_mirrored = is_mirrored

    def move(self, text: str) -> Move:
        return PASS if text.lower() in _PASSES else self.square(text)

    def square(self, text: str) -> Square:
        found = _POINT.fullmatch(text.lower())
        if not found:
            raise InvalidNotationError(f"{quoted(text)} is not a square: use two letters a-h, or f5")
        column = ord(found[1]) - ord("a")
        if found[2].isdigit():
            return MOVES[8 * (int(found[2]) - 1) + column]
        row = ord(found[2]) - ord("a")
        return MOVES[8 * (7 - row if self._is_mirrored else row) + column]

    def bits(self, values: Iterable[str]) -> int:
        """Return the squares of a list of points as a word; "aa:bc" is a rectangle."""
        bits = 0
        for value in values:
            first, _, last = value.partition(":")
            begin = self.square(first)
            end = self.square(last) if last else begin
            rows, columns = sorted((begin // 8, end // 8)), sorted((begin % 8, end % 8))
            bits |= bits_of(
                8 * row + column
                for row in range(rows[0], rows[1] + 1)
                for column in range(columns[0], columns[1] + 1)
            )
        return bits


def _build(nodes: Sequence[Mapping[str, list[str]]], clock: GgfClock | None) -> GameBuilder:
    """Return the game, with rows from the top or the bottom, whichever makes more moves legal."""
    builder, error = _build_legal(nodes, clock, _Points(is_mirrored=False))
    if error:
        mirrored, other_error = _build_legal(nodes, clock, _Points(is_mirrored=True))
        if mirrored.plies > builder.plies or not other_error:
            builder, error = mirrored, other_error
    if error:
        raise error
    return builder


def _build_legal(
    nodes: Sequence[Mapping[str, list[str]]], clock: GgfClock | None, points: _Points
) -> tuple[GameBuilder, IllegalMoveError | None]:
    """Return the game up to the first illegal move, and the error of that move."""
    builder = GameBuilder()
    times = Times(clock)
    try:
        builder = GameBuilder(_parse_start(nodes[0], points))
        for number, node in enumerate(nodes):
            if number and {"AB", "AW", "AE"} & node.keys():
                raise InvalidNotationError(f"discs are set after move {builder.plies}, not before the first")
            _add_moves(builder, node, points, times)
            if number and builder.plies and "C" in node:
                builder.comment(node["C"][0])
    except IllegalMoveError as error:
        return builder, error
    return builder, None


def _parse_start(node: Mapping[str, list[str]], points: _Points) -> Position:
    turn = Color.parse(node["PL"][0]) if "PL" in node else Color.BLACK
    if {"AB", "AW", "AE"} & node.keys():
        return Position.from_discs(points.bits(node.get("AB", ())), points.bits(node.get("AW", ())), turn)
    start = Position.start()
    return start if turn is start.turn else Position.from_discs(start.black, start.white, turn)


def _add_moves(builder: GameBuilder, node: Mapping[str, list[str]], points: _Points, times: Times) -> None:
    """Add the moves of a node, usually one, with its value and time."""
    for name in (name for name in node if name in ("B", "W")):
        turn = Color.parse(name)
        try:
            move = points.move(node[name][0])
        except InvalidNotationError as error:
            raise InvalidNotationError(f"move {builder.plies + 1}: {error}") from None
        value = _parse_number(node.get("V", [""])[0])
        if value is not None and turn is Color.WHITE:
            value = -value
        left = _parse_number(node.get(f"{name}L", [""])[0])
        builder.add(move, turn, value=value, seconds=times.taken(turn, left))


def _describe(builder: GameBuilder, head: Mapping[str, str]) -> GameRecord:
    """Return the record of a game with what its first node says about it."""
    clock = _parse_clock(head)
    control = format_ggf_clock(clock) if clock else ""
    black, white = (
        Player(head.get(f"P{letter}", ""), _parse_number(head.get(f"{letter}R", "")), control)
        for letter in "BW"
    )
    result, ending = _parse_result(head.get("RE", ""))
    return builder.record(
        black=black,
        white=white,
        event=head.get("EV") or head.get("PC", ""),
        date=head.get("DT", ""),
        result=result,
        ending=ending,
        comment=" ".join(filter(None, (head.get("GC"), head.get("C")))),
    )


def _declared_encoding(root: Node) -> str | None:
    """Return the encoding that a game declares; None if it is not in `_ENCODINGS`."""
    name = sgf_grammar.simpletext_value(root.get("CA", [b""])[0]).decode("ascii", "replace").lower()
    return name if name in _ENCODINGS else None


def _decode(raw: bytes, encoding: str | None) -> str:
    """Return a decoded text; without *encoding*, UTF-8 or, if that fails, ISO 8859-1."""
    content: bytes = sgf_grammar.simpletext_value(raw)
    if encoding:
        return content.decode(encoding, "replace").strip()
    try:
        return content.decode("utf-8").strip()
    except UnicodeDecodeError:
        return content.decode("iso-8859-1").strip()


def _parse_number(text: str) -> float | None:
    """Return the number of a text; None for other texts, such as a rating of "5d"."""
    return float(text) if _NUMBER.fullmatch(text) else None


def _parse_clock(head: Mapping[str, str]) -> GgfClock | None:
    """Return a time control of main time and increment; None for all others."""
    main, overtime = _parse_number(head.get("TM", "")), head.get("OT", "").lower()
    fischer = _FISCHER.fullmatch(overtime)
    if main is None or main < 0 or not (fischer or overtime in ("", "none")):
        return None
    return GgfClock(int(main), int(fischer[1]) if fischer else 0)


def _parse_result(text: str) -> tuple[float | None, Ending | None]:
    if text.lower() in ("", "?", "void"):
        return None, None
    if text.lower() in ("0", "draw"):
        return 0.0, None
    match = _RESULT.fullmatch(text)
    ending = _ENDINGS.get(match[2][:1].lower()) if match else None
    if not match or (match[2].isalpha() and not ending):
        raise InvalidNotationError(f"{quoted(text)} is not a result: use B+12, W+4, 0, B+R, B+T, B+F or ?")
    if not match[2].strip("."):
        return None, None
    margin = MARGIN_UNKNOWN if ending else float(match[2])
    return margin if match[1] in "bB" else -margin, ending
