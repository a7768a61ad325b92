"""Fixtures of the tests of the training."""

import pytest

from tests.training.here import workers_here


@pytest.fixture
def here():
    """Games are made in this process."""
    with workers_here():
        yield
