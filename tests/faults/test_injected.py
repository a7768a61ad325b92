"""Every call that changes a file fails once, for every command that writes: see `injecting`."""

import shutil

import pytest

from tests.faults.injecting import inject
from tests.faults.writing import CASES, prepare


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """A folder with the inputs of all commands."""
    folder = tmp_path_factory.mktemp("faults") / "inputs"
    prepare(folder)
    return folder


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace, which makes calls fail, is not installed")
@pytest.mark.parametrize("name", CASES)
def test_each_call_fails_once(name, inputs, tmp_path):
    """No fault changes an input, is hidden by status 0, prints a traceback, or changes the next run."""
    table = inject(CASES[name], inputs, tmp_path)
    assert table.tried
    assert not table.wrong, "\n".join(table.details)
