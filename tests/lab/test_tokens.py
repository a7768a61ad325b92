"""Tokens of games, and back."""

import functools

import numpy as np
import pytest

from othello import IllegalMoveError, OthelloError, lab
from tests import model
from tests.cases import cases
from tests.lab.games import lopsided_moves, rows_of

SQUARES = [square for square in range(64) if square not in (27, 28, 35, 36)]


@functools.cache
def sequences():
    """Return games with passes."""
    return [lopsided_moves(seed) for seed in range(40)]


def padded(sequence, padding, width=60):
    return (sequence + [padding] * width)[:width]


def test_othello_world():
    """The squares without the start squares are 1 to 60, and passes are left out."""
    tokens = lab.tokens(rows_of(sequences()))
    for row, game in zip(tokens.tolist(), sequences(), strict=True):
        assert row == padded([1 + SQUARES.index(move) for move in game if move != model.PASS], 0)


def test_metaothello():
    """Passes are 65, a game that ends early ends with two passes, and games are cut after 60 plies."""
    assert any(model.PASS in game for game in sequences())
    tokens = lab.tokens(rows_of(sequences()), "metaothello")
    for row, game in zip(tokens.tolist(), sequences(), strict=True):
        assert row == padded([1 + move for move in game] + [65, 65], 0)


def test_squares():
    """Squares are their numbers, passes are 64 if they are wanted, and the padding is 65."""
    for passes in (False, True):
        tokens = lab.tokens(rows_of(sequences()), "squares", passes=passes, width=70)
        for row, game in zip(tokens.tolist(), sequences(), strict=True):
            assert row == padded([move for move in game if passes or move != model.PASS], 65, 70)


@cases("length", [0, 5])
def test_a_game_that_is_not_over_has_no_passes_at_its_end(length):
    moves = sequences()[0][:length]
    assert lab.tokens(rows_of([moves]), "metaothello")[0].tolist() == padded([1 + move for move in moves], 0)


@cases("vocabulary", lab.VOCABULARIES)
@cases("passes", [False, None, True])
def test_tokens_give_the_moves_again_with_passes_and_without(vocabulary, passes):
    if passes and vocabulary == "othello_world":
        with pytest.raises(OthelloError, match="othello_world has no token for a pass"):
            lab.tokens(rows_of(sequences()), vocabulary, passes=passes)
        return
    rows = np.concatenate([rows_of(sequences()), lab.random_games(200, 3).moves])
    tokens = lab.tokens(rows, vocabulary, passes=passes, width=80)
    sizes = {"othello_world": 61, "metaothello": 66, "squares": 66}
    assert lab.VOCABULARIES[vocabulary].size == sizes[vocabulary]
    assert tokens.max() < lab.VOCABULARIES[vocabulary].size
    assert (lab.moves(tokens, vocabulary) == rows).all()
    assert (lab.moves(tokens.astype(np.int64), vocabulary) == rows).all()


def test_errors():
    """Unknown vocabularies, tokens out of range and illegal games raise errors with their location."""
    rows = rows_of(sequences()[:2])
    with pytest.raises(OthelloError, match="'chess' is not a vocabulary: use one of othello_world"):
        lab.tokens(rows, "chess")
    with pytest.raises(OthelloError, match=r"token \(1, 2\) must be from 0 to 60, not 61"):
        lab.moves([[1, 2, 3], [1, 2, 61]])
    with pytest.raises(OthelloError, match="the tokens must have the shape"):
        lab.moves([1, 2, 3])
    with pytest.raises(OthelloError, match="sequence 0 has more than 60 moves"):
        lab.moves(np.ones((1, 61), int))
    with pytest.raises(IllegalMoveError, match="move 0 of game 0 is illegal: a1"):
        lab.tokens(np.zeros((1, 60), np.uint8))
    with pytest.raises(OthelloError, match="the width must be from 1 to"):
        lab.tokens(rows, width=0)
