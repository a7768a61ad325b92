"""Boards as text: transcripts, diagrams, and what `Board.parse` reads."""

import contextlib

import pytest
from hypothesis import given, strategies as st

from othello import PASS, IllegalMoveError, InvalidNotationError, OthelloError, Position
from othello.rules.board import Board, board_of, position_of
from tests import positions
from tests.cases import cases


@pytest.fixture
def passing():
    """Return a finished game with a pass."""
    return positions.passing_board().copy()


@given(positions.boards, st.booleans())
def test_moves_are_read_back_from_a_transcript_with_or_without_passes(board, with_passes):
    text = board.transcript(with_passes=with_passes)
    again = Board()
    again.push_transcript(text)
    if board.move_stack and board.peek() == PASS and not with_passes:
        again.push(PASS)
    assert again == board


def test_forced_passes_that_a_transcript_omits_are_played(passing):
    assert "pa" in passing.transcript(with_passes=True)
    assert "pa" not in passing.transcript()
    board = Board()
    board.push_transcript(passing.transcript())
    assert board.move_stack.count(PASS) == passing.move_stack.count(PASS) > 0


@pytest.mark.parametrize("name", ["pa", "PA", "ps", "pass", "Pass", "--"])
def test_a_pass_is_read_in_every_spelling(passing, name):
    board = Board()
    board.push_transcript(passing.transcript(with_passes=True).replace("pa", name))
    assert board == passing


@cases("text", ["f5d6c3", "F5D6C3", "f5 d6 c3", " f5\nD6\tc3 ", "F5d6C3"])
def test_a_transcript_may_have_any_case_and_blanks_between_moves(text):
    board = Board()
    board.push_transcript(text)
    assert board.transcript() == "f5d6c3"


@cases(
    ("text", "error", "message"),
    [
        ("f5d6zz", InvalidNotationError, "move 3: 'zz' is not a move: use squares, as in f5d6c3"),
        ("f5d6c", InvalidNotationError, "move 3: 'c' is not a move"),
        ("f5d9", InvalidNotationError, "move 2: 'd9' is not a move"),
        ("d3d4d5", IllegalMoveError, "move 2: white cannot play d4: the square has a black disc"),
        ("f5a1", IllegalMoveError, "move 2: white cannot play a1: that flips no disc"),
        ("f5pa", IllegalMoveError, "move 2: white cannot pass: it may play f4 d6 f6"),
        (positions.WIPE_OUT + "a1", IllegalMoveError, "move 10: white cannot play a1: that flips no disc"),
        (positions.WIPE_OUT + "pa", IllegalMoveError, "move 10: white cannot pass: the game is over"),
    ],
)
def test_bad_transcripts(text, error, message):
    """The error names the number of the move and the reason, and no move is played."""
    board = Board()
    board.push_transcript("f5")
    board.pop()
    with pytest.raises(error) as caught:
        board.push_transcript(text)
    assert str(caught.value).startswith(message)
    assert board == Board()


@given(st.text() | st.text(alphabet="f5d6c3pas- ", max_size=30))
def test_any_text_is_a_transcript_or_raises_an_othelloerror_and_changes_nothing(text):
    board = Board()
    try:
        board.push_transcript(text)
    except (InvalidNotationError, IllegalMoveError):
        assert board == Board()


def test_boards_in_text():
    """The text of a board is its diagram. Its repr is an expression that creates an equal board."""
    board = Board()
    assert str(board) == board.diagram() == Position.start().diagram()
    assert board.diagram(mark_moves=True) == Position.start().diagram(mark_moves=True)
    assert repr(board) == "Board()"
    board.push_transcript("f5")
    assert repr(board) == "Board.parse('f5')"


STARTS = st.none() | positions.positions()


@given(STARTS, positions.boards)
def test_boards_round_trip(start, board):
    """A board is read back from its text and its repr, with passes and other first positions."""
    if start is not None:
        board = Board(start)
        board.push(board.legal_moves[0]) if board.legal_moves else None
    assert Board.parse(board.format()) == board
    assert eval(repr(board), {"Board": Board}) == board
    assert Board.parse(board.diagram()).position == board.position


@cases(
    "text",
    [
        "f5d6",
        " F5 D6\n",
        f"{Position.start().format()} f5d6",
        f"{Position.start().format()} f5 D6",
        f"{Position.start().diagram()}\nF5d6",
        f"{Position.start().format()} to move\nf5 d6\n",
    ],
)
def test_moves_may_be_alone_or_after_a_position_in_one_line_or_several(text):
    assert Board.parse(text) == Board.parse("f5d6")


@cases(
    ("text", "error", "message"),
    [
        ("f5d6zz", InvalidNotationError, "move 3: 'zz' is not a move"),
        ("f5a1", IllegalMoveError, "move 2: white cannot play a1"),
        (f"{Position.start().format()} a1", IllegalMoveError, "move 1: black cannot play a1"),
        (f"{Position.start().format()[:-2]} f5", InvalidNotationError, "the side to move is missing"),
        ("hello", InvalidNotationError, "'h' at a1 is not a cell"),
        ("--", InvalidNotationError, "the board has"),
    ],
)
def test_the_error_says_what_is_wrong_with_the_position_or_which_move(text, error, message):
    with pytest.raises(error) as caught:
        Board.parse(text)
    assert str(caught.value).startswith(message)


@given(st.text() | st.text(alphabet="-XO f5d6pas \n", max_size=90))
def test_any_text_gives_a_board_or_an_othelloerror(text):
    with contextlib.suppress(OthelloError):
        Board.parse(text)


@cases("text", ["f5d6c3", "", Board.parse("f5").position.format()])
def test_a_board_of_a_text(text):
    """`Board(text)` and functions that take a board read texts as `Board.parse` does."""
    board = Board.parse(text)
    assert Board(text) == board == board_of(text)
    assert position_of(text) == board.position
