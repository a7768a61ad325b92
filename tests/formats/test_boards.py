"""Boards and diagrams in other notations."""

import pytest

from othello import Board, Color, FormatError, InvalidNotationError, Position, parse_game, read_games
from othello.formats.boards import is_other_board, parse_board
from tests import positions
from tests.cases import cases

BOARD = Board("f5d6c3")
CELLS, SIDE = BOARD.position.format().split()
ROWS = [CELLS[first : first + 8] for first in range(0, 64, 8)]


def fen(black="b", white="w"):
    rows = []
    for row in ROWS:
        for count in range(8, 0, -1):
            row = row.replace("-" * count, str(count))
        rows.append(row)
    return "/".join(rows).replace("X", black).replace("O", white)


FULL_WIDTH = {ord(cell): ord(cell) + 0xFEE0 for cell in "XO-"}
GAMES = [Board("f5d6c3d3c4f4"), positions.random_board(5), positions.passing_board()]
EDAX = """\
  A B C D E F G H            BLACK (*)
1 - - - - - - - - 1           0:00.000
2 - - - - - - - - 2      6 discs   9 moves
3 - - * - - . - - 3
4 - - - * * - - - 4   ply 4 (57 empties)
5 - - - * * * - - 5      White's turn (O)
6 - - - O - - - - 6      1 discs   4 moves
7 - - - - - - - - 7           0:00.000
8 - - - - - - - - 8           WHITE (O)
  A B C D E F G H
"""
OPENSPIEL = """\
White (o) to play:
  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - x - - - - - 3
4 - - - x x - - - 4
5 - - - o x x - - 5
6 - - - o - - - - 6
7 - - - - - - - - 7
8 - - - - - - - - 8
  a b c d e f g h
"""
TEXTS = {
    "without a side": CELLS,
    "in rows without a side": "\n".join(ROWS),
    "with Unicode discs": "\n".join(ROWS).translate(str.maketrans("XO-", "●○·")),
    "with white and black circles": "".join(ROWS).translate(str.maketrans("XO-", "⚫⚪-")),
    "with plus signs": f"{CELLS.replace('-', '+')} O",
    "between bars": "\n".join(f"|{'|'.join(row)}|" for row in ROWS),
    "of 0, 1 and 2": CELLS.translate(str.maketrans("XO-", "120")),
    "of 1, 2 and dashes, with a side": CELLS.translate(str.maketrans("XO", "12")) + " 2",
    "full-width": f"{CELLS} O".translate(FULL_WIDTH),
    "of 0, 1 and periods": CELLS.translate(str.maketrans("XO-", "01.")) + " 1",
    "of 0, 1 and periods, with the side at the end": CELLS.translate(str.maketrans("XO-", "01.")) + "1",
    "in fields": f"an id;{CELLS.translate(str.maketrans('XO-', 'bw.'))};w;a text;",
    "in a column": f"{CELLS},12",
    "FEN": fen(),
    "FEN with a side": f"{fen('X', 'O')} O",
    "FEN with counters": f"{fen()} w - - 0 4",
    "two words": f"0x{BOARD.position.black:016x} 0x{BOARD.position.white:016x}",
    "two words and a side": f"0x{BOARD.position.black:x}, 0x{BOARD.position.white:x} white",
    "of OpenSpiel": OPENSPIEL,
}


@cases("name", TEXTS)
def test_the_same_position_is_read_in_every_notation_by_both_functions(name):
    for parse in (parse_board, parse_game):
        assert parse(TEXTS[name]).board().position == BOARD.position


def test_the_board_is_read_without_the_text_beside_it_which_says_who_is_to_move():
    cells = "".join("".join(row.split()[1:9]) for row in EDAX.splitlines()[1:9])
    assert parse_board(EDAX).board().position == Position.parse(f"{cells} O")


@cases("plies", [0, 1, 2, 3])
def test_the_number_of_discs_decides_who_is_to_move(plies):
    """Without a side, Black moves with an even number of discs, and White with an odd number."""
    position = Board("f5d6c3"[: 2 * plies]).position
    assert parse_game(position.format()[:64]).start == position


def numbered(board, empty="--", labels=False):
    cells = [empty] * 64
    for number, move in enumerate((move for move in board.move_stack if str(move) != "pass"), 1):
        cells[move] = str(number)
    rows = [cells[first : first + 8] for first in range(0, 64, 8)]
    if labels:
        rows = [[str(number), *row] for number, row in enumerate(rows, 1)]
    top = "   A  B  C  D  E  F  G  H\n" if labels else ""
    return top + "\n".join(" ".join(f"{cell:>2}" for cell in row) for row in rows)


@cases("labels", [False, True])
@cases("empty", ["--", "##", "X", "●"])
@cases("board", GAMES)
def test_diagrams_of_games(board, empty, labels):
    """A diagram with move numbers, as in books, is a game. Passes are added."""
    assert parse_game(numbered(board, empty, labels)).board().transcript() == board.transcript()


def test_a_text_may_begin_with_a_byte_order_mark():
    assert parse_game("\ufefff5d6c3").board() == BOARD


@cases(
    ("text", "message"),
    [
        ("8/8/8/3wb3/3bw3/8/8/9", "is not a cell"),
        ("8/8/8/3wb3/3bw4/8/8/8", "each of the eight rows must have eight squares"),
        ("0x1 0x3", "both bitboards have a disc on the same square"),
        (CELLS[1:], "the board has 63 cells, not 64"),
        (f"{CELLS[1:]} X", "the board has 63 cells, not 64"),
        (f"{CELLS} ?", "is not a side to move"),
        (CELLS.translate(str.maketrans("XO-", "011")), "can be read in two ways"),
        (f"1 2 3 4 5 6 7 {'8' * 5000}\n" * 8, "'2' at a1 is not a cell"),
    ],
)
def test_the_error_says_what_is_wrong_with_a_board_in_another_notation(text, message):
    with pytest.raises(InvalidNotationError, match=message):
        parse_board(text)


def test_p_and_capital_p_are_the_discs_of_chess():
    """Edax and Fairy-Stockfish write such boards: P is white, and row 8 is first. The record contains a
    warning."""
    record = parse_board("8/8/8/3pP3/3Pp3/3P4/8/8 b - - 0 1")
    assert record.start.format() == "-------------------O-------OX------XO--------------------------- X"
    assert record.warnings == (
        "P is read as white and p as black, as in chess and by Edax, with row 8 first",
    )
    assert is_other_board("8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1")
    assert parse_game("8/8/8/3pP3/3Pp3/8/8/8 w").start.turn is Color.WHITE


SET_UP = "-------------------O-------OO------XO--------------------------- X"


@pytest.mark.parametrize(
    "text",
    [
        f"{SET_UP}\nd2c3\n",
        f"{SET_UP};D2C3\n",
        f"{SET_UP} d2c3",
        f"{SET_UP}\n\n1. D2 C3\n",
        f"{SET_UP}\nd2\nc3",
    ],
)
@pytest.mark.parametrize("name", ["game.txt", "game"])
def test_a_board_and_the_moves_after_it_are_one_game_in_files_and_arguments(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text)
    (game,) = read_games(path)
    assert (game.start, game.moves) == (Position.parse(SET_UP), ("d2", "c3"))
    assert parse_game(text).moves == game.moves


def test_an_illegal_move_after_a_board_is_an_error(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(f"{SET_UP}\nd2a1\n")
    with pytest.raises(FormatError, match="move 2: white cannot play a1"):
        list(read_games(path))


def test_a_file_of_named_positions_has_a_game_for_each_line(tmp_path):
    """Comments and column names are omitted. A bad line is reported, and the next line is read."""
    path = tmp_path / "positions.txt"
    cells = CELLS.translate(str.maketrans("XO-", "bw."))
    path.write_text(f"# names\none;{cells};w;first;\ntwo;{cells[1:]}?;b;bad;\nthree;{cells};b;;\n")
    errors = []
    games = list(read_games(path, errors.append))
    assert [game.comment for game in games] == ["one, first", "three"]
    assert [str(game.start.turn) for game in games] == ["white", "black"]
    assert [error.line for error in errors] == [3]
    path.write_text(f"board,score\n{CELLS},12\n{CELLS},14\n")
    assert [game.comment for game in read_games(path)] == ["12", "14"]
