"""Every call that changes a file fails once, for every command that writes: see `injecting`."""

import shutil

import pytest

from tests.faults.injecting import fail, files_of, inject
from tests.faults.writing import CASES, prepare


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """A folder with the inputs of all commands."""
    folder = tmp_path_factory.mktemp("faults") / "inputs"
    prepare(folder)
    return folder


needs_strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace, which makes calls fail, is not installed"
)


@pytest.mark.slow
@needs_strace
@pytest.mark.parametrize("name", CASES)
def test_each_call_fails_once(name, inputs, tmp_path):
    """No fault changes an input, is hidden by status 0, prints a traceback, or changes the next run."""
    table = inject(CASES[name], inputs, tmp_path)
    assert table.tried
    assert not table.wrong, "\n".join(table.details)


@pytest.mark.slow
@needs_strace
@pytest.mark.parametrize("number", [1, 99], ids=["failed", "not reached"])
def test_a_call_that_a_run_does_not_reach_is_no_fault(number, inputs, tmp_path):
    """Status 0 hides a fault only if the call failed in this run."""
    case = CASES["hint --svg"]
    names = files_of(case, shutil.copytree(inputs, tmp_path / "listed"))
    folder = shutil.copytree(inputs, tmp_path / "folder")
    assert list(fail(case, inputs, folder, names, "fsync", f"error=EIO:when={number}", 0)) == []
