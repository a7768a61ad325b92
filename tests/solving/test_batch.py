"""Batches: each position once, known ones left out, honest bounds, and the same rows whatever does them."""

import itertools
import json
import os
import signal
import subprocess

import pytest

from othello import PASS, Position
from othello.formats.obf import ObfProblem
from othello.jobs.executor import executor
from othello.jobs.task import Failed, Finished, Resources
from othello.search.jobs import Searches
from othello.search.settings import EngineSettings
from othello.solving import batch as batch_module
from othello.solving.batch import Batch
from othello.solving.knowledge import BoundStore, SolvingLimits
from othello.solving.question import WHOLE, WINNER, Terms, canonical, question
from othello.storage.append import sealed
from tests import solved
from tests.cases import cases
from tests.cli.commands import BAD_INPUT, OK, run
from tests.gtp.driver import EngineProcess
from tests.waiting import eventually

PROBLEMS = [problem for problem in solved.problems() if not problem.position.is_over]
VALUES = {}
for solved_problem in PROBLEMS:
    VALUES[canonical(solved_problem.position)] = (
        -solved_problem.value if solved_problem.position.must_pass else solved_problem.value
    )
SETTINGS = EngineSettings(1)


def search(questions, knowledge=None, places=None, **options):
    """Return the answers of a batch with their rows, and the counts."""
    batch = Batch(SETTINGS, BoundStore() if knowledge is None else knowledge, **options)
    failures = []
    with executor(Searches(SETTINGS), places or Resources()) as workers:
        pairs = list(batch.run(questions, workers, failures.append))
    assert not failures
    return pairs, batch.counts


def solve(*args, **options):
    """Return the rows and the counts of a batch."""
    pairs, counts = search(*args, **options)
    return [row for _, row in pairs], counts


@cases("window", [WHOLE, WINNER])
def test_answers(window):
    """Answers agree with the slow model and with their rows, even before a pass and at the end."""
    problems = solved.problems()
    questions = [question(problem, Terms(*window)) for problem in problems]
    pairs, _ = search(questions, order="given", repeats=True)
    assert [answer.problem for answer, _ in pairs] == problems
    for answer, row in pairs:
        problem, move = answer.problem, answer.result.move
        assert answer.is_correct
        assert (move == PASS) == problem.position.must_pass
        assert window == WINNER or problem.scores.get(move, problem.value) == problem.value
        assert row.lower <= (-problem.value if problem.position.must_pass else problem.value) <= row.upper


def test_moves_of_rows():
    """The move of a row is legal in its canonical position, whichever image of it is searched."""
    few = [problem.position for problem in PROBLEMS if problem.position.empties <= 6]
    few = few[:5] + [position for position in few if position.must_pass][:5]
    for position, symmetry in zip(few, itertools.cycle((0, 3, 5))):
        (row,), _ = solve([question(ObfProblem(position.transformed(symmetry)), Terms())])
        assert row.lower == -solved.value_of(row.position.play(row.move)) == solved.value_of(row.position)


@cases("window", [WHOLE, WINNER, (0, 1), (-5, -4), (-10, 10)])
def test_bounds_are_true_and_decide_the_window(window):
    rows, counts = solve([question(problem, Terms(*window)) for problem in PROBLEMS])
    assert len(rows) == len(VALUES)
    assert (counts.questions, counts.decided, counts.done) == (len(PROBLEMS), len(rows), counts.predicted)
    for row in rows:
        assert row.lower <= VALUES[row.position] <= row.upper
        assert row.lower == row.upper or row.lower >= row.beta or row.upper <= row.alpha


def test_each_position_once():
    """Symmetric and repeated positions share one row. A later run finds all of them known."""
    questions = [
        question(ObfProblem(problem.position.transformed(symmetry)), Terms())
        for problem in PROBLEMS[:8]
        for symmetry in (0, 3, 5)
    ]
    knowledge = BoundStore()
    rows, counts = solve(questions, knowledge=knowledge)
    assert (len(rows), counts.questions, counts.known) == (8, 24, 16)
    rows, counts = solve(questions, knowledge=knowledge)
    assert (rows, counts.known) == ([], 24)


def test_known_bounds_help():
    """A search excludes values that are known to be impossible, and its row contains the combined bounds."""
    problem = max(PROBLEMS, key=lambda candidate: candidate.position.empties)
    knowledge = BoundStore()
    whole, _ = solve([question(problem, Terms())])
    bound, _ = solve([question(problem, Terms(whole[0].lower - 1, whole[0].lower))], knowledge=knowledge)
    assert bound[0].lower == whole[0].lower < bound[0].upper
    rest, _ = solve([question(problem, Terms())], knowledge=knowledge)
    assert (rest[0].lower, rest[0].upper) == (whole[0].lower, whole[0].upper)


def test_a_search_that_fails_is_logged_and_counted_and_the_others_go_on():
    class Workers:
        def run(self, jobs):
            engine = Searches(SETTINGS).open()
            for number, job in enumerate(jobs):
                yield Finished(job, engine.do(job), 0.1) if number else Failed(job, "its worker ended")
            engine.close()

    batch, log = Batch(SETTINGS, BoundStore()), []
    easy = sorted(PROBLEMS, key=lambda problem: problem.position.empties)[:3]
    pairs = list(batch.run([question(problem, Terms()) for problem in easy], Workers(), log.append))
    positions = {canonical(problem.position) for problem in easy}
    (failed,) = positions - {row.position for _, row in pairs}
    (message,) = log
    name, reason = message.split(" cannot be solved: ")
    assert (canonical(Position.parse(name)), reason) == (failed, "its worker ended")
    assert (batch.counts.failed, batch.counts.decided) == (1, 2)


def test_budgets():
    """A search that ends at its node limit leaves correct bounds, and is not repeated with that limit."""
    questions = [question(problem, Terms()) for problem in PROBLEMS if problem.position.empties >= 12]
    knowledge, few = BoundStore(), SolvingLimits(nodes=100)
    rows, counts = solve(questions, knowledge, budget=few)
    assert (left := counts.open) > 0
    for row in rows:
        assert row.lower <= VALUES[row.position] <= row.upper
        assert row.max_nodes == 100
    assert solve(questions, knowledge, budget=few)[0] == []
    rows, counts = solve(questions, knowledge)
    assert (len(rows), counts.decided, counts.open) == (left, left, 0)


def test_orders():
    """Rows come in the order of the predicted nodes, or in the order of the questions."""
    questions = [question(problem, Terms()) for problem in PROBLEMS[::3]]
    orders = {
        order: [row.predicted for row in solve(questions, order=order)[0]]
        for order in ("hardest", "easiest", "given")
    }
    assert orders["easiest"] == sorted(orders["easiest"])
    assert orders["hardest"] == sorted(orders["easiest"], reverse=True)
    given, _ = solve(questions, order="given")
    assert [row.position for row in given] == list(dict.fromkeys(item.position for item in questions))


def test_predictions():
    """Predictions are within a factor of 8 of the nodes for 70% of the positions with 10 or more empties."""
    rows, _ = solve([question(problem, Terms()) for problem in PROBLEMS if problem.position.empties >= 10])
    good = [row for row in rows if row.predicted / 8 < row.nodes + 1 < row.predicted * 8]
    assert len(good) > 0.7 * len(rows)


def test_two_processes_give_the_same_rows():
    """The rows are the same with several processes, apart from their order and their times."""
    questions = [question(problem, Terms()) for problem in PROBLEMS[::4]]
    rows = [
        sorted(row.format().split('"seconds"')[0] for row in solve(questions, places=places)[0])
        for places in (Resources(1), Resources(2))
    ]
    assert rows[0] == rows[1]


# The command


@pytest.fixture
def positions(tmp_path):
    path = tmp_path / "some.obf"
    path.write_text("".join(f"{problem.position.format()};\n" for problem in PROBLEMS[:12]))
    return path


def test_the_command(positions, tmp_path):
    """`solve -o` appends rows, continues after an interruption, and uses results of other runs."""
    out = tmp_path / "out.jsonl"
    command = ["solve", positions, "--hash", 1, "-o"]
    status, text, err = run(*command, out)
    assert (status, err) == (OK, "")
    assert text.startswith("12 positions: 0 known or symmetric, 12 solved; ")
    lines = out.read_text().splitlines()
    assert len(lines) == 12
    out.write_text("\n".join(lines[:7]) + '\n{"position": "cut')
    status, text, err = run(*command, out)
    assert (status, err) == (OK, "known from earlier runs: 7 results for 7 positions\n")
    assert text.startswith("12 positions: 7 known or symmetric, 5 solved; ")

    def values(path):
        rows = map(json.loads, path.read_text().splitlines())
        return {row["position"]: row["lower"] for row in rows}

    assert values(out) == {json.loads(line)["position"]: json.loads(line)["lower"] for line in lines}
    status, text, _ = run(*command, tmp_path / "other", "--known", out, "--claim", ">=1")
    assert text.startswith("12 positions: 12 known or symmetric, 0 solved; ")
    # Rows are questions, too, with their windows.
    status, text, _ = run("solve", out, "--hash", 1, "-o", tmp_path / "again")
    assert (status, text.split(";")[0]) == (OK, "12 positions: 0 known or symmetric, 12 solved")


def test_a_summary_of_one_position_and_one_result_has_both_in_the_singular(tmp_path):
    command = ["solve", PROBLEMS[0].position.format(), "--hash", 1, "-o", tmp_path / "out"]
    status, text, _ = run(*command)
    assert (status, text.split(";")[0]) == (OK, "1 position: 0 known or symmetric, 1 solved")
    status, text, err = run(*command)
    assert (status, err) == (OK, "known from earlier runs: 1 result for 1 position\n")
    assert text.startswith("1 position: 1 known or symmetric, 0 solved; ")


def test_selective_results_of_other_weights(positions, tmp_path):
    """Selective results from other weights are not used, and a sentence reports this."""
    out = tmp_path / "out.jsonl"
    command = ["solve", positions, "--hash", 1, "--selectivity", 73, "-o", out]
    assert run(*command)[0] == OK
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    others = [{**row, "weights": "00000000"} for row in rows if row["selectivity"] < 100]
    for other in others:
        del other["check"]
    out.write_text("".join(f"{sealed(other)}\n" for other in others))
    status, text, err = run(*command)
    assert (status, len(others)) == (OK, 12)
    assert text.startswith("12 positions: 0 known or symmetric, 12 solved; ")
    assert "12 selective results from other weights or another version are ignored" in err


# Streams


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_stream(tmp_path, jobs):
    """With the order given, each position from standard input is solved before the next position arrives."""
    positions = list(VALUES)[:10]
    output, texts = tmp_path / "out.jsonl", [position.format() for position in positions]
    words = ("-m", "othello", "solve", "-", "-o", str(output), "--order", "given", "--hash", "1", "-j", jobs)
    with EngineProcess(words, stderr=subprocess.DEVNULL) as process:
        for number, text in enumerate([*texts, texts[0]], 1):
            process.send(text)
            if number <= len(texts):
                eventually(lambda count=number: output.exists() and lines_of(output) == count)
        process.input.close()
        process.input = None
        summary = process.output.read().decode()
        assert process.wait() == 0
    assert summary.startswith("11 positions: 1 known or symmetric, 10 solved; ")
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert [row["position"] for row in rows] == texts


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_an_interrupt_while_a_stream_waits_for_its_next_line(tmp_path):
    """Ctrl-C ends the command, even while a thread is reading standard input."""
    output = tmp_path / "out.jsonl"
    words = ("-m", "othello", "solve", "-", "-o", str(output), "--order", "given", "--hash", "1")
    with EngineProcess(words) as process:
        process.send(PROBLEMS[0].position.format())
        eventually(lambda: output.exists() and lines_of(output) == 1)
        process.process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.errors().endswith("interrupted: run the same command to continue\n")


@pytest.mark.parametrize("order", ["hardest", "given"])
def test_a_stream_with_a_wrong_line(tmp_path, order):
    text = f"{PROBLEMS[0].position.format()}\nnonsense\n"
    status, _, err = run("solve", "-", "-o", tmp_path / "out.jsonl", "--hash", 1, "--order", order, text=text)
    assert status == BAD_INPUT
    assert "line 2" in err


def lines_of(path):
    return path.read_text().count("\n")


def test_blocks_of_a_stream(tmp_path, monkeypatch):
    """A stream is read block by block. A position that occurs again in a later block is known."""
    monkeypatch.setattr(batch_module, "BLOCK", 2)
    problems = PROBLEMS[:3]
    text = "".join(f"{problem.position.format()}\n" for problem in [*problems, *problems])
    output = tmp_path / "out.jsonl"
    status, summary, err = run("solve", "-", "-o", output, "--hash", 1, text=text)
    assert (status, err) == (OK, "")
    assert summary.startswith("6 positions: 3 known or symmetric, 3 solved; ")
