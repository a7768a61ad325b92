"""Solving lists of problems, and judging the answers."""

import pytest

from othello.engine import Engine
from othello.formats.obf import ObfProblem, parse_obf_line
from othello.limits import Goal
from othello.results import SearchResult
from othello.score import Color, Score
from othello.square import PASS, parse_square
from othello.tools.solve import judged, solve_all
from tests import solved

F5, D6 = parse_square("f5"), parse_square("d6")
START = "---------------------------OX------XO--------------------------- X"
PROBLEMS = solved.problems()
FINISHED = [problem for problem in PROBLEMS if problem.position.is_over]


def answer(move, score):
    return SearchResult(move, score, 8, 100, 0.1, () if move is None else (move,))


def exact(discs, move=F5):
    return answer(move, Score.exact(discs, Color.BLACK))


def wld(sign, move=F5):
    return answer(move, Score.wld(sign, Color.BLACK))


@pytest.mark.parametrize(
    ("fields", "result", "is_right"),
    [
        ("F5:+4; D3:+2;", exact(4), True),
        ("F5:+4; D3:+2;", exact(2), False),
        ("F5:+4; D3:+2;", exact(-4), False),
        ("F5:+4; D3:+4;", exact(4, parse_square("d3")), True),
        ("F5:+2; D3:+4;", exact(4), False),
        ("D3:+4;", exact(4), True),
        ("D3:+4;", exact(6), False),
        ("+4;", exact(4), True),
        ("+4;", exact(0), False),
        ("", exact(4), None),
    ],
)
def test_exact_answers(fields, result, is_right):
    """An exact answer is right if the value is, and the move is not known to be worse."""
    verdict = judged(parse_obf_line(f"{START}; {fields}"), result, Goal.EXACT)
    assert verdict.is_right is is_right
    assert verdict.expected == (None if is_right is None else parse_obf_line(f"{START}; {fields}").value)


@pytest.mark.parametrize(
    ("fields", "result", "is_right"),
    [
        ("F5:+4; D3:+40;", wld(1), True),
        ("F5:+0; D3:+40;", wld(1), False),
        ("F5:+0; D3:-2;", wld(0), True),
        ("F5:-2; D3:-20;", wld(-1), True),
        ("F5:-2; D3:-20;", wld(0), False),
        ("F5:+2;", wld(-1), False),
        ("-12;", wld(-1), True),
        ("", wld(1), None),
    ],
)
def test_answers_that_say_who_wins(fields, result, is_right):
    """Of a win, draw or loss only the sign counts, of the value and of the move."""
    assert judged(parse_obf_line(f"{START}; {fields}"), result, Goal.WLD).is_right is is_right


def test_finished_games():
    """Where the game is over there is no move to be wrong about."""
    problem = FINISHED[0]
    assert judged(problem, exact(problem.value, None), Goal.EXACT).is_right is True
    assert judged(problem, exact(-problem.value, None), Goal.EXACT).is_right is False


@pytest.mark.parametrize("problem", FINISHED, ids=lambda problem: f"line {problem.line}")
def test_who_won_a_finished_game(problem):
    """Who won a finished game is found out like anything else."""
    (verdict,) = solve_all([problem], Engine(table_mib=1), Goal.WLD)
    assert verdict.is_right is True


@pytest.mark.parametrize("goal", [Goal.EXACT, Goal.WLD])
def test_solved_problems(goal):
    """The engine's answers to all problems that the slow model solved are right, before passes too."""
    problems = [problem for problem in PROBLEMS if problem not in FINISHED]
    verdicts = list(solve_all(problems, Engine(table_mib=1), goal))
    assert [verdict.problem for verdict in verdicts] == problems
    assert all(verdict.is_right for verdict in verdicts)
    for verdict in verdicts:
        position, move = verdict.problem.position, verdict.result.move
        assert (move == PASS) == position.must_pass
        assert verdict.problem.scores[move] == verdict.problem.value or goal is Goal.WLD


def test_each_problem_is_the_first():
    """A problem takes as many nodes whatever was solved before it."""
    engine = Engine(table_mib=1)
    problems = [problem for problem in PROBLEMS if problem.position.empties >= 12]
    nodes = [verdict.result.nodes for verdict in solve_all(problems, engine, Goal.EXACT)]
    backwards = [verdict.result.nodes for verdict in solve_all(problems[::-1], engine, Goal.EXACT)]
    assert nodes == backwards[::-1]


def test_answers_come_one_by_one():
    """Each answer is there before the next problem is looked at."""
    first, second = PROBLEMS[:2]
    asked = []

    def problems():
        for problem in (first, second):
            asked.append(problem)
            yield problem

    answers = solve_all(problems(), Engine(table_mib=1), Goal.EXACT)
    assert next(answers).problem == first
    assert asked == [first]


def test_a_problem_without_values():
    """A position of which nothing is known is solved and not judged."""
    problem = ObfProblem(PROBLEMS[0].position)
    (verdict,) = solve_all([problem], Engine(table_mib=1), Goal.EXACT)
    assert verdict.result.score.discs == PROBLEMS[0].value
    assert (verdict.expected, verdict.is_right) == (None, None)
