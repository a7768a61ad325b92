"""The last four empty squares against the slow model, in windows of all kinds."""

import functools
import itertools
import random

from hypothesis import given

from othello.kernels.last_empties import final_score, solve_1, solve_2, solve_3, solve_4
from othello.kernels.parity import odd_quadrants
from tests import model, positions
from tests.cases import cases
from tests.kernels.records import Memory
from tests.positions import FULL, squares

DENSITIES = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0)
"""Shares of the discs that are the player's."""
COUNTS = {1: 600, 2: 400, 3: 150, 4: 75}
memory = Memory()


def boards(empties):
    """Boards with `empties` empty squares, and discs of both sides in any proportion."""
    rng = random.Random(empties)
    for _ in range(COUNTS[empties]):
        holes = model.word(rng.sample(range(64), empties))
        share = rng.choice(DENSITIES)
        player = model.word(square for square in range(64) if rng.random() < share) & ~holes
        yield player, FULL & ~player & ~holes
    for seed in range(COUNTS[empties] // 10):
        yield positions.random_position(seed, empties)
    yield from itertools.islice(passes(empties), COUNTS[empties] // 3)


def passes(empties):
    """Boards on which the side to move must pass, and the other side has two moves or more."""
    rng = random.Random(empties)
    while empties > 1:
        holes = model.word(rng.sample(range(64), empties))
        player = model.word(square for square in range(64) if rng.random() < 0.8) & ~holes
        board = model.from_words(player, FULL & ~player & ~holes)
        if not model.legal_moves(board) and len(model.legal_moves(model.passed(board))) > 1:
            yield model.to_words(board)


@functools.cache
def solved(empties):
    """Each board with its value by the slow model."""
    return [(pair, model.solve(model.from_words(*pair))) for pair in boards(empties)]


def windows(value):
    """Windows at both ends, in the middle, and all around the value."""
    return {-65, -64, -31, -2, -1, 0, 1, 30, 63, 64, *range(max(-65, value - 5), min(64, value + 5) + 1)}


def solve(pair, alpha):
    """The result of the solver for the number of empty squares of the board."""
    player, opponent = pair
    empties = FULL & ~(player | opponent)
    holes = squares(empties)
    if len(holes) == 1:
        return solve_1(player, *holes)
    if len(holes) == 2:
        return solve_2(player, opponent, *holes)
    solver = {3: solve_3, 4: solve_4}[len(holes)]
    return solver(memory.record, player, opponent, alpha, empties, odd_quadrants(empties))


@given(positions.any_words)
def test_final_score(pair):
    """The final score equals the model's: the winner gets the empty squares."""
    assert final_score(*pair) == model.final_score(model.from_words(*pair))


@cases("empties", COUNTS)
def test_windows(empties):
    """In any window the result bounds the model's value: from below if above alpha, otherwise from above."""
    for pair, value in solved(empties):
        for alpha in windows(value):
            result = solve(pair, alpha)
            if result > alpha:
                assert result <= value, (pair, alpha)
            else:
                assert result >= value, (pair, alpha)


@cases("empties", [1, 2])
def test_with_one_or_two_empty_squares_the_result_is_the_value_not_only_a_bound(empties):
    assert all(solve(pair, 0) == value for pair, value in solved(empties))


def test_with_two_empty_squares_their_order_changes_no_value():
    for pair, value in solved(2):
        first, second = squares(FULL & ~(pair[0] | pair[1]))
        assert solve_2(*pair, second, first) == value


def test_three_and_four_are_counted():
    """Positions with three or four empty squares count as nodes. Positions with one or two do not."""
    pair = positions.random_position(1, 3)
    memory.record.nodes = 0
    solve(pair, 0)
    assert memory.record.nodes == 1
    solve(positions.random_position(1, 4), 0)
    assert 2 <= memory.record.nodes <= 1 + 1 + 4
