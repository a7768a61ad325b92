"""Solving lists of problems and comparing the answers with known ones."""

import pytest

from othello.errors import OthelloError
from othello.formats.obf import ObfProblem, parse_obf
from othello.jobs.team import Team
from othello.jobs.work import Failed, Finished
from othello.rules.score import Color, Score
from othello.rules.square import PASS, parse_square
from othello.search.limits import Goal, Limits
from othello.search.results import SearchResult
from othello.tools.solve import judge, solve_all
from tests import solved
from tests.searching import solved_here

F5, D6 = parse_square("f5"), parse_square("d6")
START = "---------------------------OX------XO--------------------------- X"
PROBLEMS = solved.problems()
EXACT, WLD = Limits(goal=Goal.EXACT), Limits(goal=Goal.WLD)
FINISHED = [problem for problem in PROBLEMS if problem.position.is_over]


def answer(move, score):
    return SearchResult(move, score, 8, 100, 0.1, () if move is None else (move,))


def exact(discs, move=F5):
    return answer(move, Score.exact(discs, Color.BLACK))


def wld(sign, move=F5):
    return answer(move, Score.wld(sign, Color.BLACK))


@pytest.mark.parametrize(
    ("fields", "result", "is_correct"),
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
def test_exact_answers(fields, result, is_correct):
    """An exact answer is correct if its value is and its move is not known to be worse."""
    found = judge(parse_obf(f"{START}; {fields}"), result, Goal.EXACT)
    assert found.is_correct is is_correct
    assert found.expected == (None if is_correct is None else parse_obf(f"{START}; {fields}").value)


@pytest.mark.parametrize(
    ("fields", "result", "is_correct"),
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
def test_answers_that_say_who_wins(fields, result, is_correct):
    """For a win, draw or loss only the signs of the value and of the move's score count."""
    assert judge(parse_obf(f"{START}; {fields}"), result, Goal.WLD).is_correct is is_correct


def test_finished_games():
    """When the game is over, the answer has no move and is compared by its value alone."""
    problem = FINISHED[0]
    assert judge(problem, exact(problem.value, None), Goal.EXACT).is_correct is True
    assert judge(problem, exact(-problem.value, None), Goal.EXACT).is_correct is False


@pytest.mark.parametrize("problem", FINISHED, ids=lambda problem: f"line {problem.line}")
def test_who_won_a_finished_game(problem):
    """Solving a finished game for win, draw or loss gives its winner."""
    (found,) = solved_here([problem], WLD)
    assert found.is_correct is True


@pytest.mark.parametrize("limits", [EXACT, WLD])
def test_solved_problems(limits):
    """The engine agrees with the slow model on every problem, also where a side must pass."""
    problems = [problem for problem in PROBLEMS if problem not in FINISHED]
    answers = list(solved_here(problems, limits))
    assert [found.problem for found in answers] == problems
    assert all(found.is_correct for found in answers)
    for found in answers:
        position, move = found.problem.position, found.result.move
        assert (move == PASS) == position.must_pass
        assert found.problem.scores[move] == found.problem.value or limits is WLD


def test_each_problem_is_the_first():
    """A problem takes the same number of nodes whatever was solved before it."""
    problems = [problem for problem in PROBLEMS if problem.position.empties >= 12]
    nodes = [found.result.nodes for found in solved_here(problems, EXACT)]
    backwards = [found.result.nodes for found in solved_here(problems[::-1], EXACT)]
    assert nodes == backwards[::-1]


def test_answers_come_one_by_one():
    """Each answer is yielded before the next problem is read."""
    first, second = PROBLEMS[:2]
    asked = []

    def problems():
        for problem in (first, second):
            asked.append(problem)
            yield problem

    answers = solved_here(problems(), EXACT)
    assert next(answers).problem == first
    assert asked == [first]


def test_a_problem_without_values():
    """A problem without known values is solved, and its answer is not compared."""
    problem = ObfProblem(PROBLEMS[0].position)
    (found,) = solved_here([problem], EXACT)
    assert found.result.score.discs == PROBLEMS[0].value
    assert (found.expected, found.is_correct) == (None, None)


def test_a_problem_that_fails():
    """A problem that ends its workers is reported at the end, and the others have their answers."""

    class Some(Team):
        def run(self, jobs):
            for number, job in enumerate(jobs):
                yield Failed(job, "it is gone") if number == 1 else Finished(job, exact(4), 0.1)

    found, problems = [], PROBLEMS[:4]
    answers = solve_all(problems, Some(None), EXACT)
    with pytest.raises(OthelloError, match=r"cannot be solved: it is gone$"):
        found.extend(answer.problem for answer in answers)
    assert found == [problems[0], *problems[2:]]
