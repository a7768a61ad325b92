"""The benchmarks in tools/benchmarks, which people run by hand."""

import importlib

import pytest

from tests import source

FILES = sorted((source.ROOT / "tests" / "benchmarks").glob("[a-z]*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_benchmarks_can_be_imported(path):
    """Every benchmark finds the names that it imports, and its docstring has its command."""
    module = importlib.import_module(f"tools.benchmarks.{path.stem}")
    assert f"python -m tools.benchmarks.{path.stem}" in module.__doc__
