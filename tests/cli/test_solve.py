"""`othello solve`: its table, its objects, and its errors."""

import re

import pytest

from othello import Board, Goal, Position
from othello.formats.obf import read_obf, write_obf
from othello.jobs import executor
from tests import positions, solved, source
from tests.cli.commands import BAD_INPUT, FAILED, OK, objects, run

SMALL = source.DATA / "ffo" / "fforum-1-19.obf"
NEAR_END = solved.problems()[0]


@pytest.fixture
def few(tmp_path):
    """Return a file with three problems, comments and blank lines."""
    lines = SMALL.read_text().splitlines()
    path = tmp_path / "few.obf"
    path.write_text(f"% a comment\n{lines[0]}\n\n{lines[2]}\n{lines[6]}\n")
    return path


def test_solve(few):
    """Each position has a row with value, move, expected value and nodes. The last row is a summary."""
    status, out, err = run("solve", few, "--hash", 16)
    heading, *rows, last = out.splitlines()
    assert (status, err) == (OK, "")
    assert heading.split() == [
        "line",
        "empties",
        "score",
        "move",
        "expected",
        "nodes",
        "seconds",
        "M",
        "nodes/s",
    ]
    assert [row.split()[:6] for row in rows] == [
        ["2", "14", "+18", "g8", "+18", "ok"],
        ["4", "14", "+2", "d1", "+2", "ok"],
        ["5", "14", "+8", "a6", "+8", "ok"],
    ]
    work = r"[\d,]+ nodes in [\d.]+ s of searches, [\d.]+ M nodes/s"
    assert re.fullmatch(rf"3 positions: 3 solved; {work}; 3 of 3 as expected", last)


def test_one_position_of_a_file(few, tmp_path):
    """--game chooses a position in a file, even in a file of games, for `solve` and `suite`."""
    whole = objects(run("solve", few, "--json")[1])
    for command in ("solve", "suite"):
        status, out, err = run(command, few, "--json", "--game", 2)
        assert (status, err) == (OK, "")
        assert objects(out)[0]["position"] == whole[1]["position"]
        status, _, err = run(command, few, "--game", 4)
        assert (status, err) == (
            BAD_INPUT,
            f"Error: {few}: there is no position 4: the file contains only 3\n",
        )
        assert run(command, NEAR_END.position.format(), "--game", 1)[0] == BAD_INPUT
    games = tmp_path / "games.txt"
    games.write_text(f"{positions.WIPE_OUT}\nf5d6\n")
    (answer,) = objects(run("solve", games, "--json", "--game", 1)[1])
    assert answer["position"] == Board(positions.WIPE_OUT).position.format()


def test_with_json_each_position_gives_one_object(few):
    status, out, err = run("solve", "--json", few, "--hash", 16)
    assert (status, err) == (OK, "")
    first, *others = objects(out)
    expected = {"number": 2, "empties": 14, "move": "g8", "solved": True, "expected": 18, "ok": True}
    assert first.items() >= expected.items()
    assert Position.parse(first["position"]) == next(iter(read_obf(SMALL))).position
    assert (first["pv"][0], first["score"]["discs"]) == ("g8", 18)
    assert [solution["number"] for solution in others] == [4, 5]


def test_without_scores_in_the_file_expected_and_ok_are_null(tmp_path):
    path = tmp_path / "bare.obf"
    path.write_text(f"{NEAR_END.position.format()};\n")
    status, out, _ = run("solve", "--json", path)
    (solution,) = objects(out)
    assert status == OK
    assert (solution["expected"], solution["ok"]) == (None, None)
    assert solution["score"]["discs"] == NEAR_END.value


def test_passes_and_ends(tmp_path):
    """A forced pass is the move "pass". A finished game has the move null, and its result as the value."""
    problems = [p for p in solved.problems() if p.position.must_pass or p.position.is_over]
    write_obf(tmp_path / "odd.obf", problems)
    status, out, _ = run("solve", "--json", tmp_path / "odd.obf")
    assert status == OK
    for problem, solution in zip(problems, objects(out), strict=True):
        assert solution["move"] == ("pass" if problem.position.must_pass else None)
        assert solution["score"]["discs"] == problem.value
        assert (solution["pv"][:1] == ["pass"]) == problem.position.must_pass
    status, out, _ = run("solve", tmp_path / "odd.obf")
    assert status == OK
    assert len(out.splitlines()) == len(problems) + 2


def test_options_of_a_file_and_of_the_output_can_be_combined(few, tmp_path):
    """A run writes rows and prints objects. Orders work without a file, and a table omits known results."""
    rows = tmp_path / "rows.jsonl"
    status, out, err = run("solve", few, "--game", 2, "-o", rows, "--json")
    (answer,) = objects(out)
    (row,) = objects(rows.read_text())
    assert (status, err, row["lower"], row["nodes"]) == (OK, "", answer["lower"], answer["nodes"])
    easiest, known = (
        run("solve", few, "--order", "easiest", *options) for options in ([], ["--known", rows])
    )
    lines = [line.split()[0] for line in easiest[1].splitlines()]
    assert (easiest[0], sorted(lines[1:4])) == (OK, ["2", "4", "5"])
    assert [line.split()[0] for line in known[1].splitlines()[1:-1]] == [
        line for line in lines[1:4] if line != "4"
    ]
    assert known[1].splitlines()[-1].startswith("3 positions: 1 known or symmetric, 2 solved; ")
    assert known[2] == "known from earlier runs: 1 result for 1 position\n"
    status, out, _ = run("solve", rows, "--json")
    assert (status, objects(out)[0]["position"]) == (OK, row["position"])
    few.write_text(f"{NEAR_END.position.format()}; {-NEAR_END.value:+d};\n")
    status, out, _ = run("solve", few, "-o", tmp_path / "wrong.jsonl")
    assert (status, "; 0 of 1 as expected; " in out) == (FAILED, True)


def test_with_wld_the_value_is_win_draw_or_loss_and_has_no_discs(few):
    status, out, _ = run("solve", "--wld", "--json", few)
    assert status == OK
    for solution in objects(out):
        score = solution["score"]
        assert (score["outcome"], score["discs"], score["kind"], solution["ok"]) == ("win", None, "wld", True)
    status, out, _ = run("solve", "--wld", few)
    assert status == OK
    assert [line.split()[2] for line in out.splitlines()[1:-1]] == ["win"] * 3


@pytest.mark.parametrize("goal", list(Goal)[1:])
def test_wrong_expectations(tmp_path, goal):
    """An answer that differs from the file is marked. All positions are solved, and the status is 1."""
    board = NEAR_END.position.format()
    path = tmp_path / "wrong.obf"
    path.write_text(f"{board}; {-NEAR_END.value:+d};\n{board}; {NEAR_END.value:+d};\n")
    options = ["--wld"] if goal is Goal.WLD else []
    status, out, _ = run("solve", path, *options)
    assert status == FAILED
    assert [" WRONG " in line for line in out.splitlines()[1:-1]] == [True, False]
    assert out.endswith("; 1 of 2 as expected\n")
    status, out, _ = run("solve", "--json", path, *options)
    assert status == FAILED
    assert [solution["ok"] for solution in objects(out)] == [False, True]


@pytest.mark.parametrize("command", [("solve",), ("suite", "--depth", 1)])
def test_a_worker_without_a_job_is_not_started(monkeypatch, command):
    """For one position, `-j 2` starts no processes, because importing the compiler twice would take
    longer."""

    def refuse(*arguments):
        raise AssertionError("processes are started")

    monkeypatch.setattr(executor, "Processes", refuse)
    status, out, err = run(*command, NEAR_END.position.format(), "-j", 2)
    assert (status, err) == (OK, "")
    assert out


def test_a_run_with_the_largest_limit_of_nodes_can_be_continued(tmp_path):
    command = "solve", NEAR_END.position.format(), "-o", tmp_path / "rows.jsonl", "--nodes"
    assert [run(*command, 2**63)[0] for _ in range(2)] == [OK, OK]
    assert run(*command, 2**63 + 1)[0] == BAD_INPUT


def test_a_run_for_a_position_with_62_empty_squares_can_be_continued(tmp_path):
    command = "solve", f"{'-' * 27}XO{'-' * 35} X", "-o", tmp_path / "rows.jsonl"
    assert [run(*command)[0] for _ in range(2)] == [OK, OK]


def test_the_summary_has_the_nodes_of_positions_that_were_not_solved_too():
    status, out, _ = run("solve", "f5", "--nodes", 2000)
    assert status == OK
    match = re.search(r"^1 position: 0 solved, 1 not solved; ([\d,]+) nodes", out, re.MULTILINE)
    assert int(match[1].replace(",", "")) >= 2000
