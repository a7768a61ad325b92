"""The tuning set, and the program that measures how it is solved."""

from collections import Counter

import pytest

from othello.formats.obf import read_obf
from othello.search.engine import Engine
from othello.search.limits import Goal, Limits
from tests import source
from tests.benchmarks import solving, tuning_set
from tests.benchmarks.solving import Solution
from tests.searching import solved_here

PROBLEMS = list(read_obf(source.DATA / "tuning" / "tuning.obf"))


def test_empties():
    """The set has the planned number of positions for each number of empties."""
    assert Counter(each.position.empties for each in PROBLEMS) == tuning_set.POSITIONS


def test_distinct_positions():
    """No two positions are images of each other, and none is an image of an FFO position."""
    found = {tuning_set.discs(each.position) for each in PROBLEMS}
    assert len(found) == len(PROBLEMS)
    for path in tuning_set.FFO.glob("*.obf"):
        assert found.isdisjoint(tuning_set.discs(each.position) for each in read_obf(path))


def test_levels():
    """Games of every level are in the set, and each gives at most one position for a number of empties."""
    levels = Counter(int(each.comment.rpartition("level ")[2]) for each in PROBLEMS)
    assert set(levels) == set(tuning_set.LEVELS)
    assert min(levels.values()) > len(PROBLEMS) / 6
    games = {(each.position.empties, each.comment.partition(",")[0]) for each in PROBLEMS}
    assert len(games) == len(PROBLEMS)


def test_values():
    """The engine finds the values of the file; the shortest solutions are tried, `make tune` tries all."""
    some = PROBLEMS[:12]
    answers = list(solved_here(some, Limits(goal=Goal.EXACT), 16))
    assert [answer.is_correct for answer in answers] == [True] * len(some)


def test_games_are_the_same_again():
    """A game gives the same position whatever was played before it."""
    engine = Engine(table_mib=16)
    first, second = (
        [tuning_set.candidate(engine, number, 24) for number in numbers] for numbers in ((0, 1, 2), (2, 1, 0))
    )
    assert first == second[::-1]


# The measurements


def solution(position, empties, nodes, cpu=1.0):
    return Solution(position, empties, nodes, cpu, 2 * cpu)


def test_table():
    """Rows add up positions of the same number of empties; the last row adds up all."""
    found = [solution("a", 18, 1000), solution("b", 20, 3000), solution("c", 18, 2000, 0.5)]
    heading, *rows = solving.table(found, {})
    assert heading.split() == ["empties", "positions", "nodes", "ratio", "cpu", "ratio", "seconds", "ratio"]
    assert [row.split() for row in rows] == [
        ["18", "2", "3,000", "1.500", "3.000"],
        ["20", "1", "3,000", "1.000", "2.000"],
        ["all", "3", "6,000", "2.500", "5.000"],
    ]


def test_comparison():
    """Ratios are of sums; the geometric mean of the ratios of nodes counts each position alike."""
    earlier = {"a": solution("a", 18, 4000, 2.0), "b": solution("b", 20, 1000)}
    *rows, last = solving.table([solution("a", 18, 1000), solution("b", 20, 4000)], earlier)
    assert rows[-1].split() == ["all", "2", "5,000", "1.0000", "2.000", "0.6667", "4.000", "0.6667"]
    assert rows[1].split()[3] == "0.2500"
    assert last == "geometric mean of the ratios of nodes: 1.0000"


def run(monkeypatch, capsys, *args):
    monkeypatch.setattr("sys.argv", ["solving", "--hash", "1", *map(str, args)])
    with pytest.raises(SystemExit) as status:
        solving.main()
    return status.value.code, *capsys.readouterr()


def test_runs(tmp_path, monkeypatch, capsys):
    """Objects of one run can be compared with a later run of the same file, and with no other."""
    path, others = tmp_path / "some.obf", tmp_path / "others.obf"
    lines = (source.DATA / "solved" / "solved.obf").read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]))
    others.write_text("".join(lines[1:4]))
    status, out, err = run(monkeypatch, capsys, path, "--json")
    assert (status, err) == (0, "")
    (tmp_path / "earlier.jsonl").write_text(out)
    status, out, err = run(monkeypatch, capsys, path, "--against", tmp_path / "earlier.jsonl")
    assert (status, err) == (0, "")
    assert out.endswith("geometric mean of the ratios of nodes: 1.0000\n")
    status, out, err = run(monkeypatch, capsys, others, "--against", tmp_path / "earlier.jsonl")
    assert (status, out) == (2, "")
    assert "lacks 1 of 3 positions" in err


def test_wrong_answers(tmp_path, monkeypatch, capsys):
    """An answer that differs from the file is printed on standard error, and the status is 1."""
    path = tmp_path / "wrong.obf"
    path.write_text(f"{PROBLEMS[0].position.format()}; {-64 if PROBLEMS[0].value > 0 else 64:+d};\n")
    status, _, err = run(monkeypatch, capsys, path)
    assert status == 1
    assert err.startswith(f"wrong: {PROBLEMS[0].position.format()}")
