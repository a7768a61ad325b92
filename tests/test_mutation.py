"""Mutants and their sample, the tests that are chosen for them, and a run in a small project."""

import ast
import json

import coverage
import pytest

from tests import source
from tools import mutants, mutation, reach
from tools.mutants import Mutant

MODULE = '''\
"""A module."""

SIZE: int = 3


class Box:
    def is_full(self, number: int) -> bool:
        text = f"{number + 1}"
        return number >= SIZE and bool(text)

    def first(self):
        return max(1, 1)
'''


def written(tmp_path, text=MODULE, file="othello/rules/box.py"):
    """Return the mutants of a module that is written to a folder."""
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    return mutants.of_file(tmp_path, file)


def test_each_operator_number_and_call_is_changed_but_no_type_and_no_text(tmp_path):
    expected = {
        ("", "3", 0, "(4)"),
        ("Box.is_full", "number >= SIZE and bool(text)", 0, "(number >= SIZE or bool(text))"),
        ("Box.is_full", "number >= SIZE", 0, "(number > SIZE)"),
        ("Box.first", "max(1, 1)", 0, "(min(1, 1))"),
        ("Box.first", "1", 0, "(2)"),
        ("Box.first", "1", 1, "(2)"),
    }
    assert {mutant[1:] for mutant in written(tmp_path)} == expected


def test_a_mutant_changes_nothing_but_its_node(tmp_path):
    text = "# é\nx = (\n    1\n    < 2)  # end\ny = 2\n"
    nodes = written(tmp_path, text)
    mutant = next(mutant for mutant in nodes if mutant.new == "(1 <= 2)")
    changed = mutants.changed(text.encode(), mutant, nodes[mutant]).decode()
    assert changed == "# é\nx = (\n    (1 <= 2))  # end\ny = 2\n"


def test_every_mutant_of_a_module_is_another_program():
    content = (source.ROOT / "othello" / "errors.py").read_bytes()
    nodes = mutants.of_file(source.ROOT, "othello/errors.py")
    original = ast.dump(ast.parse(content))
    for mutant, node in nodes.items():
        assert ast.dump(ast.parse(mutants.changed(content, mutant, node))) != original, mutant
    assert len(nodes) > 20


def test_an_edit_elsewhere_leaves_the_mutants_as_they_are(tmp_path):
    edited = MODULE.replace("class Box:", "LIMIT = 4\n\n\nclass Box:\n    NUMBER = 1\n")
    assert written(tmp_path, edited).keys() > written(tmp_path).keys()


def test_a_sample_takes_all_rooms_in_turn_and_begins_as_a_smaller_one():
    all_mutants = [
        Mutant(file, "f", str(number), 0, "0")
        for file in ("gtp/commands/a.py", "gtp/b.py", "othello/errors.py", "othello/book/a.py")
        for number in range(20)
    ]
    sample = mutants.sample(all_mutants, 9, seed=1)
    assert [mutant.room for mutant in sample] == 3 * ["book", "gtp", "othello"]
    assert mutants.sample(reversed(all_mutants), 6, seed=1) == sample[:6]
    assert mutants.sample(all_mutants, 9, seed=2) != sample
    without = [mutant for mutant in all_mutants if mutant != sample[0]]
    assert mutants.sample(without, 9, seed=1)[1:3] == sample[1:3]
    assert len(mutants.sample(all_mutants, 100, seed=1)) == 80


@pytest.fixture
def measured(tmp_path):
    """What four tests reach: a line of a module, an earlier line, as a process, and after a failure."""
    data = coverage.CoverageData(str(tmp_path / "coverage"))
    file = str(tmp_path / "gtp" / "session.py")
    for context, line in [
        ("tests/test_a.py::test_one|run", 3),
        ("tests/test_a.py::test_two[x|y]|setup", 1),
        ("tests/gtp/test_b.py::test_three[a (b)] (call)", 3),
        ("tests/test_a.py::test_failing|run", 3),
        ("", 2),
    ]:
        data.set_context(context)
        data.add_lines({file: [line]})
    data.write()
    reports = [
        ("tests/test_a.py::test_one", 0.1, True),
        ("tests/test_a.py::test_one", 0.2, True),
        ("tests/test_a.py::test_two[x|y]", 0.1, True),
        ("tests/gtp/test_b.py::test_three[a (b)]", 5.0, True),
        ("tests/test_a.py::test_failing", 0.1, False),
    ]
    (tmp_path / "times").write_text("".join(json.dumps(report) + "\n" for report in reports))
    return reach.Reach(tmp_path, tmp_path)


ONE, TWO, THREE = (
    "tests/test_a.py::test_one",
    "tests/test_a.py::test_two[x|y]",
    "tests/gtp/test_b.py::test_three[a (b)]",
)


def test_a_line_is_reached_by_tests_that_pass_and_by_their_processes(measured):
    assert measured.seconds == pytest.approx({ONE: 0.3, TWO: 0.1, THREE: 5.0})
    everything = {ONE, TWO, THREE}
    for line, near in [(1, {TWO}), (2, set()), (3, {ONE, THREE}), (4, {ONE, THREE}), (0, set())]:
        assert measured.tests("gtp/session.py", line) == (near, everything), line
    assert measured.tests("gtp/other.py", 1) == (set(), set())


class FakeReach:
    """Every test reaches every line."""

    def __init__(self, seconds):
        self.seconds = seconds

    def tests(self, file, line):
        return set(self.seconds), set()


def chosen(file, seconds):
    """Return the batches of tests for a mutant of a module."""
    copy = mutation.Copy.__new__(mutation.Copy)
    copy._reach = FakeReach(seconds)
    return [tests for tests, _ in copy._batches(Mutant(file, "f", "1", 0, "2"), 1)]


def test_importing_tests_come_first_then_those_of_the_room_then_fast_ones_and_further_cases_last():
    importing, room = "tests/gtp/test_time_control.py::test_a", "tests/gtp/test_flags.py::test_a"
    other, further = "tests/cli/test_perft.py::test_a", f"{importing}[2]"
    seconds = {other: 0.1, f"{importing}[1]": 0.3, room: 0.2, further: 0.4}
    assert chosen("gtp/time_control.py", seconds) == [[f"{importing}[1]", room, other, further]]


def test_tests_after_the_first_second_are_a_batch_of_their_own_and_slow_ones_are_left_out():
    test = "tests/cli/test_perft.py::test_{}".format
    seconds = {test(1): 0.9, test(2): 1.0, test(3): 3.0, test(4): 9.0}
    assert chosen("gtp/session.py", seconds) == [[test(1), test(2)], [test(3)]]
    assert chosen("gtp/session.py", {test(4): 99.0}) == [[test(4)]], "at least one runs"
    assert chosen("gtp/session.py", {}) == []


def test_machine_code_is_tested_by_the_rooms_that_run_it():
    """Coverage does not see it."""
    seconds = dict.fromkeys(["tests/search/test_windows.py::a", "tests/kernels/test_bits.py::a"], 0.1)
    seconds["tests/web/test_texts.py::a"] = 0.1
    [batch] = chosen("othello/kernels/moves.py", seconds)
    assert batch == ["tests/kernels/test_bits.py::a", "tests/search/test_windows.py::a"]


TESTED = "def size():\n    spare = 2\n    return 3\n"
CONFTEST = "import hypothesis\n\nhypothesis.settings.register_profile('mutants')\n"
TEST = "import pathlib\nfrom box import size\ndef test_size(): assert size() == 3\n"


@pytest.fixture
def copy(tmp_path):
    """A tree with a module and its test."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for name, text in [("box.py", TESTED), ("conftest.py", CONFTEST), ("test_box.py", TEST)]:
        (tree / name).write_text(text)
    (tmp_path / "cache").mkdir()
    copy = mutation.Copy.__new__(mutation.Copy)
    copy.root, copy._cache = tree, tmp_path / "cache"
    copy._batches = lambda mutant, line: [(["test_box.py::test_size"], 0.1)]
    return copy


@pytest.mark.slow
def test_a_mutant_is_killed_by_a_test_or_survives_and_the_module_is_as_before(copy):
    nodes = mutants.of_file(copy.root, "box.py")
    results = {mutant.old: copy.attempt(mutant, node) for mutant, node in nodes.items()}
    assert results == {"2": ("survived", ""), "3": ("killed", "test_box.py::test_size")}
    assert (copy.root / "box.py").read_text() == TESTED


@pytest.mark.slow
def test_a_mutant_that_computes_or_waits_too_long_is_stopped(copy):
    for statement, seconds in [("while True: pass", 1), ("import time; time.sleep(999)", 0.01)]:
        assert copy._run(["timeit", "-n1", "-r1", statement], seconds, copy._cache) == (None, ""), statement


def test_a_result_that_was_cut_off_is_left_out(tmp_path):
    mutant = Mutant("gtp/session.py", "f", "1", 0, "2")
    whole = json.dumps({**mutant._asdict(), "result": "killed", "line": 3})
    (tmp_path / "results").write_text(f"{whole}\n{whole[:20]}")
    assert mutation.read(tmp_path / "results") == {mutant: "killed"}
    assert mutation.read(tmp_path / "nothing") == {}


def test_a_report_names_survivors_those_that_were_killed_before_and_mutants_that_are_gone(capsys):
    killed, survivor, news, gone = (Mutant(f"gtp/{name}.py", "f", "1", 0, "2") for name in "abcd")
    results = {killed: "slow", survivor: "survived", news: "survived"}
    before = {survivor: "survived", news: "killed", gone: "killed"}
    nodes = dict.fromkeys(results, ast.parse("1").body[0])
    mutation.print_report(results, before, nodes)
    assert capsys.readouterr().out.splitlines() == [
        "survived: gtp/b.py:1: 1 -> 2",
        "survived now: gtp/c.py:1: 1 -> 2",
        "no longer there: gtp/d.py: f: 1 -> 2",
        "room        killed  survived",
        "gtp              1         2",
        "all              1         2",
    ]
