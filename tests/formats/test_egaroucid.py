"""Egaroucid's training data: lines of moves, and lines of cells with a value."""

from pathlib import Path

import pytest

from othello.errors import FormatError
from othello.formats import egaroucid
from tests import model
from tests.training.text_games import cells, random_game, replayed

PATH = Path("folder/0000000.txt")
PUBLISHED = b"-XO-OOXOOXX-OXOO-XXOXXOOX-OXOOXOOXOOOXXXO-XOOOXXO-O-OO---OOOX-O- 4"
"""The example of a line in the description of the format."""


def lines_of(*texts):
    return egaroucid.stripped([text.encode() for text in texts], 1)


def names(row):
    return "".join(model.NAMES[square] for square in row.tolist() if square < 64)


def test_games():
    """Moves are read in any case, with all that transcripts may have, and in the order of the lines."""
    games = [random_game(seed) for seed in range(20)]
    assert list(map(names, egaroucid.parse_games(PATH, lines_of(*games)))) == games
    others = [games[0].upper(), "1. f5 2. d6", "f5d6c3 {a comment}", games[1] + " +12", games[2]]
    found = egaroucid.parse_games(PATH, lines_of(*others))
    assert list(map(names, found)) == [games[0], "f5d6", "f5d6c3", games[1], games[2]]


def test_the_positions_of_games_are_those_of_the_rules():
    games = [random_game(seed) for seed in range(10)]
    lines = lines_of(*games)
    positions = egaroucid.replay(PATH, lines, egaroucid.parse_games(PATH, lines))
    expected = [model.to_words(board) for game in games for board, _ in replayed(game)[0]]
    assert list(zip(positions.players.tolist(), positions.opponents.tolist(), strict=True)) == expected


def test_blank_lines_and_comments():
    """Blank lines, comments and a byte order mark are not entries, but count as lines."""
    content = [b"\xef\xbb\xbf% made for a test\r\n", b"\r\n", b"f5d6\r\n", b"# end\n"]
    assert egaroucid.stripped(content, 1) == [(3, b"f5d6")]


def test_the_published_example():
    """The example of the description is a board with its value; the first cells are a1, b1 and c1."""
    assert egaroucid.kind_of(PUBLISHED) == egaroucid.BOARDS
    found = egaroucid.parse_boards(PATH, [(1, PUBLISHED)])
    mine = {square for square in range(64) if PUBLISHED[square] == ord("X")}
    theirs = {square for square in range(64) if PUBLISHED[square] == ord("O")}
    assert 1 in mine
    assert 2 in theirs
    assert found.players.tolist() == [model.word(mine)]
    assert found.opponents.tolist() == [model.word(theirs)]
    assert found.values.tolist() == [4]


def test_the_boards_and_the_values_of_lines_are_read_in_order():
    boards = [board for board, _ in replayed(random_game(3))[0]]
    lines = lines_of(*(f"{cells(board)} {number - 30}" for number, board in enumerate(boards)))
    found = egaroucid.parse_boards(PATH, lines)
    words = list(zip(found.players.tolist(), found.opponents.tolist(), strict=True))
    assert words == [model.to_words(board) for board in boards]
    assert found.values.tolist() == [number - 30 for number in range(len(boards))]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("f5d6c3", egaroucid.GAMES),
        ("F5", egaroucid.GAMES),
        ("-" * 64 + " 0", egaroucid.BOARDS),
        ("-" * 63 + " 0", None),
        ("Read me first", None),
        ("a1b2c", egaroucid.GAMES),
    ],
)
def test_kinds(line, kind):
    """The first line of a file decides its kind; a text is of neither kind."""
    assert egaroucid.kind_of(line.encode()) == kind


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("f5d6c9", "'c9'"),
        ("f5f5", "f5"),
        ("f5d6c", "'c'"),
        ("a1", "a1"),
        ("f5d6c3" * 30, "f5"),
        ("f5\x00\x00d6", "x00"),
        (f"{random_game(1)}a1", "a1"),
    ],
)
def test_bad_games(line, fault):
    """A bad or illegal move is an error that names the file, the line and the move."""
    lines = lines_of("f5d6", line, "f5")
    with pytest.raises(FormatError, match=r"0000000.txt, line 2: ") as error:
        egaroucid.replay(PATH, lines, egaroucid.parse_games(PATH, lines))
    assert fault in str(error.value)


BOARD = "-" * 27 + "OX------XO" + "-" * 27


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (BOARD, "'' after the cells is not a blank and a value"),
        (f"{BOARD}3", "'3' after the cells"),
        (f"{BOARD} 65", "' 65' after the cells"),
        (f"{BOARD} 3.5", "' 3.5' after the cells"),
        (f"{BOARD} {'9' * 5000}", "after the cells"),
        (f"{BOARD[:-1]} 3", "cell 64 is ' ': use X, O and -"),
        (f"{BOARD[:-1]}x 3", "cell 64 is 'x': use X, O and -"),
        (BOARD[:40], "the line has 40 characters: a board has 64 cells"),
    ],
)
def test_a_bad_cell_or_value_is_an_error_that_names_the_file_and_the_line(line, fault):
    lines = lines_of(f"{BOARD} 0", line, "-")
    with pytest.raises(FormatError, match=r"0000000.txt, line 2: ") as error:
        egaroucid.parse_boards(PATH, lines[:2])
    assert fault in str(error.value)
