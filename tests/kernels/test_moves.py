"""Legal moves and flips against the slow model, on positions of games and on random boards."""

import pytest
from hypothesis import given, strategies as st

from othello.kernels.moves import flips, flips_of_two, legal_moves, potential_mobility
from tests import model, positions
from tests.kernels.compiled import in_forms_of_webassembly
from tests.positions import FULL, squares


def empty_squares(pair):
    return squares(FULL & ~(pair[0] | pair[1]))


@given(positions.any_words)
def test_the_legal_moves_are_the_models(pair):
    assert legal_moves(*pair) == model.word(model.legal_moves(model.from_words(*pair)))


@given(positions.any_words)
def test_the_flips_of_a_move_to_any_empty_square_are_the_models(pair):
    board = model.from_words(*pair)
    for square in empty_squares(pair):
        assert flips(square, *pair) == model.word(model.flips(board, square))


@given(positions.any_words, st.randoms())
def test_the_flips_of_two_moves_at_once_are_those_of_each(pair, random):
    if empty := empty_squares(pair):
        first, second = random.choice(empty), random.choice(empty)
        assert flips_of_two(first, second, *pair) == (flips(first, *pair), flips(second, *pair))


def test_every_line():
    """From any square, a line of the opponent's discs flips if and only if the player's disc ends it."""
    for first, rest in ((square, line) for square in range(64) for line in model.RAYS[square]):
        for length in range(len(rest)):
            line, end = rest[:length], rest[length]
            opponent, player = model.word(line), 1 << end
            expected = opponent if length else 0
            assert flips(first, player, opponent) == expected
            assert legal_moves(player, opponent) >> first & 1 == bool(length)
            assert flips(first, 0, opponent) == 0
        # A whole line of opponents up to the edge, with the player's discs everywhere else.
        opponent = model.word(rest)
        player = FULL & ~opponent & ~(1 << first)
        assert flips(first, player, opponent) == 0


@given(positions.any_words)
def test_potential_mobility(pair):
    """An empty square counts if an opponent's disc next to it has another square behind it."""
    board = model.from_words(*pair)
    expected = 0
    for square in empty_squares(pair):
        expected += any(board[line[0]] == model.THEIRS and len(line) > 1 for line in model.RAYS[square])
    assert potential_mobility(*pair) == expected


@pytest.mark.slow
def test_forms_of_webassembly():
    """The WebAssembly versions of legal moves and flips equal the model's."""
    with in_forms_of_webassembly(legal_moves, flips, flips_of_two):
        test_the_legal_moves_are_the_models()
        test_the_flips_of_a_move_to_any_empty_square_are_the_models()
        test_the_flips_of_two_moves_at_once_are_those_of_each()
        test_every_line()
