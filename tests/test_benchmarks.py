"""The benchmarks in tools/benchmarks, which people run by hand."""

import importlib

from tests import source
from tests.cases import cases

FILES = sorted((source.ROOT / "tools" / "benchmarks").glob("[a-z]*.py"))


@cases("path", FILES)
def test_benchmarks_can_be_imported(path):
    """Every benchmark finds the names that it imports, and its docstring contains its command."""
    module = importlib.import_module(f"tools.benchmarks.{path.stem}")
    assert f"python -m tools.benchmarks.{path.stem}" in module.__doc__
