"""Positions and questions of UGI."""

import pytest

from othello.errors import IllegalMoveError, InvalidNotationError
from othello.formats.boards import format_fen
from othello.gtp.ugi.game import UgiGame
from othello.gtp.ugi.protocol import QUESTIONS
from othello.rules.board import Board
from othello.rules.position import Position

BEFORE_PASS = "d3c3c4c5b4e3c6a4a3c7a5"
"""A game after which white has no move."""
START = "8/8/8/3ox3/3xo3/8/8/8 x"


@pytest.fixture
def game():
    return UgiGame()


def set_up(game, text):
    game.set_up(tuple(text.split()))
    return game.board


def test_the_first_positions(game):
    """A position is the start, rows in the manner of FEN, or 64 cells; then the moves follow."""
    cells = Position.start().format()
    for first in ("startpos", f"fen {START}", f"fen {cells}", "fen 8/8/8/3wb3/3bw3/8/8/8 b"):
        assert set_up(game, first) == Board()
        assert set_up(game, f"{first} moves f5 D6 c3") == Board.parse("f5d6c3")


@pytest.mark.parametrize("word", ["0000", "pass", ""])
def test_passes(game, word):
    """A pass is 0000, a name of other protocols, or omitted."""
    board = Board.parse(BEFORE_PASS)
    assert board.must_pass
    last = next(iter(board.position.pass_turn().legal_moves))
    moves = " ".join(map(str, board.move_stack))
    found = set_up(game, f"startpos moves {moves} {word} {last}")
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
def test_positions_that_cannot_be_read(game, text, message):
    """After a position that cannot be read there is none, and no answer about the old one."""
    set_up(game, "startpos moves f5")
    with pytest.raises((InvalidNotationError, IllegalMoveError), match=message):
        game.set_up(tuple(text.split()))
    with pytest.raises(InvalidNotationError, match="no position is set"):
        _ = game.board
    assert {game.answer(question) for question in QUESTIONS} == {"none"}
    game.clear()
    assert game.board == Board()


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("", ("true", "false", "false", "none")),
        ("f5", ("false", "true", "false", "none")),
        ("f5 d6 c5 f4 e7 f6 g5 e6 e3", ("false", "true", "true", "p1win")),
    ],
)
def test_questions(game, moves, answers):
    """The answers say whose turn it is, whether the game is over, and who has won."""
    set_up(game, f"startpos moves {moves}")
    assert tuple(game.answer(question) for question in QUESTIONS[:4]) == answers


@pytest.mark.parametrize(
    ("discs", "result"), [("X" * 40 + "O" * 24, "p1win"), ("O" * 64, "p2win"), ("XO" * 32, "draw")]
)
def test_results(game, discs, result):
    """Black is the first player, and white the second."""
    set_up(game, f"fen {discs} O")
    assert game.answer("result") == result


def test_the_text_of_a_position(game):
    """The engine writes a position as it reads it."""
    board = Board.parse("f5d6c3d3c4")
    assert set_up(game, f"fen {format_fen(board.position)}").position == board.position
    assert game.answer("fen") == format_fen(board.position)
    assert format_fen(Position.start()) == START
