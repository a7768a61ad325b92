"""Solutions with a window or a percentage: bounds are true, and decide the question."""

import pytest

from othello import Bound, Engine, Kind, Limits
from tests import solved
from tests.cases import cases

PROBLEMS = [problem for problem in solved.problems() if not problem.position.is_over]
OFFSETS = [(-26, -5), (5, 26), (-1, 1), (0, 1), (-1, 0), (-3, -1), (-3, -2), (1, 5), (2, 3), (-128, 128)]


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=4) as solver:
        yield solver


@cases("offsets", OFFSETS)
def test_windows(engine, offsets):
    """A search with a window proves correct bounds that answer the question, even before passes."""
    for problem in PROBLEMS[OFFSETS.index(offsets) % 2 :: 2]:
        value = problem.value
        low, high = max(value + offsets[0], -64), min(value + offsets[1], 64)
        if low >= high:
            continue
        engine.new_game()
        result = engine.solve(problem.position, window=(low, high))
        assert result.lower <= value <= result.upper
        assert result.lower == result.upper or result.lower >= high or result.upper <= low
        assert not result.was_stopped
        assert result.score.kind is Kind.EXACT
        if low < value < high:
            assert (result.score.discs, result.score.bound) == (value, Bound.EQUAL)


def test_a_window_of_all_values_gives_the_same_search_as_none(engine):
    for problem in PROBLEMS:
        nodes = []
        for window in (None, (-64, 64)):
            engine.new_game()
            nodes.append(engine.solve(problem.position, Limits(window=window)).nodes)
        assert nodes[0] == nodes[1]


def test_the_window_around_a_draw_is_that_of_the_winner(engine):
    """The window (-1, 1) takes the nodes of a search for the winner, but does not solve the end of a line
    again."""
    for problem in PROBLEMS:
        engine.new_game()
        nodes = engine.solve(problem.position, window=(-1, 1)).nodes
        engine.new_game()
        again = engine.solve(problem.position, wld=True)
        assert nodes <= again.nodes


def test_percentages(engine):
    """A solution with probabilistic cuts states its percentage and proves nothing. At 100 it is exact."""
    for problem in PROBLEMS:
        if problem.position.empties < 11 or problem.position.must_pass:
            continue
        engine.new_game()
        result = engine.solve(problem.position, selectivity=90)
        assert (result.score.kind, result.score.probability) == (Kind.SELECTIVE, 95)
        assert (result.lower, result.upper) == (-64, 64)
        engine.new_game()
        result = engine.solve(problem.position, selectivity=100)
        assert (result.score.discs, result.is_solved) == (problem.value, True)


def test_a_window_and_a_percentage_give_a_bound_with_that_percentage(engine):
    for problem in PROBLEMS:
        if problem.position.empties < 11 or not -60 < problem.value < 60:
            continue
        engine.new_game()
        result = engine.solve(problem.position, selectivity=99, window=(problem.value - 5, problem.value - 4))
        assert (result.score.kind, result.score.bound) == (Kind.SELECTIVE, Bound.LOWER)
        assert result.score.discs >= problem.value - 4
