"""Boards: moves, passes, and moves taken back."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello import Color, IllegalMoveError, InvalidNotationError, Position, Result
from othello.rules.board import Board, board_of, position_of
from othello.rules.square import PASS, SYMMETRIES, Move, inverse, parse_square
from tests import model, positions
from tests.cases import cases

PERFT = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200}


@pytest.fixture
def passing():
    """Return a finished game with a pass."""
    return positions.passing_board().copy()


def perft(board, depth):
    """Return the number of games of *depth* plies."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


@cases(("depth", "count"), PERFT.items())
def test_perft(depth, count):
    """Pushing and popping all moves gives the published counts, and restores the board."""
    board = Board()
    assert perft(board, depth) == count
    assert board == Board()


@given(st.integers(0, 500))
def test_in_random_games_every_position_pass_and_end_agrees_with_the_slow_model(seed):
    rng = random.Random(seed)
    board, slow = Board(), model.start()
    while not model.is_over(slow):
        assert not board.is_over
        assert board.legal_moves == (model.legal_moves(slow) or [PASS])
        move = rng.choice(board.legal_moves)
        board.push(move)
        slow = model.play(slow, move)
        assert (board.position.player, board.position.opponent) == model.to_words(slow)
        assert board.peek() == move
    assert board.is_over
    assert board.legal_moves == []
    margin = board.result.margin if board.turn is Color.BLACK else -board.result.margin
    assert margin == model.final_score(slow)


@given(positions.boards)
def test_pop_undoes_push(board):
    """Taking back all moves leads to the positions of `positions`, in reverse order, and to the start."""
    expected = board.positions()
    assert len(set(expected)) == len(expected) == len(board.move_stack) + 1
    assert board.position == expected.pop()
    while board.move_stack:
        board.pop()
        assert board.position == expected.pop()
    assert board == Board()


def test_a_pass_is_taken_back_like_any_other_move(passing):
    board = passing
    while board.peek() != PASS:
        board.pop()
    after = board.position
    assert board.pop() == PASS
    assert board.position.must_pass
    assert board.legal_moves == [PASS]
    board.push(PASS)
    assert board.position == after


BLACK, WHITE = Color
ONLY_BLACK = Position.parse(positions.ONLY_BLACK)
"""Black can play c1, white nothing, and white is to move."""
WIPE_OUT = "f5d6c5f4e7f6g5e6e3"
"""After these moves black has all discs."""


@given(positions.boards, st.data())
def test_moves_of_either_side(board, data):
    """A push with a color is a move of that side, and pop restores the earlier turn."""
    boards = []
    for _ in range(8):
        color = data.draw(st.sampled_from(Color))
        seen = Position.from_discs(board.position.black, board.position.white, color)
        move = data.draw(st.sampled_from(seen.legal_moves or [PASS]))
        boards.append(board.copy())
        board.push(move, color)
        after = seen if move == PASS else seen.play(move)
        assert (board.position.black, board.position.white) == (after.black, after.white)
        assert board.turn is color.other
        assert board.positions()[-2:] == [seen, board.position]
    assert board.copy() == board
    for before in reversed(boards):
        board.pop()
        assert (board, board.position, board.positions()) == (before, before.position, before.positions())


@cases("color", Color)
@cases("move", [PASS, 0, "d4"])
def test_a_move_that_is_illegal_for_the_color_is_refused_on_turn_and_off_turn(color, move):
    board = Board.parse("f5")
    before = board.copy()
    with pytest.raises(IllegalMoveError, match=f"^{color} cannot"):
        board.push(move, color)
    assert (board, board.position) == (before, before.position)


def test_passes_of_either_side():
    """With a color, a side without moves may pass out of turn and after the end of the game."""
    board = Board(ONLY_BLACK.pass_turn())
    board.push(PASS, WHITE)
    assert (board.position, board.move_stack) == (ONLY_BLACK.pass_turn(), [PASS])
    over = Board.parse(WIPE_OUT)
    for color in (WHITE, BLACK, BLACK, WHITE, WHITE):
        over.push(PASS, color)
        assert over.turn is color.other
    for _ in range(5):
        over.pop()
    assert over == Board.parse(WIPE_OUT)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.push(PASS)


def test_with_turn():
    """A board with another turn has the same discs and moves, and differs from the original."""
    board = Board.parse("f5d6")
    other = board.with_turn(WHITE)
    assert (other.turn, other.move_stack, other.discs(BLACK)) == (WHITE, board.move_stack, board.discs(BLACK))
    assert other != board == board.with_turn(BLACK) == other.with_turn(BLACK)
    assert board.turn is BLACK
    other.push("f4")
    assert other.transformed(4).transformed(4) == other
    other.pop()
    other.pop()
    assert other == Board.parse("f5")


def test_boards_with_the_same_moves_differ_if_different_sides_made_them():
    one, other = Board.parse(WIPE_OUT), Board.parse(WIPE_OUT)
    one.push(PASS, BLACK)
    other.push(PASS, WHITE)
    assert one.move_stack == other.move_stack
    assert one != other


def test_at_the_start_pop_and_peek_raise_indexerror():
    for method in (Board().pop, Board().peek):
        with pytest.raises(IndexError):
            method()


def test_a_board_may_begin_at_any_position():
    position = Position.start().play(parse_square("f5"))
    board = Board(position)
    assert board.turn is Color.WHITE
    board.push_transcript("d6")
    assert board.first_position == position
    assert board.move_stack == [parse_square("d6")]


def test_changing_the_list_of_moves_does_not_change_the_board():
    board = Board()
    board.move_stack.append(PASS)
    assert board.move_stack == []


def test_result():
    """A finished game gives the empty squares to the winner. Before the end there is no result."""
    board = Board()
    assert board.result is None
    board.push_transcript(positions.WIPE_OUT)
    assert board.result == Result(13, 0)
    assert (board.result.black, board.result.white, board.result.winner) == (64, 0, Color.BLACK)


@given(positions.boards)
def test_copies_change_independently(board):
    """A copy, even from the module `copy`, is equal until one of the boards changes."""
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert twin.position == board.position
        if board.legal_moves:
            twin.push(board.legal_moves[0])
            assert twin != board
            twin.pop()
            assert twin == board


def test_boards_with_the_same_position_differ_if_their_moves_differ():
    one, other = Board(), Board()
    one.push_transcript("f5d6c3d3c4")
    other.push_transcript("f5d6c4d3c3")
    assert one.position == other.position
    assert one != other
    assert one != Board(one.position)
    assert one != "f5d6c3d3c4"


def test_a_board_cannot_be_a_dictionary_key():
    with pytest.raises(TypeError):
        hash(Board())


@given(positions.boards, st.sampled_from(SYMMETRIES))
def test_symmetric_boards(board, symmetry):
    """A board under a symmetry has the symmetric position, and the inverse symmetry restores it."""
    image = board.transformed(symmetry)
    assert image.position == board.position.transformed(symmetry)
    assert image.transformed(inverse(symmetry)) == board
    assert image.position.canonical()[0] == board.position.canonical()[0]


@given(positions.boards)
def test_the_properties_of_a_board_equal_those_of_its_position(board):
    position = board.position
    assert (board.turn, board.key, board.empties) == (position.turn, position.key, position.empties)
    assert (board.must_pass, board.is_over) == (position.must_pass, position.is_over)
    assert (board.result, board.winner) == (position.result, position.winner)
    assert [board.discs(color) for color in Color] == [position.discs(color) for color in Color]
    assert [move for move in range(65) if board.is_legal(move)] == board.legal_moves == position.legal_moves
    assert [board[square] for square in range(64)] == [position.color_at(square) for square in range(64)]
    assert position_of(board) == position_of(position) == position


@cases("move", ["f5", "F5", " f5 ", 37, np.int64(37), np.uint8(37)])
def test_a_move_may_be_an_integer_of_any_type_or_a_name(move):
    board = Board()
    assert board.is_legal(move)
    board.push(move)
    assert board == Board.parse("f5")
    assert [type(entry) for entry in board.move_stack] == [Move]
    assert type(board.position.player) is int


@cases(
    ("move", "error", "message"),
    [
        *((wrong, InvalidNotationError, "is not a move") for wrong in ("z9", "i9", -1, 65)),
        *((wrong, IllegalMoveError, "cannot p") for wrong in (PASS, 0, "d4")),
        *((wrong, TypeError, "is not a move: use a name such as 'd3'") for wrong in (2.5, None, b"f5")),
    ],
)
def test_a_refused_move_has_its_reason_and_changes_nothing(move, error, message):
    board = Board("f5d6")
    before = board.copy()
    with pytest.raises(error, match=message):
        board.push(move)
    assert (board, board.position) == (before, before.position)


def test_a_board_of_a_board_is_a_copy():
    board = Board("f5")
    twin = Board(board)
    twin.push("d6")
    assert (board, twin) == (Board("f5"), Board("f5d6"))


@cases("wrong", [6, 2.5, ["f5"], b"f5"])
def test_a_value_of_another_type_is_a_typeerror_that_says_what_a_board_is(wrong):
    """The error shows the value as Python writes it, such as a number without quotes."""
    for function in (Board, board_of, position_of):
        with pytest.raises(TypeError) as caught:
            function(wrong)
        assert str(caught.value) == f"{wrong!r} is not a board: use a Board, a Position or a string"


def test_root_and_reset():
    """The root is a new board with the first position, and a reset board is equal to it."""
    first = Board("f5").position
    board = Board(first)
    board.push_transcript("d6c3")
    assert (board.ply, board.root(), board.root().ply) == (2, Board(first), 0)
    board.reset()
    assert board == Board(first)
    assert board.position == first


def test_the_name_of_a_color_stands_for_the_color_in_all_that_takes_one():
    board = Board("f5")
    assert board.discs("black") == board.discs(BLACK) != board.discs("w")
    assert board.with_turn("black") == board.with_turn(BLACK) != board
    assert board.with_turn("white") == board
    board.push("f4", "white")
    assert board == Board("f5f4")
    with pytest.raises(InvalidNotationError, match="'green' is not a color"):
        board.push("d3", "green")
    with pytest.raises(ValueError, match="2 is not a valid Color"):
        board.discs(2)
