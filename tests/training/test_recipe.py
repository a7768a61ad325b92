"""The steps to a network in docs/training.md, run in order with little data."""

import glob
import itertools
import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from othello.cli.train import probcut
from othello.formats import wthor
from othello.search import evaluation_files
from othello.search.network import Network
from othello.training import deviations
from tests import source
from tests.cli.commands import run
from tests.training.games import random_games

PAGE = (source.ROOT / "docs" / "training.md").read_text(encoding="utf-8")
SMALL = {"--games": "40", "-g": "2", "--depth": "3", "--exact-from": "8", "--level": "1"}
"""Numbers of the commands that this test makes small."""
RATHER_FEW = {"DEEPEST": 4, "MIN_POSITIONS": 4, "MAX_SOLVED": 14}
"""Numbers of `deviations` that this test makes small."""


def steps(title):
    """Return the commands of a section, each as words."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n##")[0]
    lines = re.findall(r"^    othello (.*)$", section.replace("\\\n", " "), re.MULTILINE)
    return list(map(shlex.split, lines))


def with_little_data(words):
    """Return a command with small numbers, and with the files that its patterns match."""
    command = []
    for before, word in itertools.pairwise(["", *words]):
        command += (glob.glob(word) or [word]) if "*" in word else [SMALL.get(before, word)]
    return command


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder in which commands run, with few positions for Multi-ProbCut and `othello` on the path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for name, number in RATHER_FEW.items():
        monkeypatch.setattr(deviations, name, number)
    return tmp_path


def follow(title):
    """Run the commands of a section, and return the names of the `othello train` commands."""
    commands = steps(title)
    for words in commands:
        status, out, err = run(*with_little_data(words))
        assert (status, err) == (0, ""), words
        assert out, words
        if "probcut" in words:
            assert out == f"{probcut.text_of(evaluation_files.read(Path('network.bin')).deviations)}\n"
    return {words[1] for words in commands if words[0] == "train"}


@pytest.mark.slow
def test_a_small_network(folder):
    """The small steps need no files from other people, and the last step searches with the new network."""
    (folder / "othello" / "data").mkdir(parents=True)
    shutil.copy(evaluation_files.SHIPPED, folder / "othello" / "data")
    assert follow("A small network, in minutes") == {"generate", "network", "report", "probcut"}


@pytest.mark.slow
def test_from_nothing(folder):
    """Every command works on the output of earlier commands, and the steps end with a network."""
    (folder / "wthor").mkdir()
    wthor.save_games(folder / "wthor" / "WTH_2001.wtb", random_games(40))
    names = follow("From nothing to a shipped network")
    assert names == {"generate", "perturb", "import", "network", "report", "probcut"}
    for name in ("network.bin", "better.bin"):
        assert isinstance(evaluation_files.read(folder / name), Network)
