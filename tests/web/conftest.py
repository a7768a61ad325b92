"""A server and a browser for the tests of a file."""

import pytest

from tests.web.browsing import browsing
from tests.web.serving import serving


@pytest.fixture(scope="module")
def server():
    """A server with two sessions; after the tests it must have printed only its address."""
    with serving("--sessions", 3) as found:
        yield found
    assert found.output().count("\n") == 1, found.output()


@pytest.fixture(scope="module")
def browser():
    """Chromium."""
    with browsing() as found:
        yield found
