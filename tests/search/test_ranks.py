"""The order in which the moves of a rank are searched."""

from othello.search.ranks import Rank


def test_moves_are_sorted_by_effort():
    """The best move is searched first, then the moves that took the most nodes before."""
    rank = Rank([3, 1, 2, 4])
    rank.sort({1: 5, 2: 9, 3: 0, 4: 7})
    assert rank.moves == [3, 2, 4, 1]


def test_freed_moves_come_first():
    """Moves that were left out of a rank are searched first, and its best move is never one that is taken."""
    rank = Rank([3, 1, 2])
    rank.leave_out([3], [1, 2, 3, 4])
    assert (rank.move, rank.moves) == (4, [4, 1, 2])
