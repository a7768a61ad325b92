"""Endgames to practice, without a server."""

from othello.web.practice import _endings
from tests.web.serving import whole_game


def test_the_endings_of_a_game_have_6_to_14_empty_squares():
    board = whole_game()
    endings = list(_endings(board))
    assert [ending.empties for ending in endings if not ending.must_pass] == list(range(6, 15))
    assert all(ending.move_stack == board.move_stack[: ending.ply] for ending in endings)
