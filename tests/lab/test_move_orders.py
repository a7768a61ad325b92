"""Orders of moves that lead to a board, compared with a search of all orders in the slow model."""

import itertools
from collections import Counter

import numpy as np
import pytest

from othello import Board, OthelloError, lab
from tests import model
from tests.cases import cases
from tests.lab.games import lopsided_moves


def all_orders(squares):
    """The boards that all legal orders of squares lead to, after passes, with the orders."""
    orders = []
    for order in itertools.permutations(squares):
        board, turn = model.start(), 0
        for move in order:
            if not model.flips(board, move):
                break
            board, turn = model.play(board, move), 1 - turn
            if model.must_pass(board):
                board, turn = model.passed(board), 1 - turn
        else:
            orders.append((order, (*model.to_words(board), turn)))
    return orders


@cases("seed", range(4))
def test_all_orders_of_a_set_of_moves(seed):
    """The boards of a set of moves, and the number of orders for each board, equal a full search's."""
    squares = lab.random_games(1, seed=seed).moves[0, :6].tolist()
    expected = all_orders(squares)
    boards = lab.reached(squares)
    counts = dict(
        zip(zip(*(column.tolist() for column in boards[:3]), strict=True), boards.orders, strict=True)
    )
    assert counts == Counter(board for _, board in expected)
    for board in counts:
        wanted = sorted(order for order, state in expected if state == board)
        player, opponent, turn = board
        text = "".join(
            "OX"[turn == 0] if player >> s & 1 else "XO"[turn == 0] if opponent >> s & 1 else "-"
            for s in range(64)
        )
        rows = lab.orders(f"{text} {'XO'[turn]}")
        assert sorted(map(tuple, rows[:, :6].tolist())) == wanted
        assert (rows[:, 6:] == 255).all()


def test_the_game_that_led_to_a_board_after_passes_is_among_the_orders():
    for seed in range(60):
        moves = lopsided_moves(seed)[:14]
        if model.PASS in moves:
            board = Board()
            board.push_transcript("".join(str(lab_move) for lab_move in map(square, moves)))
            rows = lab.orders(board)
            played = [move for move in moves if move != model.PASS]
            assert played in rows[:, : len(played)].tolist()
            return
    raise AssertionError("no game has a pass")


def test_a_board_whose_mover_must_pass_has_the_orders_of_the_board_after_the_pass():
    moves = lopsided_moves(6)[:13]
    assert moves[-1] == model.PASS
    board = Board()
    board.push_transcript("".join(map(square, moves)))
    after = lab.orders(board)
    board.pop()
    assert len(after) > 0
    assert np.array_equal(lab.orders(board), after)


def square(move):
    return "pass" if move == model.PASS else model.NAMES[move]


def test_unreachable_boards_have_no_orders():
    """A board that no game reaches has no order. A board without the start's discs has none, either."""
    apart = "X" + "-" * 26 + "OX" + "-" * 6 + "XO" + "-" * 27 + " O"
    assert lab.orders(apart).shape == (0, 60)
    assert len(lab.orders("-" * 64 + " X")) == 0
    start = Board().position
    assert len(lab.orders(f"{start.format()[:-1]}O")) == 0
    assert len(lab.orders(start)) == 1


def test_more_boards_or_orders_than_allowed_raise():
    moves = lab.random_games(1, seed=1).moves[0, :12]
    with pytest.raises(OthelloError, match="the moves lead to more than 5 boards"):
        lab.reached(moves.tolist(), most=5)
    with pytest.raises(OthelloError, match="square 0 must be from 0 to 63, not 64"):
        lab.reached([64])
    assert np.all(lab.reached([]).orders == 1)
