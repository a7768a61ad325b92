"""Run the tests that an edit may break, within about 20 seconds. The likeliest failures run first.

    make affected                # the edit since the last commit
    make affected SINCE=HEAD~3   # all edits since another commit
    make affected RECORD=1       # measure again which tests reach which functions

For a changed function, these are the tests that reached it in the last coverage run of all fast tests, which
`make affected RECORD=1` and `make mutate` start. For a file without such a record, these are the tests that
import the file or mention its name. A changed test file runs as a whole, however long it takes.
"""

import argparse
import ast
import functools
import itertools
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import source
from tools import mutation, reach

SECONDS = 12.0
"""Usual duration of the chosen tests. Starting pytest takes the rest of the 20 seconds."""
RECORDS = source.ROOT / "build" / "mutation"
READERS = {
    "tests/test_architecture.py",
    "tests/test_docs.py",
    "tests/test_names.py",
    "tests/test_prose.py",
    "tests/test_readme.py",
    "tests/test_references.py",
}
"""Tests that read all project files as text."""


def changed_functions(before: str, after: str) -> set[str]:
    """Return the qualified names of changed functions. "" means a change outside functions."""
    old, new = _parts(before), _parts(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def _parts(text: str) -> dict[str, str]:
    """Map each function in a module to its syntax tree. The key "" maps to the rest of the module."""
    tree = ast.parse(text)
    parts = {}
    for name, function in functions(tree):
        parts[name] = ast.dump(function)
        function.body = []
    return {**parts, "": ast.dump(tree)}


def functions(node: ast.Module | ast.ClassDef, outer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the functions and methods of a module or a class, with their qualified names."""
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from functions(child, f"{outer}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{outer}{child.name}", child


def reaching(record: reach.Reach, tree: Path, file: str, names: set[str]) -> set[str]:
    """Return the tests that reach these functions or, if unknown, the tests that reach the module."""
    path = tree / file
    known = dict(functions(ast.parse(path.read_text(encoding="utf-8")))) if path.exists() else {}
    lines = record.lines(file)
    # Lines before a body run on import, in whichever test comes first, so they reveal nothing.
    bodies = [range(known[name].body[0].lineno, known[name].end_lineno + 1) for name in names & known.keys()]
    near = [lines.get(line, set()) for line in itertools.chain.from_iterable(bodies)]
    return set().union(*near) if any(near) and names <= known.keys() else set().union(*lines.values())


def importers(file: str) -> set[str]:
    """Return the test files that import a module in tests/ or tools/, directly or indirectly."""
    path = source.ROOT / file
    if path.name == "conftest.py":
        return {test for test in all_tests() if test.startswith(f"{Path(file).parent.as_posix()}/")}
    reached, waiting = set(), [source.module_of(path)]
    while waiting:
        module = waiting.pop()
        for other in (source.ROOT / "tests").rglob("*.py"):
            is_named = module.rpartition(".")[2] in _text(other)  # much faster than all imports
            if is_named and module in source.imports(other) and other not in reached:
                reached.add(other)
                waiting.append(source.module_of(other))
    return {_name(path) for path in reached} & all_tests()


def naming(file: str) -> set[str]:
    """Return the test files that contain a file's name or, if there are none, the test files of its room."""
    path = Path(file)
    tests = {test for test in all_tests() if path.name in _text(source.ROOT / test)}
    rooms = tuple(f"tests/{folder}/" for folder in path.parts[:-1])
    return tests or {test for test in all_tests() if test.startswith(rooms)}


def all_tests() -> set[str]:
    """Return the paths of all test files."""
    return {_name(path) for path in (source.ROOT / "tests").rglob("test_*.py")}


@functools.cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _name(path: Path) -> str:
    return path.relative_to(source.ROOT).as_posix()


class Choice:
    """A pytest plugin that runs only the chosen tests."""

    def __init__(self, whole: set[str], tests: Iterable[str]) -> None:
        self.whole = whole
        """Test files that run as a whole."""
        self.ranks = {test: rank for rank, test in enumerate(tests)}

    def files(self) -> list[str]:
        """Return the files that pytest must collect."""
        return sorted(self.whole | {test.partition("::")[0] for test in self.ranks})

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests, with the files that run as a whole first."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.ranks or item.location[0] in self.whole),
            key=lambda item: self.ranks.get(item.nodeid, -1),
        )


def choose(record: reach.Reach, tree: Path, since: str) -> tuple[Choice, int]:
    """Return the tests to run, and how many other tests the edit may break."""
    whole: set[str] = set()
    rankings = []
    for file in _edited(since):
        if file in all_tests():
            whole.add(file)
            continue
        if (source.ROOT / file) in source.files():
            before = _git("show", f"{since}:{file}", check=False)
            names = changed_functions(before, _text(source.ROOT / file))
            tests = mutation.testing_code(file, record.seconds) or reaching(record, tree, file, names)
            rankings.append(mutation.ranked(tests if names else (), file, record.seconds))
        else:
            is_module = file.startswith(("tests/", "tools/")) and file.endswith(".py")
            rankings.append(_of_files(record, importers(file) if is_module else naming(file)))
    if rankings or whole:
        rankings.append(_of_files(record, READERS))
    merged = dict.fromkeys(filter(None, itertools.chain.from_iterable(itertools.zip_longest(*rankings))))
    chosen, seconds = [], 0.0
    for test in merged:
        if test.partition("::")[0] not in whole and seconds + record.seconds[test] <= SECONDS:
            chosen.append(test)
            seconds += record.seconds[test]
    return Choice(whole, chosen), len(merged) - len(chosen)


def _of_files(record: reach.Reach, files: set[str]) -> list[str]:
    """Return the tests in these files, the fastest first."""
    tests = [test for test in record.seconds if test.partition("::")[0] in files]
    return sorted(tests, key=record.seconds.__getitem__)


def _edited(since: str) -> list[str]:
    """Return the paths of files that differ from a commit, including new files."""
    edited = _git("diff", "--name-only", "--relative", since)
    new = _git("ls-files", "--others", "--exclude-standard")
    return [name for name in (edited + new).splitlines() if (source.ROOT / name).is_file()]


def _git(*words: str, check: bool = True) -> str:
    done = subprocess.run(["git", *words], cwd=source.ROOT, capture_output=True, encoding="utf-8")
    if check and done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def main() -> None:
    """Choose tests and run them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--since", default="HEAD", help="commit before the edit (default HEAD)")
    parser.add_argument("--record", action="store_true", help="measure what the tests reach now")
    options = parser.parse_args()
    if options.record or not list(RECORDS.glob("*/reach")):
        mutation.Copy()
    folder = max(RECORDS.glob("*/reach"), key=lambda path: path.stat().st_mtime).parent
    tree = folder / "tree"
    choice, others = choose(reach.Reach(tree, folder / "reach"), tree, options.since)
    if not choice.files():
        print(f"Nothing that a test reaches has changed since {options.since}.")
        return
    print(f"{others} other tests may notice the edit: `make test` runs all.")
    sys.exit(pytest.main([*choice.files(), "-q"], plugins=[choice]))


if __name__ == "__main__":
    main()
