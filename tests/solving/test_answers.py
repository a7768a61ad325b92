"""Answers to lists of positions, compared with known values and scores, and the command `suite`."""

import json

import pytest

from othello import Color, Goal, Limits, OthelloError, Position, Score, SearchResult, parse_square
from othello.cli.suite import ROW_HEADING
from othello.formats.obf import ObfProblem, parse_obf, read_obf
from othello.jobs.executor import Executor
from othello.jobs.task import Failed, Finished
from othello.solving.answers import Answer, answer_all, summary
from tests import solved, source
from tests.cases import cases
from tests.cli.commands import INTERRUPTED, run
from tests.searching import searcher, solved_here

FFO = source.DATA / "ffo" / "fforum-1-19.obf"
START = Position.start()
PROBLEMS = solved.problems()
EXACT = Limits(goal=Goal.EXACT)


def answer(fields, score, move="f5"):
    """Return the answer to the start with these scores in its file."""
    square = None if move is None else parse_square(move)
    line = () if square is None else (square,)
    return Answer(parse_obf(f"{START.format()}; {fields}"), SearchResult(square, score, 8, 100, 0.5, line))


def exact(discs):
    return Score.exact(discs, Color.BLACK)


def wld(outcome):
    return Score.wld(outcome, Color.BLACK)


@cases(
    ("fields", "score", "move", "is_correct"),
    [
        ("F5:+4; D3:+2;", exact(4), "f5", True),
        ("F5:+4; D3:+2;", exact(2), "f5", False),
        ("F5:+4; D3:+2;", exact(-4), "f5", False),
        ("F5:+4; D3:+4;", exact(4), "d3", True),
        ("F5:+2; D3:+4;", exact(4), "f5", False),
        ("D3:+4;", exact(4), "f5", True),
        ("D3:+4;", exact(6), "f5", False),
        ("+4;", exact(4), "f5", True),
        ("+4;", exact(0), "f5", False),
        ("+4;", exact(4), None, True),
        ("", exact(4), "f5", None),
        ("F5:+4; D3:+40;", wld(1), "f5", True),
        ("F5:+0; D3:+40;", wld(1), "f5", False),
        ("F5:+0; D3:-2;", wld(0), "f5", True),
        ("F5:-2; D3:-20;", wld(-1), "f5", True),
        ("F5:-2; D3:-20;", wld(0), "f5", False),
        ("F5:+2;", wld(-1), "f5", False),
        ("-12;", wld(-1), "f5", True),
        ("", wld(1), "f5", None),
    ],
)
def test_correct_answers(fields, score, move, is_correct):
    """An answer is correct if its value is, and its move is not known to be worse. For a winner, signs
    count."""
    assert answer(fields, score, move).is_correct is is_correct


SCORES = "C4:+4; D3:+4; F5:-2;"
JUDGED = {"c4": (True, 0), "d3": (True, 0), "f5": (False, 6), "e6": (False, None)}


@cases("move", JUDGED)
def test_judging(move):
    """The best moves lose nothing. A move without a score in the file is not a best move."""
    judgment = answer(SCORES, exact(0), move)
    assert (judgment.is_best, judgment.loss) == JUDGED[move]


def test_summary():
    """The share of best moves covers the judged answers, and the mean loss covers the known losses."""
    unscored = answer("", exact(0))
    assert (unscored.is_best, unscored.loss, summary([unscored]).best_share) == (None, None, None)
    totals = summary([*(answer(SCORES, exact(0), move) for move in JUDGED), unscored])
    assert (totals.positions, totals.judged, totals.best, totals.best_share) == (5, 4, 2, 0.5)
    assert (totals.mean_loss, totals.greatest_loss, totals.unknown_losses) == (2, 6, 1)
    assert (totals.nodes, totals.seconds) == (500, 2.5)


def test_solved_positions_lose_nothing():
    """Levels solve positions with few empties, so by the file's scores, their answers lose nothing."""
    problems = [problem for problem in read_obf(FFO) if problem.position.empties <= 14][:4]
    with searcher(16) as workers:
        solutions = list(answer_all(problems, workers, Limits(level=10)))
    assert [solution.loss for solution in solutions] == [0] * len(problems)


def test_a_problem_takes_the_same_number_of_nodes_whatever_was_solved_before_it():
    problems = [problem for problem in PROBLEMS if problem.position.empties >= 12]
    nodes = [solution.result.nodes for solution in solved_here(problems, EXACT)]
    backwards = [solution.result.nodes for solution in solved_here(problems[::-1], EXACT)]
    assert nodes == backwards[::-1]


def test_each_answer_is_yielded_before_the_next_problem_is_read():
    first, second = PROBLEMS[:2]
    asked = []

    def problems():
        for problem in (first, second):
            asked.append(problem)
            yield problem

    solutions = solved_here(problems(), EXACT)
    assert next(solutions).problem == first
    assert asked == [first]


def test_a_problem_without_known_values_is_solved_and_its_answer_is_not_compared():
    (solution,) = solved_here([ObfProblem(PROBLEMS[0].position)], EXACT)
    assert (solution.result.score.discs, solution.is_correct) == (PROBLEMS[0].value, None)


def test_a_problem_that_fails():
    """A problem that ends its workers is reported at the end, and other problems have their answers."""

    class Some(Executor):
        def run(self, jobs):
            result = answer("", exact(4)).result
            for number, job in enumerate(jobs):
                yield Failed(job, "it is gone") if number == 1 else Finished(job, result, 0.1)

    others, problems = [], PROBLEMS[:4]
    answers = answer_all(problems, Some(None), EXACT)
    with pytest.raises(OthelloError, match=r"cannot be searched: it is gone$"):
        others.extend(answer.problem for answer in answers)
    assert others == [problems[0], *problems[2:]]


# The command `suite`


def test_table(tmp_path):
    """The table has a row for each position and a total. Without scores, the loss is blank."""
    path = tmp_path / "some.obf"
    path.write_text(
        f"{START.format()}; F5:+0; C4:+0; D3:+0; E6:+0;\n{START.format()}; F5:+8;\n{START.format()}\n"
    )
    status, out, err = run("suite", path, "--depth", 1, "--hash", 1)
    assert (status, err) == (0, "")
    heading, first, second, third, last = out.splitlines()
    assert heading.split() == ["line", "empties", "move", "best", "loss", "depth", "nodes", "seconds"]
    assert first.split()[:2] == ["1", "60"]
    assert first.split()[3:7] == ["f5", "c4..", "0", "1"]
    assert second.split()[3] == "f5"
    assert third.split()[3] == "1"
    assert " of 2 best moves, " in last


@pytest.mark.parametrize("limit", [("--depth", 3), ("--level", 3), ("--time", 0.05)])
def test_with_json_there_is_an_object_for_each_position_then_one_with_the_totals(tmp_path, limit):
    path = tmp_path / "some.obf"
    path.write_text("".join(FFO.read_text().splitlines(keepends=True)[:3]))
    status, out, err = run("suite", path, *limit, "--json", "--hash", 16)
    assert (status, err) == (0, "")
    *rows, total = map(json.loads, out.splitlines())
    assert [row["number"] for row in rows] == [1, 2, 3]
    for row, problem in zip(rows, read_obf(path), strict=True):
        scores = problem.scores
        assert row["loss"] == max(scores.values()) - scores[parse_square(row["move"])]
        assert row["ok"] is (row["loss"] == 0)
    assert total["judged"] == 3
    assert total["mean_loss"] == pytest.approx(sum(row["loss"] for row in rows) / 3, abs=1e-4)
    if limit[0] == "--depth":
        assert {row["score"]["depth"] for row in rows} == {3}


def test_a_suite_that_is_interrupted_before_its_first_answer_counts_nothing(tmp_path, monkeypatch):
    path = tmp_path / "one.obf"
    path.write_text("X" * 62 + "O- X;\n")

    def interrupt(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("othello.cli.suite.answer_all", interrupt)
    for option in ((), ("--json",)):
        status, out, err = run("suite", path, *option)
        assert (status, err) == (INTERRUPTED, "interrupted after 0 of 1 positions\n")
        assert out == ("" if option else f"{ROW_HEADING}\n")
