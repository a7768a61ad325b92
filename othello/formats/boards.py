"""Reads boards and diagrams in notations that `Position.parse` does not support.

other cells               ● ○ and similar symbols, full-width characters, + or · for empty squares,
                          0 1 2 for empty, black, white, or 0 1 . for black, white, empty (Egaroucid),
                          also with bars between the cells
no side to move           black is to move if the number of discs is even, white if it is odd
text beside a diagram     Edax shows the clock beside the board, and OpenSpiel the side to move
FEN                       8/8/8/3wb3/3bw3/8/8/8 b: row 1 first, or row 8 first with P and p as in chess
two bitboards             0x0000000810000000 0x0000001008000000 b: black's discs, then white's discs,
                          with bit 0 for a1
moves after a board       on the same line, perhaps after ";" as in Edax, or on the following lines
fields                    id;cells;side;text: one position per line
move numbers              a diagram of a whole game, as in books: each square shows the number of its move
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats.format import GAMES, Format
from othello.formats.pgn import CHESS, parse_fen
from othello.formats.record import GameRecord
from othello.formats.textfile import OnError, compatible, read_content, read_values
from othello.formats.transcript import parse_transcript_record
from othello.rules.board import Board
from othello.rules.position import BLACK_CELLS, EMPTY_CELLS, WHITE_CELLS, Position
from othello.rules.score import Color
from othello.rules.square import SQUARE_NAMES

FEWEST_MOVES: Final = 5
"""A diagram with fewer numbered moves than this is not treated as a game."""
FEWEST_CELLS: Final = 63
"""A string with at least this many characters may be a board, even if a cell is missing."""
COMMENTS: Final = ("%", "#")
LONGEST: Final = 1 << 16
"""Maximum number of characters in a board including the text beside it."""

Lines = Sequence[str]
"""The lines of a string, without blank lines and with single spaces between words."""

_SYMBOLS = str.maketrans(
    {**dict.fromkeys("●⚫⬤", "X"), **dict.fromkeys("○⚪◯", "O"), **dict.fromkeys("·∙・□", "-"), "|": " "}
)
_CELL = rf"[{re.escape(BLACK_CELLS + WHITE_CELLS + EMPTY_CELLS)}+]"
# All patterns expect single spaces between words.
_CELLS = re.compile(rf"((?:{_CELL} ?){{64}})(\S+(?: to move)?)?", re.IGNORECASE)
_LONE_LAST = re.compile(r"\S\S \S\Z")
"""A single character after spaces at the end of a string. It is the side to move, not a cell."""
_DIGITS = re.compile(r"((?:[012\-._+] ?){64})(\S+)?")
_MOVES_AFTER = re.compile(
    rf"((?:{_CELL} ?){{64}} ?[xo*bw0]?)[\s;,]+(?=(?:1\.? ?)?(?:[a-h][1-8]|pa|ps))", re.IGNORECASE
)
"""A board followed by moves. Group 1 is the board."""
_FIELD = re.compile(rf" ?(?:{_CELL}{{64}}|[01.-]{{64}}|[012]{{64}}) ?", re.IGNORECASE)
_SIDE = re.compile(r" ?(?:[xobw*]|black|white) ?", re.IGNORECASE)
_SEPARATOR = re.compile(r"[;,\t]")
_ROW = re.compile(rf"([1-8]) ((?:{_CELL} ?){{8}})")
_FEN = re.compile(rf"((?:(?:[1-8]|{_CELL}){{1,8}}/){{7}}(?:[1-8]|{_CELL}){{1,8}})(?: (\w+|\*))?[ \d-]*")
_WORDS = re.compile(r"0x([0-9a-f]{1,16})[ ,;]{1,3}0x([0-9a-f]{1,16})(?:[ ,;]{1,3}(\w+|\*))?", re.IGNORECASE)
_TURN = re.compile(
    r"(\*|\b(?:black|white|x|o)\b)(?: \([xo]\))?(?:'s turn| (?:is )?to (?:move|play))", re.IGNORECASE
)


def parse_board(text: str) -> GameRecord:
    """Return the game that consists of a board or diagram in *text* and of the moves after it.

    Raises InvalidNotationError if *text* cannot be read. Raises IllegalMoveError if a move is illegal.

    >>> parse_board("8/8/8/3wb3/3bw3/8/8/8").board() == Board()
    True
    """
    if moves := _MOVES_AFTER.match(text.lstrip()):
        position = Position.parse(moves[1])
        return parse_transcript_record(text.lstrip()[moves.end() :], position)
    if game := _read_fields(text):
        return game
    try:
        return GameRecord.from_board(Board.parse(text))
    except InvalidNotationError:
        if chess_fen := parse_fen(text):
            as_in_chess, _ = chess_fen
            return GameRecord(start=as_in_chess, warnings=(f"{CHESS}, with row 8 first",))
        board = _other(text)
        if board is None:
            raise
        return GameRecord.from_board(board)


def read_boards(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file that contains one board or diagram, or one board per line.

    Raises FormatError (see `othello.formats`).
    """
    text = read_content(path).decode("utf-8-sig", "replace")
    try:
        game = parse_board("\n".join(line for line in text.splitlines() if not line.startswith(COMMENTS)))
    except OthelloError as error:
        has_boards_in_lines = any(map(begins_board, text.splitlines()))
        if not has_boards_in_lines:
            raise FormatError(path, None, str(error)) from None
    else:
        yield game
        return
    rule = "each line must be a position, with or without moves after it"
    yield from filter(None, read_values(path, _parse_line, rule=rule, on_error=on_error))


def _parse_line(line: str, number: int) -> GameRecord | None:
    is_heading = number == 1 and not begins_board(line)
    return None if is_heading or line.startswith(COMMENTS) else parse_board(line)


def begins_board(text: str) -> bool:
    """Return whether *text* begins with a board and its moves, or with fields that include a board."""
    return bool(_MOVES_AFTER.match(text.lstrip())) or _field_of(text.lstrip().partition("\n")[0]) is not None


def _field_of(line: str) -> int | None:
    """Return the index of the field that contains the board, or None if *line* is not a line of fields."""
    if len(line) > LONGEST:
        return None
    fields = _SEPARATOR.split(line)
    if len(fields) < 2:
        return None
    return next((at for at, field in enumerate(fields) if _FIELD.fullmatch(field)), None)


def _read_fields(text: str) -> GameRecord | None:
    """Return a game without moves from a line of fields, or None if *text* is not such a line.

    All fields except the board and the side to move become the comment.
    """
    line = text.strip()
    at = None if "\n" in line else _field_of(line)
    if at is None:
        return None
    fields = [field.strip() for field in _SEPARATOR.split(line)]
    board = fields.pop(at)
    side = fields.pop(at) if at < len(fields) and _SIDE.fullmatch(fields[at]) else ""
    game = parse_board(f"{board} {side}" if side else board)
    return replace(game, comment=", ".join(filter(None, fields)))


def format_fen(position: Position) -> str:
    """Return a position in FEN, which contains its rows, with counts of empty squares, and the side to move.

    >>> format_fen(Position.start())
    '8/8/8/3ox3/3xo3/8/8/8 x'
    """
    return f"{format_rows(position, 'x', 'o')} {'x' if position.turn is Color.BLACK else 'o'}"


def format_rows(position: Position, black: str, white: str) -> str:
    """Return the rows of a FEN, row 1 first. *black* and *white* are the letters for the discs."""
    cells, _ = position.format().split()  # the second part is the side to move
    cells = cells.translate(str.maketrans("XO", black + white))
    rows = (cells[at : at + 8] for at in range(0, 64, 8))
    return re.sub("-+", lambda empty: str(len(empty[0])), "/".join(rows))


def is_like_cells(text: str) -> bool:
    """Return whether *text* is at least as long as a board and contains mostly cells."""
    cells = "".join(text[:LONGEST].split())
    return len(cells) >= FEWEST_CELLS and sum(cell in "-._XxOo*0" for cell in cells) > len(cells) / 2


def is_other_board(text: str) -> bool:
    """Return whether *text* is a board in a notation that only `parse_board` can read."""
    try:
        return parse_fen(text) is not None or _other(text) is not None
    except InvalidNotationError:
        return True


def _other(text: str) -> Board | None:
    """Return the board in *text*, or None if it is not in any of this module's notations."""
    lines = [" ".join(line.split()) for line in compatible(text.translate(_SYMBOLS)).splitlines()]
    lines = [line for line in lines if line]
    if sum(map(len, lines)) > LONGEST:
        return None
    boards = (read(lines) for read in _READERS)
    return next((board for board in boards if board is not None), None)


def _read_numbers(lines: Lines) -> Board | None:
    """Return the game in a diagram whose squares show the move numbers. For other lines, return None."""
    rows = [line.split() for line in lines if not re.fullmatch(r"[ a-hA-H]*", line)]
    if len(rows) != 8:
        return None
    # The label of each row comes before it and possibly also after it.
    has_labels = all(len(row) in (9, 10) and row[0] == str(number) for number, row in enumerate(rows, 1))
    if has_labels:
        rows = [row[1:9] for row in rows]
    cells = [cell for row in rows for cell in row]
    # Longer numbers are not moves, and int() raises an exception for numbers with thousands of digits.
    squares = {int(cell): at for at, cell in enumerate(cells) if cell.isdecimal() and len(cell) < 3}
    count = len(squares)
    is_game = len(cells) == 64 and count >= FEWEST_MOVES and sorted(squares) == list(range(1, count + 1))
    has_other_numbers = sum(cell.isdecimal() for cell in cells) != count
    if not is_game or has_other_numbers:
        return None
    board = Board()
    board.push_transcript("".join(SQUARE_NAMES[square] for _, square in sorted(squares.items())))
    return board


def _read_digits(lines: Lines) -> Board | None:
    """Return a board written as 64 digits from 0 to 2, or with 0, 1 and another sign for empty squares."""
    match = _DIGITS.fullmatch(" ".join(lines))
    if not match:
        return None
    cells = set(match[1])
    digits = cells & set("012")
    if digits == {"0", "1"} and not cells & set("-._+"):
        raise InvalidNotationError(
            "a board of only 0 and 1 can be read in two ways: use X for black, O for white and - for empty"
        )
    black, white = ("0", "1") if digits == {"0", "1"} else ("1", "2")
    if not {black, white} <= digits:
        return None
    named_cells = match[1].translate(str.maketrans(f"0+{black}{white}", "--XO"))
    return _board(named_cells, {black: "X", white: "O"}.get(match[2], match[2]))


def _read_cells(lines: Lines) -> Board | None:
    """Return the board given as 64 cells, with or without the side to move."""
    text = " ".join(lines)
    match = _CELLS.fullmatch(text)
    if not match or (match[2] is None and _LONE_LAST.search(text)):
        return None
    return _board(match[1], match[2])


def _read_rows(lines: Lines) -> Board | None:
    """Return the board in a diagram with text beside it."""
    rows = list(filter(None, map(_ROW.match, lines)))
    if [row[1] for row in rows] != list("12345678"):
        return None
    turn = _TURN.search(" ".join(lines))
    return _board("".join(row[2] for row in rows), turn[1] if turn else None)


def _read_fen(lines: Lines) -> Board | None:
    """Return the board given as a FEN, row 1 first, as in "8/8/8/3wb3/3bw3/8/8/8 b"."""
    text = " ".join(lines)
    match = _FEN.fullmatch(text)
    if not match:
        return None
    cells = re.sub(r"[1-8]", lambda digit: "-" * int(digit[0]), match[1])
    if [len(row) for row in cells.split("/")] != [8] * 8:
        raise InvalidNotationError("each of the eight rows must have eight squares, as in 3wb3")
    return _board(cells.replace("/", ""), match[2])


def _read_words(lines: Lines) -> Board | None:
    """Return the board given as two bitboards, as in "0x810000000 0x1008000000 b"."""
    match = _WORDS.fullmatch(" ".join(lines))
    if not match:
        return None
    black, white = int(match[1], 16), int(match[2], 16)
    cells = "".join("X" if black >> at & 1 else "O" if white >> at & 1 else "-" for at in range(64))
    if black & white:
        raise InvalidNotationError("both bitboards have a disc on the same square: remove one of them")
    return _board(cells, match[3])


def _board(cells: str, side: str | None) -> Board:
    """Return the board with these 64 cells. If *side* is empty or None, the disc count decides the turn."""
    cells = "".join(cells.split()).replace("+", "-")
    discs = sum(cell not in EMPTY_CELLS for cell in cells)
    implied = Color.BLACK if discs % 2 == 0 else Color.WHITE
    return Board(Position.parse(f"{cells} {side or ''}", default_turn=implied))


_READERS: Final[tuple[Callable[[Lines], Board | None], ...]] = (
    _read_numbers,
    _read_digits,
    _read_cells,
    _read_rows,
    _read_fen,
    _read_words,
)

FORMAT: Final = Format("board", (), read_boards, None, parse_board, keeps=GAMES)
