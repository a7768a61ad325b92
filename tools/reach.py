"""Record which tests reach which lines of the product, and how long each test takes.

The record comes from one run of the fast tests with coverage. This module contains the pytest hooks for that
run (`-p tools.reach`). Processes started by tests are included, unless they are killed.
"""

import collections
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

SETTINGS = """\
[run]
data_file = {folder}/coverage
source =
    {root}/othello
    {root}/gtp
parallel = true
sigterm = true
patch = _exit
context = ${{PYTEST_CURRENT_TEST-}}
disable_warnings = no-data-collected, module-not-measured, module-not-imported, couldnt-parse
"""
"""The setting `context` is for processes started by tests, which pytest-cov does not know."""


def pytest_runtest_setup(item: Any) -> None:
    """Let coverage measure processes that the test starts. pytest-cov measures xdist's workers itself."""
    os.environ["COVERAGE_PROCESS_START"] = os.environ["REACH"] + "/settings"


def pytest_runtest_logreport(report: Any) -> None:
    """Record a test phase: the test's name, the seconds, and whether it passed."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with open(Path(os.environ["REACH"], "times"), "a", encoding="utf-8") as file:
            print(json.dumps([report.nodeid, report.duration, report.passed]), file=file)


def measure(root: Path, folder: Path, environment: dict[str, str]) -> None:
    """Run the fast tests of the tree at *root*, and write what they reach to *folder*."""
    folder.mkdir(parents=True)
    (folder / "settings").write_text(SETTINGS.format(root=root, folder=folder), encoding="utf-8")
    options = ["-q", "-p", "tools.reach", "-n", "auto", "--dist", "loadfile", "--cov"]
    # The "=" matters. After a space, pytest would mistake the path for a test and name all tests differently.
    options += [f"--cov-config={folder}/settings", "--cov-context=test", "--cov-report="]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=root, env=environment | {"REACH": str(folder)})
    if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit("The tests did not finish.")


class Reach:
    """Reads what `measure` wrote to a folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._data = coverage.CoverageData(str(folder / "coverage"))
        self._data.read()
        self.seconds: dict[str, float] = collections.Counter()
        """Seconds that each test took. Tests that failed are omitted."""
        failed = set()
        with open(folder / "times", encoding="utf-8") as file:
            for test, seconds, passed in map(json.loads, file):
                self.seconds[test] += seconds
                failed |= set() if passed else {test}
        for test in failed:
            del self.seconds[test]

    def tests(self, file: str, line: int) -> tuple[set[str], set[str]]:
        """Return the tests that reach a line of a module, and the tests that reach the module at all.

        If coverage does not list the line, for example because it continues a statement, the line above
        counts.
        """
        lines = self.lines(file)
        above = max((number for number in lines if number <= line), default=0)
        return lines.get(above, set()), set().union(*lines.values())

    def lines(self, file: str) -> dict[int, set[str]]:
        """Return the tests that reach each line of a module. Lines that no code reaches are missing."""
        contexts = self._data.contexts_by_lineno(str((self._root / file).resolve()))
        return {line: set(self._passed(names)) for line, names in contexts.items()}

    def _passed(self, contexts: list[str]) -> Iterator[str]:
        for context in contexts:
            # pytest-cov writes "test|run", and pytest writes "test (call)".
            test = context.rpartition("|")[0] or context.rpartition(" (")[0]
            if test in self.seconds:
                yield test
