"""SGF, the Smart Game Format, in which GM[2] stands for Othello.

The sgfmill library reads and writes the FF[4] grammar. Programs differ in how they write squares, passes and
first positions:

    squares   [fe] is f5: the column, then the row from the top, as written by Quarry and `format_sgf`.
              [f5] or [F5] is the name of the square, as written by Edax.
              [fd] is f5 if rows are counted from the bottom, as in GoGui and Go programs. Squares are read
              this way if the moves are illegal with rows counted from the top.
    passes    [], [pa] or [tt], or omitted, so that one side moves twice. `format_sgf` omits passes.
    start     AB, AW, AE and PL in the nodes before the first move. If all these discs are outside the
              center, they are a handicap in addition to the usual first discs. If PL is missing, the side
              of the first move is to move.

C is the comment on a move. GC and the first node's C are comments on the game. V is the value of a move in
discs from black's point of view. BL and WL are the seconds left after a move. If a game ended by resignation
or on time, SGF states no margin, and the game counts as a win by 64 discs.

Source: the SGF user guide at red-bean.com, and files from Quarry, Edax and GoGui.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from sgfmill import sgf_grammar

from othello.errors import FormatError, InvalidNotationError
from othello.formats.format import ALL, Format
from othello.formats.ggf_clock import Times, common_clock
from othello.formats.record import MARGIN_UNKNOWN, Ending, GameRecord, PlayedMove, Variation
from othello.formats.sgf_reader import CENTER, OTHELLO, REVIEW, Tree, read_tree
from othello.formats.textfile import LONGEST_GAME, OnError, read_chunks, read_raw_lines, write_lines
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, Move, Square, squares_of
from othello.version import __version__

_BEGIN = re.compile(rb"\(\s*(;|(?=[A-Z]{1,2}\s*\[))")
"""The beginning of a game. Group 1 is the semicolon, which some programs omit."""
_PIECES = re.compile(rb"(\\.|[()\[\]])", re.DOTALL)
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?= )", re.ASCII)

Marks: TypeAlias = Mapping[tuple[int, Move], Mapping[str, Sequence[str]]]
NO_MARKS: Final[Marks] = {}

_ENDING_WORDS = {Ending.RESIGNED: "R", Ending.TIME: "T", Ending.LEFT: "F"}
_TURNS = {Color.BLACK: "B", Color.WHITE: "W"}


def parse_sgf(text: str | bytes) -> GameRecord:
    """Return the first game in an SGF string. Raises InvalidNotationError or IllegalMoveError.

    >>> parse_sgf("(;GM[2]PB[alice];B[fe];W[ff])").moves == parse_sgf("(;GM[2];B[f5];W[F6])").moves
    True
    """
    content = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if len(content) > LONGEST_GAME:
        raise InvalidNotationError(f"the game is larger than {LONGEST_GAME >> 20} MiB")
    if (begin := _BEGIN.match(content.lstrip())) and not begin[1]:
        content = b"(;" + content.lstrip()[begin.end() :]
    try:
        tree = sgf_grammar.parse_sgf_game(content)
    except ValueError as error:
        raise InvalidNotationError(f"this is not SGF: {error}") from None
    return read_tree(tree, "utf-8" if isinstance(text, str) else None)


def format_sgf(record: GameRecord, comment: str = "", marks: Marks = NO_MARKS) -> str:
    """Return a game as SGF, in lines of about 79 characters.

    comment -- a comment for the first node, in addition to the record's comment
    marks   -- further properties for the nodes of the game's moves or of first moves in variations. A key
               consists of the move number, counting passes, and the move.
    """
    times = Times(common_clock(record))
    tree = _tree(0, record.start.turn, record.played, record.variations, times, marks)
    head = _head(record) | ({"C": [comment]} if comment else {})
    tree.sequence.insert(0, _encode(head))
    text: bytes = sgf_grammar.serialise_game_tree(tree)
    return text.decode("utf-8")


def read_sgf(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file. Raises FormatError (see `othello.formats`).

    An error message contains the number of the game's first line.
    """
    rule = "games must be written as (;GM[2]...)"
    return read_chunks(path, _split(read_raw_lines(path)), parse_sgf, rule=rule, on_error=on_error)


def write_sgf(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write games to a file. Raises FormatError if the file cannot be written."""
    write_lines(path, (format_sgf(record).rstrip("\n") for record in records))


def load_sgf(path: str | Path, move_number: int | None = None) -> Board:
    """Return the board of the first game in a file, before move number *move_number* or after all moves.

    The first move is number 1. Passes count, even if the file omits them. Raises FormatError if the file
    cannot be read or the game is too short.
    """
    record = next(read_sgf(path))
    if move_number is None:
        return record.board()
    if not 1 <= move_number <= len(record.moves) + 1:
        raise FormatError(
            path, None, f"there is no move {move_number}: the game has {len(record.moves)} moves"
        )
    return record.board(move_number - 1)


def _split(lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield each game's first line number and its bytes. Text between games is ignored."""
    return ((first, tree) for first, tree in _trees(lines) if _BEGIN.search(tree))


def _trees(lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield the line number and bytes of each outermost pair of parentheses.

    The last closing parenthesis may be missing.
    """
    tree: list[bytes] = []
    first = depth = 0
    in_value = False
    for number, line in lines:
        for piece in _PIECES.split(line):
            if in_value:
                in_value = piece != b"]"
            elif piece == b"(":
                if not depth:
                    first = number
                depth += 1
            elif piece == b"[":
                in_value = depth > 0
            if depth:
                tree.append(piece)
            if piece == b")" and not in_value and depth:
                depth -= 1
                if not depth:
                    yield first, b"".join(tree)
                    tree = []
    yield first, b"".join(tree)


def _format_result(record: GameRecord) -> str:
    if record.result is None:
        return "?"
    if not record.result:
        return "0"
    winner = "B" if record.result > 0 else "W"
    if record.ending in _ENDING_WORDS and abs(record.result) == MARGIN_UNKNOWN:
        return f"{winner}+{_ENDING_WORDS[record.ending]}"
    return f"{winner}+{abs(record.result):g}"


def _head(record: GameRecord) -> dict[str, list[str]]:
    """Return the properties of the first node in their usual order."""
    head = {"GM": OTHELLO, "FF": "4", "CA": "UTF-8", "AP": f"othello:{__version__}", "SZ": "8"}
    clock = common_clock(record)
    if clock:
        head["TM"] = str(clock.main)
        head["OT"] = f"{clock.increment} fischer" if clock.increment else ""
    date = _ISO_DATE.match(record.date)
    head["EV"], head["DT"] = record.event, date[0] if date else record.date  # SGF stores no time of day
    for letter, player in zip("BW", (record.black, record.white), strict=True):
        head[f"P{letter}"] = player.name
        head[f"{letter}R"] = "" if player.rating is None else f"{player.rating:.9g}"
    head["RE"], head["GC"] = _format_result(record), record.comment
    head[REVIEW] = record.review
    lists = {name: [value] for name, value in head.items() if value}
    start = record.start
    if start != Position.start():
        for name, bits in (("AB", start.black), ("AW", start.white)):
            if bits:
                lists[name] = [letters(square) for square in squares_of(bits)]
        if not (start.black | start.white) & CENTER:
            lists["AE"] = ["dd:ee"]  # without this, readers would add the usual first discs
        lists["PL"] = [_TURNS[start.turn]]
    return lists


def _tree(
    ply: int,
    turn: Color,
    played: Sequence[PlayedMove],
    variations: Sequence[Variation],
    times: Times,
    marks: Marks,
) -> Tree:
    """Return the SGF tree for a line of moves that begins after *ply* moves, with *turn* to move.

    Passes are omitted, except at the beginning of a variation, because a tree needs at least one node.
    """
    tree = Tree()
    # The sequence of nodes in a tree must end where the first variation begins.
    end = min((variation.ply for variation in variations), default=ply + len(played))
    for number, played_move in enumerate(played[: end - ply]):
        if played_move.move is not PASS or (ply and not number):
            own = marks.get((ply + number + 1, played_move.move), {})
            tree.sequence.append(_encode({**_move_node(played_move, turn, times), **own}))
        turn = turn.other
    here = [variation for variation in variations if variation.ply == end]
    later = [variation for variation in variations if variation.ply > end]
    if here:
        firsts = {key: own for key, own in marks.items() if key[0] == end + 1}
        tree.children = [
            _tree(end, turn, played[end - ply :], later, times.branch(), marks),
            *(
                _tree(end, turn, variation.played, variation.variations, times.branch(), firsts)
                for variation in here
            ),
        ]
    return tree


def _move_node(played: PlayedMove, turn: Color, times: Times) -> dict[str, list[str]]:
    name = _TURNS[turn]
    node = {name: ["" if played.move is PASS else letters(played.move)]}
    if played.value is not None:
        node["V"] = [f"{played.value if turn is Color.BLACK else -played.value:.2f}"]
    if played.comment:
        node["C"] = [played.comment]
    left = times.left(turn, played.seconds)
    if left is not None:
        node[f"{name}L"] = [f"{left:.3f}"]
    return node


def letters(square: Square) -> str:
    """Return a square's two letters, which are its column and its row from the top."""
    return f"{chr(ord('a') + square % 8)}{chr(ord('a') + square // 8)}"


def _encode(node: Mapping[str, Sequence[str]]) -> dict[str, list[bytes]]:
    """Return the properties of a node as bytes for sgfmill, with each value escaped and on one line."""
    return {
        name: [
            sgf_grammar.escape_text(" ".join(value.split()).encode("utf-8", "replace")) for value in values
        ]
        for name, values in node.items()
    }


FORMAT: Final = Format(
    "sgf",
    (".sgf",),
    read_sgf,
    write_sgf,
    parse_sgf,
    format_sgf,
    keeps=ALL,
    begins=re.compile(r"\( ?(?:;|GM ?\[)").match,
)
