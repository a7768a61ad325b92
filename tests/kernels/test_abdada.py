"""How threads share work: marks of positions being searched, and moves deferred because of them."""

import pytest

from othello.kernels import abdada, ordering
from othello.kernels.search_state import State
from othello.kernels.table import new_table
from othello.native import memory
from tests.kernels.records import Memory

SCORES = [10, 50, 30, 40, 20]
"""Scores of the moves to squares 0 to 4. The key after a move is its square + 1."""
BY_SCORE, BY_PLACE = [1, 3, 2, 4, 0], [0, 1, 2, 3, 4]


def test_marks():
    """A mark stays until it is removed. A full bucket loses a mark to a new mark."""
    marks = new_table(0.5)
    thread = Memory()
    thread.share_marks(marks)
    keys = [number + 1 for number in range(abdada.PLACES + 1)]  # all in the first bucket
    for key in keys[:-1]:
        assert not abdada.is_searched(thread.record, key)
        abdada.mark(thread.record, key)
        assert abdada.is_searched(thread.record, key)
    abdada.mark(thread.record, keys[-1])
    assert abdada.is_searched(thread.record, keys[-1])
    assert sum(abdada.is_searched(thread.record, key) for key in keys) == abdada.PLACES
    for key in keys:
        abdada.unmark(thread.record, key)
    assert not any(abdada.is_searched(thread.record, key) for key in keys)
    assert not any(marks.words)


@pytest.fixture
def thread():
    """The memory of a thread, with marks that only the test sets."""
    thread = Memory()
    thread.share_marks(new_table(0.5))
    return thread


def tried(thread, *, shares=True, is_sorted=False):
    """The squares of the list with SCORES in the order in which `next_item` gives them."""
    space = memory.Memory(8 * ordering.WORDS)
    items = space.address
    for square, score in enumerate(SCORES):
        ordering.put(items + square * ordering.ITEM, score, square, 0, 0)
        space.words[(square * ordering.ITEM + ordering.KEY) // 8] = square + 1
    squares, index, deferred = [], 0, 0
    while index < len(SCORES) or deferred:
        item, index, deferred = abdada.next_item(
            thread.record, items, len(SCORES), index, deferred, shares, is_sorted
        )
        squares.append(ordering.square_of(item))
    return squares


def test_without_marks_moves_come_by_score_or_by_place_if_the_list_is_sorted(thread):
    assert tried(thread) == BY_SCORE
    assert tried(thread, is_sorted=True) == BY_PLACE


@pytest.mark.parametrize(
    ("marked", "by_score", "by_place"),
    [
        ({3}, [1, 2, 4, 0, 3], [0, 1, 2, 4, 3]),
        ({2, 3}, [1, 4, 0, 3, 2], [0, 1, 4, 2, 3]),
        ({0}, [1, 3, 2, 4, 0], [0, 1, 2, 3, 4]),
        ({0, 2, 3, 4}, [1, 3, 2, 4, 0], [0, 1, 2, 3, 4]),
    ],
)
def test_marked_moves_come_last(thread, marked, by_score, by_place):
    """A move that another thread searches is deferred, and every move is tried once."""
    for square in marked:
        abdada.mark(thread.record, square + 1)
    assert tried(thread) == by_score
    assert tried(thread, is_sorted=True) == by_place


def test_the_first_move_is_never_deferred(thread):
    """The first move is tried first, marked or not, because it sets the window for the other moves."""
    abdada.mark(thread.record, BY_SCORE[0] + 1)
    assert tried(thread) == BY_SCORE


def test_near_the_leaves_and_with_one_thread_no_move_is_deferred(thread):
    abdada.mark(thread.record, 4)
    assert tried(thread, shares=False) == BY_SCORE
    assert abdada.shares_work(thread.record, abdada.MIN_MARKED)
    assert not abdada.shares_work(thread.record, abdada.MIN_MARKED - 1)
    assert not abdada.shares_work(State(), abdada.MIN_MARKED)
