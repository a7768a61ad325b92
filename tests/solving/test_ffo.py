"""The FFO endgames: exact values, best moves and winners."""

import pytest

from othello import Engine, Goal, Kind, Limits, format_move
from othello.formats.obf import read_obf
from tests import source
from tests.cases import cases

FFO = source.DATA / "ffo"
SMALL, MIDDLE, LARGE = (
    list(read_obf(FFO / name)) for name in ("fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf")
)
SLOW = [problem for problem in MIDDLE if problem not in MIDDLE[::3]] + LARGE[:10]


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=8)


@cases("problem", SMALL + MIDDLE[::6])
def test_the_value_is_the_published_one_and_the_move_is_one_of_the_best(engine, problem):
    check(engine, problem)


@pytest.mark.slow
@pytest.mark.parametrize("problem", SLOW, ids=lambda problem: f"{problem.position.empties} empties")
def test_problems_that_take_long(engine, problem):
    check(engine, problem)


def check(engine, problem):
    """Assert that the engine finds the published value, and a move that has it."""
    engine.new_game()
    result = engine.play(problem.position, Limits(goal=Goal.EXACT))
    assert (result.score.kind, result.score.discs) == (Kind.EXACT, problem.value), str(problem.position)
    assert problem.scores.get(result.move, problem.value) == problem.value, format_move(result.move)
    assert result.depth == problem.position.empties
    assert not result.was_stopped


@cases("problem", SMALL + MIDDLE[:14:6])
def test_who_wins(engine, problem):
    """The winner agrees with the published value of the position and of the move."""
    engine.new_game()
    result = engine.play(problem.position, Limits(goal=Goal.WLD))
    sign = (problem.value > 0) - (problem.value < 0)
    assert (result.score.kind, result.score.discs) == (Kind.WLD, sign)
    worth = problem.scores.get(result.move, sign)
    assert (worth > 0) - (worth < 0) == sign
