"""SGF, the Smart Game Format, with GM[2] for Othello.

The grammar is that of FF[4]; sgfmill reads and writes it. What is Othello's own has dialects:

    squares   two letters, column and row from the top, [fe] for f5 (Quarry; this is written);
              a name, [f5] or [F5] (Edax); two letters with rows from the bottom, [fd] for f5
              (GoGui and other programs for Go), known by moves that are illegal otherwise
    passes    [], [pa], [tt], or not written: then one side moves twice (this is written)
    start     AB, AW and PL are the whole position; without them it is the start of a game

Of variations the first one is read. V is a move's value in black's view, BL and WL are the
seconds left after a move. A game that was resigned, or lost on time, has no margin in SGF:
it counts as 64 discs.

Source: the SGF user guide at red-bean.com, and the files of Quarry, Edax and GoGui.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sgfmill import sgf_grammar

from othello import __version__
from othello.board import Board
from othello.errors import FormatError, IllegalMoveError, InvalidNotationError, quoted
from othello.formats.ggf import Clock, common_clock, format_clock
from othello.formats.record import Ending, GameRecord, PlayedMove, Player, Replay
from othello.formats.textfile import OnError, read_chunks, read_raw_lines, unusable
from othello.position import Position
from othello.score import Color
from othello.square import PASS, PASS_NAMES, Move, Square, bits_of, squares_of

Node = Mapping[str, Sequence[bytes]]

_OTHELLO, _GO = "2", "1"
_PASSES = ("", "tt", *PASS_NAMES)
_ENCODINGS = ("utf-8", "iso-8859-1", "ascii", "cp1252", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "big5")
_BEGIN = re.compile(rb"\(\s*;")
_MARK = re.compile(rb"[()\[]")
_VALUE_END = re.compile(rb"\\.|\]", re.DOTALL)
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d*)?", re.ASCII)
_RESULT = re.compile(r"([bBwW])\+(\d{0,2}(?:\.\d*)?|[a-zA-Z]+)", re.ASCII)
_FISCHER = re.compile(r"(\d{1,9})(?:\.0*)? fischer", re.ASCII | re.IGNORECASE)
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?= )", re.ASCII)

_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIME, "f": Ending.LEFT}
_ENDING_WORDS = {Ending.RESIGNED: "R", Ending.TIME: "T", Ending.LEFT: "F"}
_MOST = 64.0
_TURNS = {Color.BLACK: "B", Color.WHITE: "W"}


def parse_sgf(text: str | bytes) -> GameRecord:
    """The first game of the text; raises InvalidNotationError or IllegalMoveError.

    >>> parse_sgf("(;GM[2]PB[alice];B[fe];W[ff])").moves == parse_sgf("(;GM[2];B[f5];W[F6])").moves
    True
    """
    content = text.encode("utf-8", "replace") if isinstance(text, str) else text
    try:
        nodes = list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(content)))
    except ValueError as error:
        raise InvalidNotationError(f"this is not SGF: {error}") from None
    return _Game(nodes, "utf-8" if isinstance(text, str) else None).record()


def format_sgf(record: GameRecord) -> str:
    """The game in SGF, in lines of some 79 characters."""
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = [_encoded(_head(record)), *map(_encoded, _move_nodes(record))]
    tree.children = []
    text: bytes = sgf_grammar.serialise_game_tree(tree)
    return text.decode("utf-8")


def read_sgf(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """The games of a collection; raises FormatError, see `othello.formats`.

    The line of an error is that where its game begins.
    """
    games = _split(read_raw_lines(path))
    return read_chunks(path, games, parse_sgf, kind="a game, (;GM[2]...),", on_error=on_error)


def write_sgf(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a collection; raises FormatError."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(map(format_sgf, records))
    except OSError as error:
        raise unusable(path, error) from None


def load_sgf(path: str | Path, move_number: int | None = None) -> Board:
    """The first game of a file as it stands before a move, from 1; after all moves if None.

    Passes count, written or not. Raises FormatError, also where the game is shorter.
    """
    record = next(read_sgf(path))
    if move_number is None:
        return record.board()
    if not 1 <= move_number <= len(record.moves) + 1:
        raise FormatError(path, None, f"there is no move {move_number}: the game has {len(record.moves)}")
    return record.board(move_number - 1)


def _split(lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """The bytes of each game, with the number of the line where it begins, and nothing between games."""
    game: list[bytes] = []
    first = depth = 0
    in_value = False
    for number, line in lines:
        place = 0
        while place < len(line):
            match = (_VALUE_END if in_value else _MARK).search(line, place)
            end = match.end() if match else len(line)
            if match and match[0] == b"(" and not depth:
                first, place = number, match.start()
            if match and not in_value:
                depth = max(0, depth + {b"(": 1, b")": -1}.get(match[0], 0))
            if depth or game:
                game.append(line[place:end])
            if match and match[0] == b"[":
                in_value = depth > 0
            elif match and match[0] == b"]":
                in_value = False
            if game and not depth:
                if _BEGIN.search(found := b"".join(game)):
                    yield first, found
                game = []
            place = end
    if _BEGIN.search(found := b"".join(game)):
        yield first, found


@dataclass
class _Reader:
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


class _Game:
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
        if self.head.get("GM", _OTHELLO) not in (_OTHELLO, _GO):
            raise InvalidNotationError(f"the game is GM[{self.head['GM']}], not Othello, GM[2]")
        if self.head.get("SZ", "8") not in ("8", "8:8"):
            raise InvalidNotationError(f"the board has the size {quoted(self.head['SZ'])}, not 8")
        replay, error = self._replayed(_Reader(is_mirrored=False))
        if error:
            mirrored, other_error = self._replayed(_Reader(is_mirrored=True))
            if len(mirrored.played) > len(replay.played) or not other_error:
                replay, error = mirrored, other_error
        if error:
            raise error
        return self._described(replay)

    def _replayed(self, reader: _Reader) -> tuple[Replay, IllegalMoveError | None]:
        """As much of the game as can be played, and what stopped it."""
        replay = Replay()
        times = _Times(_read_clock(self.head))
        try:
            replay = Replay(self._start(reader))
            for node in self.nodes:
                self._play(replay, node, reader, times)
        except IllegalMoveError as error:
            return replay, error
        return replay, None

    def _start(self, reader: _Reader) -> Position:
        node = self.nodes[0]
        turn = Color.parse(node["PL"][0]) if "PL" in node else Color.BLACK
        if not {"AB", "AW"} & node.keys():
            start = Position.start()
            return start if turn is start.turn else Position.from_discs(start.black, start.white, turn)
        return Position.from_discs(
            reader.squares(node.get("AB", ())), reader.squares(node.get("AW", ())), turn
        )

    def _play(self, replay: Replay, node: Mapping[str, list[str]], reader: _Reader, times: "_Times") -> None:
        if node is not self.nodes[0] and {"AB", "AW", "AE"} & node.keys():
            raise InvalidNotationError(f"discs are set after move {len(replay.played)}, not before the first")
        for name in node.keys() & {"B", "W"}:
            turn = Color.parse(name)
            try:
                move = reader.move(node[name][0])
            except InvalidNotationError as error:
                raise InvalidNotationError(f"move {len(replay.played) + 1}: {error}") from None
            value = _number(node.get("V", [""])[0])
            if value is not None and turn is Color.WHITE:
                value = -value
            left = _number(node.get(f"{name}L", [""])[0])
            replay.add(move, turn, value=value, seconds=times.taken(turn, left))

    def _described(self, replay: Replay) -> GameRecord:
        head = self.head
        clock = _read_clock(head)
        control = format_clock(clock) if clock else ""
        players = [
            Player(head.get(f"P{letter}", ""), _number(head.get(f"{letter}R", "")), control)
            for letter in "BW"
        ]
        result, ending = _read_result(head.get("RE", ""))
        return replay.record(
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


class _Times:
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
    margin = _MOST if ending else float(match[2])
    return margin if match[1] in "bB" else -margin, ending


def _format_result(record: GameRecord) -> str:
    if record.result is None:
        return "?"
    if not record.result:
        return "0"
    winner = "B" if record.result > 0 else "W"
    if record.ending in _ENDING_WORDS and abs(record.result) == _MOST:
        return f"{winner}+{_ENDING_WORDS[record.ending]}"
    return f"{winner}+{abs(record.result):g}"


def _head(record: GameRecord) -> dict[str, list[str]]:
    """The properties of the first node, in the order in which they are usual."""
    head = {"GM": _OTHELLO, "FF": "4", "CA": "UTF-8", "AP": f"othello:{__version__}", "SZ": "8"}
    clock = common_clock(record)
    if clock:
        head["TM"] = str(clock.main)
        head["OT"] = f"{clock.increment} fischer" if clock.increment else ""
    head["EV"], head["DT"] = record.event, (_ISO_DATE.match(record.date) or [record.date])[0]
    for letter, player in zip("BW", (record.black, record.white), strict=True):
        head[f"P{letter}"] = player.name
        head[f"{letter}R"] = "" if player.rating is None else f"{player.rating:.9g}"
    head["RE"], head["GC"] = _format_result(record), record.comment
    lists = {name: [value] for name, value in head.items() if value}
    start = record.start
    if start != Position.start():
        for name, bits in (("AB", start.black), ("AW", start.white)):
            if bits:
                lists[name] = [_letters(square) for square in squares_of(bits)]
        lists["PL"] = [_TURNS[start.turn]]
    return lists


def _move_nodes(record: GameRecord) -> Iterator[dict[str, list[str]]]:
    times = _Times(common_clock(record))
    turn = record.start.turn
    for played in record.played:
        if played.move != PASS:
            yield _move_node(played, turn, times)
        turn = turn.other


def _move_node(played: PlayedMove, turn: Color, times: _Times) -> dict[str, list[str]]:
    name = _TURNS[turn]
    node = {name: [_letters(played.move)]}
    if played.value is not None:
        node["V"] = [f"{played.value if turn is Color.BLACK else -played.value:.2f}"]
    left = times.left(turn, played.seconds)
    if left is not None:
        node[f"{name}L"] = [f"{left:.3f}"]
    return node


def _letters(square: Square) -> str:
    return f"{chr(ord('a') + square % 8)}{chr(ord('a') + square // 8)}"


def _encoded(node: Mapping[str, Sequence[str]]) -> dict[str, list[bytes]]:
    return {
        name: [sgf_grammar.escape_text(" ".join(value.split()).encode()) for value in values]
        for name, values in node.items()
    }
