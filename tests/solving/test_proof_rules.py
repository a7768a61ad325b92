"""The rules of the check agree with the slow model, and its solver with solved positions."""

import numpy as np
from hypothesis import given, strategies as st

from othello.kernels import proof_rules as rules
from tests import model, solved, source
from tests.cases import cases
from tests.positions import random_board

PROBLEMS = solved.problems()
WORDS = [(problem.position.player, problem.position.opponent) for problem in PROBLEMS]


def test_the_check_shares_no_code_with_the_search():
    """What the check imports from the engine, directly or not, only compiles and calls kernels."""
    modules = source.reachable("othello.solving.checker", without="othello.native")
    assert {name for name in modules if name.startswith("othello.kernels.")} == {
        "othello.kernels.proof_rules"
    }
    own = ("othello.kernels", "othello.solving")
    others = {name for name in modules if not name.startswith(own)}
    assert others <= {"othello", "othello.errors", "othello.version"}


@given(st.integers(0, 10_000), st.integers(0, 59))
def test_moves(seed, plies):
    """On every square, a move flips the same discs as in the model."""
    position = random_board(seed, plies).position
    board = model.of(position)
    for square in range(64):
        if board[square] == model.EMPTY:
            flips = rules.turned(position.player, position.opponent, square)
            assert flips == model.word(model.flips(board, square))
    assert rules.can_move(position.player, position.opponent) == bool(model.legal_moves(board))


@given(st.integers(0, 2**64 - 1))
def test_bits_are_counted_and_single_bits_have_their_squares(word):
    assert rules.count(word) == word.bit_count()
    for square in range(64):
        assert rules.square_of(1 << square) == square


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_symmetries(mine, theirs):
    """The eight images are the different ways to rotate or mirror the board, and the least image is least."""
    theirs &= ~mine
    images = [(rules.image(mine, symmetry), rules.image(theirs, symmetry)) for symmetry in range(8)]
    best = rules.least_symmetry(mine, theirs)
    assert images[best] == min(images)
    assert images[0] == (mine, theirs)
    squares = {tuple(rules.image(1 << square, symmetry) for square in range(64)) for symmetry in range(8)}
    assert len(squares) == 8


def test_the_winner_of_a_finished_game_gets_the_empty_squares():
    assert rules.final_value(0b111, 0b1000) == 62 - 2 + 2
    assert rules.final_value(0b1, 0b1110) == -62
    assert rules.final_value(0b11, 0b1100) == 0
    assert rules.final_value(0, 0) == 0


@cases("number", range(0, len(WORDS), 10))
def test_the_solver_proves_and_refutes_every_bound_around_the_value_of_the_model(number):
    for problem, words in list(zip(PROBLEMS, WORDS, strict=True))[number : number + 10]:
        for bound in (-64, problem.value - 1, problem.value, problem.value + 1, problem.value + 2, 64):
            assert rules.at_least(*words, bound) == (problem.value >= bound)


def test_an_array_that_is_too_small_is_reported_and_no_move_is_lost():
    position = random_board(3, 20).position
    move = position.legal_moves_bits & -position.legal_moves_bits
    boards = np.array([position.player, position.opponent], np.uint64)
    moves, states = np.array([move.bit_length() - 1], np.int64), np.zeros(1, np.int64)
    few, many = np.zeros(2, np.uint64), np.zeros(200, np.uint64)
    assert rules.expand(boards, moves, -64, 10, False, few, states) == rules.FULL
    replies = len(position.play(int(moves[0])).legal_moves)
    assert 0 < rules.expand(boards, moves, -64, 10, False, many, states) <= replies
    assert states[0] == rules.FINE
