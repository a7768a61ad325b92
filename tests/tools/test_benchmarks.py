"""The benchmarks in tests/benchmarks, which people run by hand."""

import importlib
import sys

import pytest

from tests import source
from tests.benchmarks import evaluation, versus_edax, versus_tree
from tests.benchmarks.versus_edax import Solution
from tests.benchmarks.versus_tree import HERE, Effort

FILES = sorted((source.ROOT / "tests" / "benchmarks").glob("[a-z]*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_benchmarks_can_be_imported(path):
    """Every benchmark finds the names that it imports, and its docstring has its command."""
    module = importlib.import_module(f"tests.benchmarks.{path.stem}")
    assert f"python -m tests.benchmarks.{path.stem}" in module.__doc__


@pytest.mark.slow
def test_times_of_evaluations(capsys):
    """The benchmark of evaluations runs, and prints times of some nanoseconds."""
    evaluation.main(0)
    rows = [line.rsplit(maxsplit=2) for line in capsys.readouterr().out.splitlines()]
    assert [name for name, _, _ in rows] == ["network", "update by a move"]
    assert all(0.1 < float(time) < 1e5 and unit == "ns" for _, time, unit in rows)


EDAX = """\
 # | depth|score|       time   |  nodes (N)  |   N/s    | principal variation
---+------+-----+--------------+-------------+----------+---------------------
  1|    6   +06        0:00.000           177            h5
 12|   20   -02        0:00.106       2467924   23282302 g6 G4 g2 G3 h2 H4 h3
 13|24@98%  +04        1:01.669      40069033   24008348 b2 C8 h2 E8 f8 F7 d8
---+------+-----+--------------+-------------+----------+---------------------
fforum.obf: 133153167 nodes in  0:05.333 (cpu =  0:03.236) (24967779 nodes/s).
"""


def test_solutions_of_edax():
    """The rows of Edax's table are read, whatever their depth and time."""
    found = versus_edax.edax_table(EDAX)
    assert found == [Solution(6, 6, 0.0), Solution(20, -2, 0.106), Solution(24, 4, 61.669)]


def test_comparison_with_edax(capsys):
    """The fastest rounds are compared; values that differ fail and are printed."""
    mine = versus_edax.fastest([[Solution(20, -2, 0.2)], [Solution(20, -2, 0.1)]])
    assert versus_edax.compare(mine, [Solution(20, -2, 0.25)]) == 0
    assert "total" in (printed := capsys.readouterr().out)
    assert printed.split()[-1] == "2.50"
    assert versus_edax.compare(mine, [Solution(20, 4, 0.25)]) == 1
    assert capsys.readouterr().out.endswith("position 1: the values are -2 and +4\n")


def test_ratios_of_trees():
    """Ratios are geometric means over the positions, whatever their size."""
    mine = [Effort(0.5, 100), Effort(8.0, 1000)]
    row = versus_tree.row_of("1", mine, [Effort(1.0, 100), Effort(4.0, 4000)])
    assert row == ["1", "1,100", "4,100", "0.5000", "8.500", "5.000", "1.0000"]


@pytest.mark.slow
def test_a_tree_against_itself(tmp_path, monkeypatch, capsys):
    """Both programs search every position; the same program takes the same nodes."""
    path = tmp_path / "few.obf"
    solved = source.ROOT / "tests" / "data" / "solved" / "solved.obf"
    lines = solved.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:3]), encoding="utf-8")
    given = ["versus_tree", str(HERE), str(path), "--rounds", "1", "--processes", "2"]
    monkeypatch.setattr("sys.argv", given)
    assert versus_tree.main() == 0
    heading, *rows = (line.split() for line in capsys.readouterr().out.splitlines())
    assert heading[:2] == ["processes", "nodes"]
    assert [row[0] for row in rows] == ["1", "2", "all"]
    assert all(row[1] == row[2] and row[3] == "1.0000" and float(row[6]) > 0 for row in rows)


@pytest.mark.slow
def test_a_program_that_does_not_speak_gtp(tmp_path, monkeypatch, capsys):
    """Without a reply the comparison ends, instead of waiting for one: here Python finds no file "gtp"."""
    monkeypatch.chdir(tmp_path)
    ffo = source.ROOT / "tests" / "data" / "ffo" / "fforum-20-39.obf"
    monkeypatch.setattr("sys.argv", ["versus_tree", sys.executable, str(ffo)])
    with pytest.raises(SystemExit, match="2"):
        versus_tree.main()
    assert "ended with exit status 2" in capsys.readouterr().err  # before or after the first command
