"""Test suites: best moves, losses, and files that leave scores out."""

import json

import pytest
from click.testing import CliRunner

from othello.cli import main
from othello.formats.obf import ObfProblem, read_obf
from othello.rules.position import Position
from othello.rules.score import Centidiscs, Color, Discs, Score
from othello.rules.square import parse_square
from othello.search.limits import Limits
from othello.search.results import SearchResult
from othello.tools.suite import Attempt, attempt_all, summary
from tests import source
from tests.searching import searcher

FFO = source.DATA / "ffo" / "fforum-1-19.obf"
START = Position.start()
SCORES = {parse_square(name): Discs(score) for name, score in (("c4", 4), ("d3", 4), ("f5", -2))}


def attempt(name, scores=SCORES):
    """The answer of an engine that played a move at the start."""
    move = parse_square(name)
    score = Score.heuristic(Centidiscs(0), Color.BLACK, 1)
    return Attempt(ObfProblem(START, scores), SearchResult(move, score, 1, 100, 0.5, (move,)))


def run(*args):
    result = CliRunner().invoke(main, ["suite", *map(str, args)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("name", "is_best", "loss"), [("c4", True, 0), ("d3", True, 0), ("f5", False, 6), ("e6", False, None)]
)
def test_judging(name, is_best, loss):
    """The best moves lose nothing; a move that the file does not score is not the best."""
    assert (attempt(name).is_best, attempt(name).loss) == (is_best, loss)


def test_positions_without_moves():
    """A position without scored moves is not judged."""
    found = attempt("c4", {})
    assert (found.is_best, found.loss) == (None, None)
    assert summary([found]).best_share is None


def test_summary():
    """The share of best moves is of the judged answers; the mean loss is of the known losses."""
    found = summary([*map(attempt, ("c4", "d3", "f5", "e6")), attempt("c4", {})])
    assert (found.positions, found.judged, found.best, found.best_share) == (5, 4, 2, 0.5)
    assert (found.mean_loss, found.greatest_loss, found.unknown_losses) == (2, 6, 1)
    assert (found.nodes, found.seconds) == (500, 2.5)


def test_solved_positions_lose_nothing():
    """Positions with few empties are solved, so their answers lose nothing by the file's scores."""
    problems = [each for each in read_obf(FFO) if each.position.empties <= 14][:4]
    with searcher(16) as workers:
        found = list(attempt_all(problems, workers, Limits(level=10)))
    assert [each.loss for each in found] == [0] * len(problems)


def test_table(tmp_path):
    """The table has a line for each position and a total; without scores the loss is blank."""
    path = tmp_path / "some.obf"
    path.write_text(
        f"{START.format()}; F5:+0; C4:+0; D3:+0; E6:+0;\n{START.format()}; F5:+8;\n{START.format()}\n"
    )
    status, out, err = run(path, "--depth", 1, "--hash", 1)
    assert (status, err) == (0, "")
    heading, first, second, third, last = out.splitlines()
    assert heading.split() == ["line", "empties", "move", "best", "loss", "depth", "nodes", "seconds"]
    assert first.split()[:2] == ["1", "60"]
    assert first.split()[3:7] == ["f5", "c4..", "0", "1"]
    assert second.split()[3] == "f5"
    assert third.split()[3] == "1"
    assert " of 2 best moves, " in last


@pytest.mark.parametrize("limit", [("--depth", 3), ("--level", 3), ("--time", 0.05)])
def test_json(tmp_path, limit):
    """With --json there is an object for each position, then one with the totals."""
    path = tmp_path / "some.obf"
    path.write_text("".join(FFO.read_text().splitlines(keepends=True)[:3]))
    status, out, err = run(path, *limit, "--json", "--hash", 16)
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


def test_bad_input(tmp_path):
    """A missing file or a folder is reported in one sentence."""
    for path, error in ((tmp_path / "none.obf", "no such file"), (tmp_path, "is a directory")):
        status, out, err = run(path)
        assert (status, out) == (2, "")
        assert error in err
    assert run(FFO, "--depth", 0)[0] == 2
