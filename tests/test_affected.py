"""The tests that are chosen for an edit."""

from types import SimpleNamespace

from tests import source
from tests.cases import cases
from tools import affected

MODULE = """\
LIMIT = 3

class Box:
    def is_full(self):
        return True

def size(box):
    return LIMIT
"""
SEARCHING, BOARD, COPY = (
    "tests/search/test_clock.py::test_a",
    "tests/test_board.py::test_b",
    "tests/test_board.py::test_copy[1]",
)


class Record:
    """Two tests reach `size`, one `is_full`, and one only imports the module."""

    def __init__(self, *more):
        self.seconds = {SEARCHING: 1.0, BOARD: 2.0, COPY: 20.0, "tests/test_names.py::test_names": 1.0}
        self.seconds |= dict.fromkeys(more, 1.0)

    def lines(self, file):
        return {1: {COPY}, 4: {COPY}, 5: {BOARD}, 7: {COPY}, 8: {BOARD, SEARCHING}}


@cases(
    ("old", "new", "functions"),
    [
        ("return True", "return False", {"Box.is_full"}),
        ("return LIMIT", "return LIMIT  # discs", set()),
        ("LIMIT = 3", "LIMIT = 4", {""}),
        ("def size(box):", "def size(box, least=1):", {"", "size"}),
        ("return LIMIT\n", "return LIMIT\n\ndef least():\n    return 0\n", {"", "least"}),
    ],
)
def test_a_function_has_changed_if_its_code_has(old, new, functions):
    assert affected.changed_functions(MODULE, MODULE.replace(old, new)) == functions


@cases(
    ("names", "tests"),
    [({"size"}, {BOARD, SEARCHING}), ({"Box.is_full"}, {BOARD}), ({""}, {BOARD, SEARCHING, COPY})],
)
def test_a_function_is_tested_by_what_reaches_its_body_and_other_code_by_all_tests(tmp_path, names, tests):
    (tmp_path / "box.py").write_text(MODULE)
    assert affected.reaching(Record(), tmp_path, "box.py", names) == tests


def test_a_module_of_tests_is_tested_by_the_files_that_import_it_and_a_page_by_those_that_name_it():
    assert "tests/jobs/test_executor.py" in affected.importers("tests/jobs/dask.py")
    assert "tests/test_mutation.py" in affected.importers("tools/mutants.py")
    assert affected.importers("tests/jobs/conftest.py") == {
        path.relative_to(source.ROOT).as_posix() for path in (source.ROOT / "tests/jobs").glob("test_*.py")
    }
    assert "tests/test_makefile.py" in affected.naming("CONTRIBUTING.md")
    unnamed = affected.naming(f"othello/lab/{30 * 'a'}")
    assert {name.rpartition("/")[0] for name in unnamed} == {"tests/lab"}


def test_a_changed_test_runs_whole_and_first_and_others_as_long_as_there_is_time(tmp_path, monkeypatch):
    edited = ["tests/test_square.py", "tests/no_test_imports_this.py", "othello/rules/board.py"]
    (tmp_path / "othello/rules").mkdir(parents=True)
    (tmp_path / "othello/rules/board.py").write_text(MODULE)
    monkeypatch.setattr(affected, "_edited", lambda since: edited)
    monkeypatch.setattr(affected, "_git", lambda *words, **options: "")  # the module is new
    monkeypatch.setattr(affected, "importers", lambda file: set())
    choice, others = affected.choose(Record("tests/test_square.py::test_a"), tmp_path, "HEAD")
    assert (choice.whole, others) == ({"tests/test_square.py"}, 1)
    assert choice.ranks.keys() == {SEARCHING, BOARD, "tests/test_names.py::test_names"}
    names = ["tests/test_board.py::test_b", COPY, "tests/test_square.py::test_new"]
    items = [SimpleNamespace(nodeid=name, location=(name.partition("::")[0],)) for name in names]
    choice.pytest_collection_modifyitems(items)
    assert [item.nodeid for item in items] == [names[2], names[0]]
