"""The FFO endgames: exact values, best moves and winners."""

import pytest

from othello import Engine, Goal, Kind, Limits, format_move
from othello.formats.obf import read_obf
from tests import source

FFO = source.DATA / "ffo"
SMALL, MIDDLE, LARGE = (
    list(read_obf(FFO / name)) for name in ("fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf")
)
SLOWER = [pytest.param(problem, marks=pytest.mark.slow) for problem in LARGE[:10]]
FIRST = {id(problem): 1 for problem in SMALL} | {id(p): 20 for p in MIDDLE} | {id(p): 40 for p in LARGE}


def name(problem):
    return f"#{FIRST[id(problem)] + problem.line - 1}"


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=64)


@pytest.mark.parametrize("problem", [*SMALL, *MIDDLE, *SLOWER], ids=name)
def test_the_value_is_the_published_one_and_the_move_is_one_of_the_best(engine, problem):
    engine.new_game()
    result = engine.play(problem.position, Limits(goal=Goal.EXACT))
    assert (result.score.kind, result.score.discs) == (Kind.EXACT, problem.value), str(problem.position)
    assert problem.scores.get(result.move, problem.value) == problem.value, format_move(result.move)
    assert result.depth == problem.position.empties
    assert not result.was_stopped


@pytest.mark.parametrize("problem", [*SMALL, *MIDDLE[:14]], ids=name)
def test_who_wins(engine, problem):
    """The winner agrees with the published value of the position and of the move."""
    engine.new_game()
    result = engine.play(problem.position, Limits(goal=Goal.WLD))
    sign = (problem.value > 0) - (problem.value < 0)
    assert (result.score.kind, result.score.discs) == (Kind.WLD, sign)
    worth = problem.scores.get(result.move, sign)
    assert (worth > 0) - (worth < 0) == sign
