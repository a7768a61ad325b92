"""Positions and questions of UGI."""

import pytest

from othello import Board, IllegalMoveError, InvalidNotationError, Position
from othello.formats.boards import format_fen
from othello.gtp.ugi.game import answer, known, parse_position
from othello.gtp.ugi.protocol import QUESTIONS

BEFORE_PASS = "d3c3c4c5b4e3c6a4a3c7a5"
"""A game after which white has no move."""
START = "8/8/8/3ox3/3xo3/8/8/8 x"


def read(text):
    return parse_position(tuple(text.split()))


def test_the_first_positions():
    """A position is the start, rows in the manner of FEN, or 64 cells; then the moves follow."""
    cells = Position.start().format()
    for first in ("startpos", f"fen {START}", f"fen {cells}", "fen 8/8/8/3wb3/3bw3/8/8/8 b"):
        assert read(first) == Board()
        assert read(f"{first} moves f5 D6 c3") == Board.parse("f5d6c3")


@pytest.mark.parametrize("word", ["0000", "pass", ""])
def test_a_pass_is_0000_a_name_of_other_protocols_or_omitted(word):
    board = Board.parse(BEFORE_PASS)
    assert board.must_pass
    last = next(iter(board.position.pass_turn().legal_moves))
    moves = " ".join(map(str, board.move_stack))
    found = read(f"startpos moves {moves} {word} {last}")
    assert found.ply == board.ply + 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position is startpos or fen: write position startpos moves f5 d6"),
        ("fen", "a position is startpos or fen"),
        ("startpos f5", "a position is startpos or fen"),
        ("fen nonsense x", "'n' at a1 is not a cell"),
        ("fen 8/8/8/3ox3/3xo3/8/8/7 x", "each of the eight rows must have eight squares"),
        ("startpos moves f5 a1", "move 2: white cannot play a1: that turns no disc"),
        ("startpos moves 0000", "move 1: black cannot pass"),
        ("startpos moves f5 zz", "'zz' is not a move"),
    ],
)
def test_positions_that_cannot_be_read(text, message):
    """A text that is not a position, or has an illegal move, is refused with the reason."""
    with pytest.raises((InvalidNotationError, IllegalMoveError), match=message):
        read(text)


def test_without_a_position_there_is_no_board_to_search_and_every_answer_is_none():
    with pytest.raises(InvalidNotationError, match="no position is set"):
        known(None)
    assert {answer(None, question) for question in QUESTIONS} == {"none"}


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("", ("true", "false", "false", "none")),
        ("f5", ("false", "true", "false", "none")),
        ("f5 d6 c5 f4 e7 f6 g5 e6 e3", ("false", "true", "true", "p1win")),
    ],
)
def test_questions(moves, answers):
    """The answers say whose turn it is, whether the game is over, and who has won."""
    board = read(f"startpos moves {moves}")
    assert tuple(answer(board, question) for question in QUESTIONS[:4]) == answers


@pytest.mark.parametrize(
    ("discs", "result"), [("X" * 40 + "O" * 24, "p1win"), ("O" * 64, "p2win"), ("XO" * 32, "draw")]
)
def test_black_is_the_first_player_and_white_the_second(discs, result):
    assert answer(read(f"fen {discs} O"), "result") == result


def test_the_engine_writes_a_position_as_it_reads_it():
    board = Board.parse("f5d6c3d3c4")
    assert read(f"fen {format_fen(board.position)}").position == board.position
    assert answer(board, "fen") == format_fen(board.position)
    assert format_fen(Position.start()) == START
