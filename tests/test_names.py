"""`import othello`: public names and import time."""

import ast
import importlib
import re

import pytest

import othello
from tests import source
from tests.cases import cases

STUB = source.ROOT / "othello" / "__init__.pyi"
HEAVY = {"numba", "numpy", "llvmlite", "asyncio"}


def listed():
    """Return the names in the stub with the modules that define them."""
    for node in ast.walk(source.tree(STUB)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                assert alias.name == alias.asname, "a stub exports `A as A` only"
                yield alias.name, node.module


LISTED = list(listed())
HOMES = dict(LISTED)


@cases("name", HOMES)
def test_names(name):
    """The package contains each name of the stub, as an object of the module that the stub names."""
    home = importlib.import_module(HOMES[name])
    assert getattr(othello, name) is getattr(home, name)
    assert name in dir(othello)


def test_dir_leaves_out_the_modules_that_the_package_itself_imports():
    assert dir(othello) == sorted(HOMES)


def test_each_name_is_listed_once():
    """The stub lists each public name once, and the module itself lists no names."""
    assert othello.__all__ == [name for name, _ in LISTED]
    assert len(HOMES) == len(LISTED) > 40
    words = set(re.findall(r"\w+", source.path_of("othello").read_text(encoding="utf-8").split('"""')[2]))
    assert not {name for name in HOMES if name in words} - {"__version__"}


def test_the_stub_has_only_imports_so_all_of_it_is_checked():
    _, *body = source.tree(STUB).body
    assert {type(node) for node in body} == {ast.ImportFrom}


def test_no_name_hides_a_module():
    """No public name equals the name of a module of the package, because an import would overwrite it."""
    modules = {name.split(".")[1] for name in source.modules() if name.startswith("othello.")}
    assert {name for name in HOMES if name in modules} == {"lab", "players", "review"}


def test_an_unknown_name_raises_attributeerror():
    with pytest.raises(AttributeError, match="module 'othello' has no attribute 'Bord'"):
        othello.Bord  # noqa: B018
    assert not hasattr(othello, "_nothing")
    with pytest.raises(ImportError):
        exec("from othello import Bord")


def test_the_import_loads_nothing():
    """Importing the package loads only the module with the version, and no heavy library."""
    modules = source.loaded_after("import othello; othello.__version__, dir(othello)")
    names = {name for name in modules if name.split(".")[0] in source.PACKAGES}
    assert names == {"othello", "othello.version"}
    assert not modules & HEAVY


def test_the_vocabulary_is_light():
    """Squares, sets of squares, scores, limits and errors load without the compiler."""
    names = "PASS, Color, Score, SquareSet, Limits, SearchResult, OthelloError, parse_move, format_moves"
    assert not source.loaded_after(f"from othello import {names}") & HEAVY
