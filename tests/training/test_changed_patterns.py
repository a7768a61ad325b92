"""Changed patterns in a copy of the program: from an evaluation of 0 to games, a network and a move."""

import os
import re
import shlex
import shutil

import pytest

from tests import source

PAGE = (source.ROOT / "docs" / "training.md").read_text(encoding="utf-8")
REMOVED = '        "edge 2 x 4": "b1 c1 d1 e1 b2 c2 d2 e2",\n'
ADDED = '        "arrow": "a1 b1 a2 b2 c3 d4 e5",\n'


def commands():
    """Return the commands of the trial in docs/training.md."""
    section = PAGE.partition("## Changing the evaluation\n")[2].partition("\n## ")[0]
    block = re.search(r"^(?:    .+\n)+", section, re.MULTILINE)
    assert block
    return [shlex.split(line) for line in block[0].splitlines()]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a function that runs a command in a copy of the program with other patterns."""
    folder = tmp_path_factory.mktemp("copy")
    for package in source.PACKAGES:
        shutil.copytree(source.ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    patterns = folder / "othello" / "kernels" / "patterns.py"
    text = patterns.read_text(encoding="utf-8")
    assert text.count(REMOVED) == 1
    patterns.write_text(text.replace(REMOVED, ADDED), encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache")}

    def run(program, *args):
        assert program == "othello"
        return source.python("-m", program, *args, cwd=folder, env=environment)

    return run


@pytest.mark.slow
def test_changed_patterns(run):
    """The commands on the page lead to a move, and the shipped weights are refused."""
    refused = run("othello", "hint", "f5d6c3d3c4", "--depth", "6")
    assert refused.returncode == 2
    assert "this file of weights differs from this program in patterns" in refused.stderr
    assert "Traceback" not in refused.stderr
    steps = [run(*command) for command in commands()]
    assert [step.returncode for step in steps] == [0] * len(steps), [step.stderr for step in steps]
    assert len(steps) == 3
    generated, trained, hint = (step.stdout for step in steps)
    assert re.fullmatch(r"\d+ games are in trial\n", generated)
    assert re.search(r"\d+ samples. The network is in trial.bin\n", trained)
    assert re.search(r"^values: depth 6\nmove +value +and then *\n[a-h][1-8] ", hint, re.MULTILINE)
