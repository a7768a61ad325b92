"""The examples in docstrings give the output that they show."""

import doctest
import importlib

import pytest

from tests import source

MODULES = [
    module for module in source.modules() if ">>> " in source.path_of(module).read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    """Every example of a module runs in the namespace of that module."""
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert attempted
    assert failed == 0


def test_there_are_examples():
    """Boards, positions, scores and squares have examples."""
    wanted = {f"othello.rules.{name}" for name in ("board", "position", "score", "square")}
    assert wanted <= set(MODULES)
