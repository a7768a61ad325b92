"""The reference: every public name is in it, with a docstring, and making it gives no warning."""

import inspect
import re
import warnings

import pytest

import othello
from tests.cases import cases

MODULES = {name for name in othello.__all__ if inspect.ismodule(getattr(othello, name))}

CLASSES = [
    name
    for name in othello.__all__
    if inspect.isclass(member := getattr(othello, name)) and member.__module__.startswith("othello.")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Make the reference. A warning is an error."""
    from tools import reference  # late: an environment that is older than pdoc can run the other tests

    folder = tmp_path_factory.mktemp("reference")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reference.build(folder)
    return folder


@pytest.fixture(scope="module")
def page(folder):
    """The text of the first page."""
    return (folder / "othello.html").read_text(encoding="utf-8")


@cases("name", othello.__all__)
def test_public_names(folder, page, name):
    """Every public name is on the first page, and every public module has a page."""
    if name in MODULES:
        path = getattr(othello, name).__name__.replace(".", "/")
        assert (folder / f"{path}.html").is_file()
    else:
        assert f'id="{name}"' in page


@cases("name", CLASSES)
def test_public_members(page, name):
    """Every public method and property of a public class is on the page, and has a docstring."""
    for member, value in vars(getattr(othello, name)).items():
        if not member.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
            assert f'id="{name}.{member}"' in page
            assert inspect.getdoc(value), f"{name}.{member} has no docstring"


def test_a_field_is_described_once_in_its_own_place(page):
    assert len(re.findall("Plies to search, at least 1", page)) == 1


def test_parameters_become_lists(page):
    assert "<li><strong>table_mib</strong>: size of the transposition table in MiB</li>" in page
    assert " -- " not in re.sub(r"<[^>]*>", "", page.split("</nav>")[1])
