"""Several threads: limits and a stop for all of them, and nothing left behind; see also `test_exactness`."""

import threading
import time

import pytest

from othello.engine import Engine
from othello.kernels import abdada
from othello.kernels.table import new_table
from othello.limits import Goal, Limits
from othello.position import Position
from othello.search.team import Team
from tests.kernels.records import Memory


@pytest.fixture(scope="module", params=[2, 3, 5])
def engine(request):
    return Engine(threads=request.param, table_mib=2)


def test_midgame(engine):
    """A search to a depth ends at that depth with a legal move."""
    engine.new_game()
    result = engine.go(Position.start(), Limits(depth=12))
    assert result.depth == 12
    assert not result.was_stopped
    assert result.move in Position.start().legal_moves()


def test_stop(engine):
    """A stop ends the search of all threads, and the engine can search again."""
    engine.new_game()
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    began = time.perf_counter()
    result = engine.go(Position.start(), Limits(goal=Goal.EXACT))
    assert time.perf_counter() - began < 2
    assert result.was_stopped
    before = result.nodes
    time.sleep(0.1)
    assert engine._searcher._team.nodes == before  # no thread goes on
    assert not engine.go(Position.start(), Limits(depth=9)).was_stopped


def test_node_limits(engine):
    """A limit of nodes is that of all threads together."""
    engine.new_game()
    result = engine.go(Position.start(), Limits(nodes=400_000))
    assert result.was_stopped
    assert 100_000 < result.nodes < 600_000


def test_marks_are_taken_away(engine):
    """After a search no position is marked as being searched, but for marks that were overwritten."""
    engine.new_game()
    engine.go(Position.start(), Limits(depth=13))
    assert (engine._searcher._team._marks != 0).sum() < 20


def test_one_thread_has_no_marks():
    """One thread alone neither reads nor writes marks, so that its searches stay the same."""
    team = Team(1)
    assert team.record["marks"] == 0
    assert team._pool is None


def test_marks():
    """A marked position is busy until the mark is taken away; a full bucket loses a mark, not its place."""
    memory = Memory()
    marks = new_table(0.5)
    memory.record["marks"] = marks.ctypes.data
    keys = [number + 1 for number in range(abdada.PLACES + 1)]  # all in the first bucket
    for key in keys[:-1]:
        assert not abdada.is_searched(memory.record, key)
        abdada.mark(memory.record, key)
        assert abdada.is_searched(memory.record, key)
    abdada.mark(memory.record, keys[-1])
    assert abdada.is_searched(memory.record, keys[-1])
    assert sum(abdada.is_searched(memory.record, key) for key in keys) == abdada.PLACES
    for key in keys:
        abdada.unmark(memory.record, key)
    assert not any(abdada.is_searched(memory.record, key) for key in keys)
    assert not marks.any()


@pytest.mark.parametrize("threads", [0, 257])
def test_numbers_of_threads(threads):
    """An impossible number of threads is refused by name."""
    with pytest.raises(ValueError, match=f"{threads} threads"):
        Engine(threads=threads)
