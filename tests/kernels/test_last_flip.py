"""Discs turned by the last move of a game, against the slow model."""

from hypothesis import given, strategies as st

from othello.kernels.last_flip import count_last_flips
from tests import model
from tests.cases import cases
from tests.positions import FULL, words

LINES = {"row": (1, 0), "column": (0, 1), "falling": (1, 1), "rising": (1, -1)}


def expected(square, player):
    """The discs that a move of either side turns in the model, where all other squares are the opponent's."""
    boards = player & ~(1 << square), FULL & ~player & ~(1 << square)
    return tuple(len(model.flips(model.from_words(*pair), square)) for pair in (boards, boards[::-1]))


@cases("direction", LINES)
def test_every_line(direction):
    """For each square, each line through it and each arrangement of discs, the counts equal the model's."""
    for square in range(64):
        x, y = LINES[direction]
        line = model.ray(square, -x, -y) + model.ray(square, x, y)
        for chosen in range(2 ** len(line)):
            theirs = model.word(line[i] for i in range(len(line)) if chosen >> i & 1)
            player = FULL & ~theirs & ~(1 << square)  # elsewhere the player can turn nothing
            assert count_last_flips(square, player) == expected(square, player)


@given(st.integers(0, 63), words | st.lists(st.integers(0, 63), max_size=8).map(model.word))
def test_any_board(square, player):
    """On any board with one empty square, even with long lines to flip, the counts equal the model's."""
    player &= ~(1 << square)
    assert count_last_flips(square, player) == expected(square, player)
