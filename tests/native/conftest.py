"""Machine code for the kernels of each test module, and small programs."""

import pytest

from tests.kernels.conftest import machine_code as machine_code
from tests.kernels.programs import Program


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A small program that was never run."""
    program = Program(tmp_path, monkeypatch)
    yield program
    program.restart()
