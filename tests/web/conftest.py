"""A server and a browser for the tests in this folder, and a site for the tests of one file."""

import pytest

from othello.web import site
from tests.web.browsing import browsing
from tests.web.serving import serving
from tests.web.sites import PYODIDE


def pytest_ignore_collect(collection_path, config):
    """Leave out files whose tests all drive a browser, if such tests are not to run."""
    is_page = collection_path.name.startswith("test_page_")
    if is_page and "not browser" in config.option.markexpr and "mark.browser" in collection_path.read_text():
        return True
    return None


@pytest.fixture(scope="session")
def server():
    """A server for all tests. After them it must have printed only its address."""
    with serving("--sessions", 8) as service:
        yield service
    assert service.output().count("\n") == 1, service.output()


@pytest.fixture(scope="package")
def browser():
    """Chromium for the tests of this folder."""
    with browsing() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a site."""
    path = tmp_path_factory.mktemp("hosts") / "board"
    site.write(path, PYODIDE)
    return path
