"""Targets of probes, and how often predicted moves are legal, compared with the slow model."""

import numpy as np
import pytest

from othello import OthelloError, lab
from tests import model
from tests.cases import cases
from tests.lab.games import lopsided_moves, rows_of


@pytest.fixture(scope="module")
def sequences():
    return [lopsided_moves(seed) for seed in range(10)]


@pytest.fixture(scope="module")
def rows(sequences):
    return rows_of(sequences)


def boards_after(sequence):
    """The boards after each move and the pass behind it, the side to move, and the discs turned."""
    board, turn = model.start(), 1
    for move in sequence:
        if move == model.PASS:
            continue
        if model.must_pass(board):
            board, turn = model.passed(board), -turn
        turned = model.flips(board, move)
        board, turn = model.play(board, move), -turn
        if model.must_pass(board):
            board, turn = model.passed(board), -turn
        yield board, turn, turned


def test_targets(sequences, rows):
    """The state, the next mover's discs, the flipped discs and the next moves equal the model's."""
    probes = lab.probes(rows)
    for game, sequence in enumerate(sequences):
        steps = list(boards_after(sequence))
        assert probes.is_move[game].sum() == len(steps)
        for ply, (board, turn, turned) in enumerate(steps):
            assert probes.mine[game, ply].ravel().tolist() == board
            assert probes.state[game, ply].ravel().tolist() == [turn * disc for disc in board]
            assert probes.flipped[game, ply].ravel().nonzero()[0].tolist() == turned
            assert probes.legal[game, ply].ravel().nonzero()[0].tolist() == model.legal_moves(board)
        for name in ("state", "mine", "flipped", "legal"):
            assert not getattr(probes, name)[game, len(steps) :].any()


def test_the_next_moves_are_legal(rows):
    """Predicting the next move of each game is always legal. Predicting a full square never is."""
    predicted = np.full((*rows.shape, 2), rows[:, :1, None])
    predicted[:, :-1, 0] = rows[:, 1:]
    rates = lab.legal_rate(rows, predicted)
    assert rates.by_rank.tolist() == [1, 0]
    assert rates.rate == 0.5
    assert lab.legal_rate(rows, predicted[..., 0]).rate == 1
    assert rates.by_ply[0] == 0.5
    assert np.isnan(rates.by_ply[59])


def test_passes_and_numbers_out_of_range_count_as_illegal_predictions(rows):
    for number in (-1, 64, 255):
        assert lab.legal_rate(rows, np.full(rows.shape, number)).rate == 0


@cases("predicted", [np.zeros((2, 60)), np.zeros((3, 60), int), np.zeros((2, 60, 1, 1), int)])
def test_predictions_of_another_type_or_shape_raise_with_what_would_be_right(rows, predicted):
    with pytest.raises(OthelloError, match=r"must be integers of shape \(2, 60\) or \(2, 60, k\)"):
        lab.legal_rate(rows[:2], predicted)
