"""Checked libraries report errors of every kind, and nothing else."""

import os

import pytest
from numba.core import config

from othello.native import build, linking
from tests import source
from tests.checked import planted
from tools.checked import library

KINDS = {
    "shift": "shift count, planted.shift: ",
    "zeros": "zeros of 0, planted.zeros: ",
    "table": "index outside a table, planted.table: ",
    "array": "index outside an array, othello.planted.array: ",
    "number": "number beyond an integer, ",
    "alignment": "alignment, planted.alignment: ",
    "overflow": "overflow of add nsw, planted.overflow: ",
    "division": "division by 0, planted.division: ",
}
"""Kinds that every form of a library reports, with the report."""
BEYOND = {
    "plain": {},
    "address": {"heap": "heap-buffer-overflow", "frame": "stack-buffer-overflow"},
    "thread": {"race": "data race"},
}
"""Kinds that a sanitizer reports."""


@pytest.fixture(scope="module", params=BEYOND)
def run(request, tmp_path_factory):
    """Return a function that runs the planted kernels of a library of this form, and returns the reports."""
    form, folder = request.param, tmp_path_factory.mktemp("planted")
    if form != "plain" and library.form() == "plain":
        pytest.skip(f"{library.CLANG} is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(config, "OPT", config._OptLevel(0))
        code = build.front_end(planted, library.target().choices)
    content, sites = library.checked(linking.linked([code], library.target()).decode(), form)
    path = folder / "planted.so"
    path.write_bytes(content)
    path.with_suffix(".sites").write_text("\n".join(sites))

    def run(*arguments):
        logs = folder / "-".join(arguments)
        logs.mkdir()
        environment = os.environ | library.environment(path, form, logs)
        code = "import sys; from tests.checked import planted; planted.main(*sys.argv[1:])"
        done = source.python("-c", code, *arguments, env=environment)
        assert done.returncode == 0 or "wrong" in arguments, done.stderr
        return "".join(log.read_text(errors="replace") for log in logs.iterdir())

    run.kinds = KINDS | BEYOND[form]
    return run


def test_planted_errors_are_reported(run):
    reports = run("wrong", *run.kinds)
    assert [kind for kind, report in run.kinds.items() if report not in reports] == []
    assert 'planted.py", line' in reports  # the Python that called the machine code


def test_right_arguments_give_no_report(run):
    assert run("right") == ""
