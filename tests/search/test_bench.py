"""The benchmark: its node count is the signature of the search."""

import pytest

from othello.search import bench
from othello.search.limits import Goal
from tests import source


@pytest.fixture(scope="module")
def runs():
    return [
        [(result.nodes, result.move, result.score, result.pv) for result in bench.run()] for _ in range(2)
    ]


def test_the_benchmark_searches_the_recorded_number_of_nodes(runs):
    assert sum(nodes for nodes, *_ in runs[0]) == int(source.SIGNATURE.read_text())


def test_two_runs_give_the_same_nodes_moves_values_and_lines_search_by_search(runs):
    assert runs[0] == runs[1]


def test_tasks():
    """Openings are searched to a depth, and endings are solved. Each position has a move."""
    tasks = bench.tasks()
    assert len(tasks) == len(bench.OPENINGS) + len(bench.ENDINGS)
    assert all(position.legal_moves for position, _ in tasks)
    assert {limits.goal for _, limits in tasks} == {Goal.MOVE, Goal.EXACT}
    assert len({position for position, _ in tasks}) == len(tasks)
