"""The examples in docstrings give the output that they show."""

import doctest
import importlib

from tests import source
from tests.cases import cases

MODULES = [
    module for module in source.modules() if ">>> " in source.path_of(module).read_text(encoding="utf-8")
]


@cases("name", MODULES)
def test_every_example_of_a_module_runs_in_the_namespace_of_that_module(name):
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert attempted
    assert failed == 0


def test_boards_positions_scores_and_squares_have_examples():
    wanted = {f"othello.rules.{name}" for name in ("board", "position", "score", "square")}
    assert wanted <= set(MODULES)
