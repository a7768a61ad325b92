"""A server, a site and a browser for the tests of a file."""

import pytest

from othello.web import site
from tests.web.browsing import browsing
from tests.web.serving import serving
from tests.web.sites import PYODIDE


@pytest.fixture(scope="module")
def server():
    """A server with two sessions; after the tests it must have printed only its address."""
    with serving("--sessions", 3) as found:
        yield found
    assert found.output().count("\n") == 1, found.output()


@pytest.fixture(scope="module")
def browser():
    with browsing() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a site."""
    found = tmp_path_factory.mktemp("hosts") / "board"
    site.write(found, PYODIDE)
    return found
