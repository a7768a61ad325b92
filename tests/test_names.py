"""`import othello`: what can be had from the top, and what that costs."""

import ast
import importlib
import subprocess
import sys

import pytest

import othello
from tests import source

HEAVY = {"numba", "numpy", "llvmlite", "asyncio"}


def loaded_after(code):
    """The modules that a new process has after some code."""
    code = f"{code}\nimport sys; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def lent():
    """What type checkers are told: names, with the modules where they are."""
    for node in ast.walk(source.tree(source.LENDER)):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("othello"):
            for alias in node.names:
                assert alias.name == alias.asname
                yield alias.name, node.module


LENT = dict(lent())


@pytest.mark.parametrize("name", LENT)
def test_names(name):
    """The interpreter gives the same as type checkers are told, and lists it as public."""
    home = importlib.import_module(LENT[name])
    expected = home.svg if LENT[name] == "othello" else getattr(home, name)
    assert getattr(othello, name) is expected
    assert name in othello.__all__
    assert name in dir(othello)


def test_all_names_are_told():
    """Every public name is known to type checkers."""
    assert set(othello.__all__) == {*LENT, "__version__"}


def test_no_name_hides_a_module():
    """No public name is that of a module of the package, which an import would put in its place."""
    modules = {name.split(".")[1] for name in source.modules() if name.startswith("othello.")}
    assert {name for name in LENT if name in modules} == {"svg"}


def test_names_that_are_none():
    """A name that does not exist is an AttributeError, as in any module."""
    with pytest.raises(AttributeError, match="module 'othello' has no attribute 'Bord'"):
        othello.Bord  # noqa: B018
    assert not hasattr(othello, "_nothing")
    with pytest.raises(ImportError):
        exec("from othello import Bord")


def test_the_import_loads_nothing():
    """The package loads the module with its version, no other one of the project, and nothing heavy."""
    modules = loaded_after("import othello; othello.__version__, dir(othello)")
    found = {name for name in modules if name.split(".")[0] in source.PACKAGES}
    assert found == {"othello", "othello.version"}
    assert not modules & HEAVY


def test_the_vocabulary_is_light():
    """Squares, sets of squares, scores, limits and errors come without the compiler."""
    names = "PASS, Color, Score, SquareSet, Limits, SearchResult, OthelloError, parse_move, format_moves"
    assert not loaded_after(f"from othello import {names}") & HEAVY


def test_modules_are_there():
    """The modules of the public names can be had without another import."""
    assert "othello.board" in loaded_after("import othello; othello.board.Board; othello.svg.board")
    assert "othello.engine" in loaded_after("import othello; othello.Engine")
