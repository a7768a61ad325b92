"""`othello solve`: its table, its objects, and its errors."""

import json
import re

import pytest

from othello.formats.obf import read_obf, write_obf
from othello.jobs import team
from othello.rules.position import Position
from othello.search.limits import Goal
from tests import solved, source
from tests.cli.commands import run

SMALL = source.DATA / "ffo" / "fforum-1-19.obf"
START = Position.start().format()
NEAR_END = solved.problems()[0]
OK, WRONG, BAD_INPUT = 0, 1, 2


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def few(tmp_path):
    """Return a file with three problems, comments and blank lines."""
    lines = SMALL.read_text().splitlines()
    path = tmp_path / "few.obf"
    path.write_text(f"% a comment\n{lines[0]}\n\n{lines[2]}\n{lines[6]}\n")
    return path


def test_solve(few):
    """Each position has a line with its value, move, expected value and nodes; the last line sums up."""
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
    assert re.fullmatch(r"3 solved in [\d.]+ s, [\d,]+ nodes, [\d.]+ M nodes/s; 3 of 3 as expected", last)


def test_json(few):
    """With --json, each position gives one object."""
    status, out, err = run("solve", "--json", few, "--hash", 16)
    assert (status, err) == (OK, "")
    found = objects(out)
    first = found[0]
    problem = next(iter(read_obf(SMALL)))
    assert {key: first[key] for key in ("number", "empties", "move", "solved", "expected", "ok")} == {
        "number": 2,
        "empties": 14,
        "move": "g8",
        "solved": True,
        "expected": 18,
        "ok": True,
    }
    assert Position.parse(first["position"]) == problem.position
    assert type(first["nodes"]) is int
    assert type(first["seconds"]) is float
    assert (first["pv"][0], first["score"]["discs"]) == ("g8", 18)
    assert [each["number"] for each in found] == [2, 4, 5]


def test_json_without_known_scores(tmp_path):
    """Without scores in the file, `expected` and `ok` are null."""
    path = tmp_path / "bare.obf"
    path.write_text(f"{NEAR_END.position.format()};\n")
    status, out, _ = run("solve", "--json", path)
    (found,) = objects(out)
    assert status == OK
    assert (found["expected"], found["ok"]) == (None, None)
    assert found["score"]["discs"] == NEAR_END.value


def test_a_position_on_the_command_line():
    """A position on the command line is solved like line 1 of a file; semicolons are accepted."""
    for text in (NEAR_END.position.format(), f"{NEAR_END.position.format()};"):
        status, out, _ = run("solve", "--json", text)
        (found,) = objects(out)
        assert status == OK
        assert (found["number"], found["score"]["discs"], found["solved"]) == (1, NEAR_END.value, True)


def test_a_position_that_begins_with_empty_squares():
    """A position whose first cell is "-" is solved, too."""
    position = next(p.position for p in solved.problems() if p.position.format().startswith("--"))
    status, out, _ = run("solve", "--json", position.format())
    assert status == OK
    assert objects(out)[0]["position"] == position.format()


def test_passes_and_ends(tmp_path):
    """A forced pass is the move "pass"; a finished game has the move null and its result as value."""
    problems = [p for p in solved.problems() if p.position.must_pass or p.position.is_over]
    write_obf(tmp_path / "odd.obf", problems)
    status, out, _ = run("solve", "--json", tmp_path / "odd.obf")
    assert status == OK
    for problem, found in zip(problems, objects(out), strict=True):
        assert found["move"] == ("pass" if problem.position.must_pass else None)
        assert found["score"]["discs"] == problem.value
        assert (found["pv"][:1] == ["pass"]) == problem.position.must_pass
    status, out, _ = run("solve", tmp_path / "odd.obf")
    assert status == OK
    assert len(out.splitlines()) == len(problems) + 2


def test_who_wins(few):
    """With --wld, the value is win, draw or loss, and has no discs."""
    status, out, _ = run("solve", "--wld", "--json", few)
    assert status == OK
    for each in objects(out):
        score = each["score"]
        assert (score["outcome"], score["discs"], score["kind"], each["ok"]) == ("win", None, "wld", True)
    status, out, _ = run("solve", "--wld", few)
    assert status == OK
    assert [line.split()[2] for line in out.splitlines()[1:-1]] == ["win"] * 3


@pytest.mark.parametrize("goal", list(Goal)[1:])
def test_wrong_expectations(tmp_path, goal):
    """An answer that differs from the file is marked; all positions are solved, and the status is 1."""
    board = NEAR_END.position.format()
    path = tmp_path / "wrong.obf"
    path.write_text(f"{board}; {-NEAR_END.value:+d};\n{board}; {NEAR_END.value:+d};\n")
    options = ["--wld"] if goal is Goal.WLD else []
    status, out, _ = run("solve", path, *options)
    assert status == WRONG
    assert [" WRONG " in line for line in out.splitlines()[1:-1]] == [True, False]
    assert out.endswith("; 1 of 2 as expected\n")
    status, out, _ = run("solve", "--json", path, *options)
    assert status == WRONG
    assert [each["ok"] for each in objects(out)] == [False, True]


GOOD = SMALL.read_text().splitlines()[0]
BAD_FILES = {
    "empty": (b"", None, "the file has no entries"),
    "blank": (b"\n\n  \n", None, "the file has no entries"),
    "binary": (bytes(range(256)) * 4, 1, "this is not a text file"),
    "latin": (f"{GOOD} % caf\xe9\n".encode("latin-1"), 1, "not UTF-8"),
    "one bad line": (f"{GOOD}\n{GOOD[1:]}\n{GOOD}\n".encode(), 2, "the board has 63 cells, not 64"),
    "bad cell": (f"{GOOD}\n\n% comment\n?{GOOD[1:]}\n".encode(), 4, "'?' at a1 is not a cell"),
    "no side": (f"{GOOD[:64]}\n".encode(), 1, "no side to move"),
    "bad move": (f"{GOOD[:66]}; J9:+2;\n".encode(), 1, "'J9' is not a move"),
    "illegal move": (
        f"{GOOD}\n{GOOD[:66]}; C3:+2;\n".encode(),
        2,
        "C3 has a score, but black cannot play c3",
    ),
    "bad score": (f"{GOOD[:66]}; G8:+180;\n".encode(), 1, "'+180' is not a score"),
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("options", [[], ["--json"], ["--wld"]], ids=" ".join)
def test_bad_files(tmp_path, name, options):
    """A bad file is refused before any position is solved; the error names file, line and reason."""
    content, line, fault = BAD_FILES[name]
    path = tmp_path / "problems.obf"
    path.write_bytes(content)
    status, out, err = run("solve", path, *options)
    assert (status, out) == (BAD_INPUT, "")
    where = str(path) if line is None else f"{path}, line {line}"
    assert err.startswith(f"Error: {where}: ")
    assert fault in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_opened(tmp_path):
    """A missing file and a folder are reported by name."""
    for path, fault in [(tmp_path / "missing.obf", "no such file"), (tmp_path, "is a directory")]:
        status, out, err = run("solve", path)
        assert (status, out) == (BAD_INPUT, "")
        assert re.fullmatch(rf"Error: {re.escape(str(path))}: {fault}.*\n", err)


CORNERED = "X" + START[1:]
"""A board that does not begin with "-", which has the look of an option."""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{CORNERED[:-1]}?", "'?' after the 64 cells is not a side to move"),
        (f"X{CORNERED}", "is not a side to move"),
        (CORNERED.replace("OX", "O?"), "'?' at e4 is not a cell"),
    ],
)
def test_bad_positions(text, fault):
    """A bad position on the command line is reported with the reason."""
    status, out, err = run("solve", text)
    assert (status, out) == (BAD_INPUT, "")
    assert fault in err
    assert err.startswith("Error: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", [("solve",), ("suite", "--depth", 1)])
def test_a_worker_without_a_job_is_not_started(monkeypatch, command):
    """For one position, `-j 2` starts no processes: importing the compiler twice would take longer."""

    def refuse(*arguments):
        raise AssertionError("processes are started")

    monkeypatch.setattr(team, "Processes", refuse)
    status, out, err = run(*command, NEAR_END.position.format(), "-j", 2)
    assert (status, err) == (OK, "")
    assert out


def test_unsolved_positions_count_in_nodes_and_time():
    """The summary has the nodes of positions that were not solved, too."""
    status, out, _ = run("solve", "f5", "--nodes", 2000)
    assert status == OK
    found = re.search(r"^0 solved in [\d.]+ s, ([\d,]+) nodes", out, re.MULTILINE)
    assert int(found[1].replace(",", "")) >= 2000
