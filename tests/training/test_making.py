"""Files of games made by jobs: interrupted, killed and continued runs have every game once."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from othello.errors import OthelloError
from othello.training import samples, sources
from tests import source
from tests.training.fake_games import EACH, STUCK, TWO, Killed, make

SECONDS = 120
"""Far more than any of these runs needs."""


def games(folder):
    """How often each sample of each game is in the folder."""
    found = sources.read(sources.files([folder]))
    return np.unique(found[["game", "player"]], return_counts=True)


def check_whole(folder, count):
    """Every sample of the games 0 to count - 1 is there once."""
    pairs, counts = games(folder)
    assert pairs.tolist() == [(game, number) for game in range(count) for number in range(EACH)]
    assert set(counts.tolist()) == {1}


def run(folder):
    """Make games in its own session until workers are stuck."""
    program = f"""
import pathlib, sys
from tests.training.fake_games import STUCK, TWO, Numbers, make
try:
    for count in make(pathlib.Path({str(folder)!r}), "run", 1000, Numbers(STUCK, seconds=0.1), TWO):
        print(count, flush=True)
except KeyboardInterrupt:
    sys.exit(130)
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=source.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    counts = [0]
    while counts[-1] < STUCK:
        counts.append(int(child.stdout.readline()))
    return child, counts[-1]


def test_interrupt(tmp_path):
    """Ctrl-C in a terminal, which all processes get, ends workers within a game; only the parent sees it."""
    child, made = run(tmp_path)
    os.killpg(child.pid, signal.SIGINT)
    # Workers have this standard output too: it ends when all processes have.
    out, err = child.communicate(timeout=SECONDS)
    assert (child.returncode, out, err) == (130, "", "")
    check_whole(tmp_path, made)


def test_killed_parent(tmp_path):
    """Workers end when their parent is killed, in the middle of a game too."""
    child, made = run(tmp_path)
    child.kill()
    child.communicate(timeout=SECONDS)
    check_whole(tmp_path, made)


def test_continued_run(tmp_path):
    """A run with another number of workers adds the missing games to a cut-off file, without doubles."""
    assert [*make(tmp_path, "run", 20)][-1] == 20
    (path,) = sources.files([tmp_path])
    path.write_bytes(path.read_bytes()[: -4 * samples.FORMAT.stored.itemsize - 5])
    first, *_, last = make(tmp_path, "run", 30, means=TWO)
    assert (first, last) == (18, 30)
    check_whole(tmp_path, 30)


def test_finished_run(tmp_path):
    """A finished run makes its last game again, which could be cut off, and nothing else."""
    list(make(tmp_path, "run", 9))
    assert list(make(tmp_path, "run", 9)) == [8, 9]
    check_whole(tmp_path, 9)


def test_runs_are_apart(tmp_path):
    """Runs with different names have their own files in one folder."""
    for name in ("a", "b"):
        assert [*make(tmp_path, name, 3)] == [0, 1, 2, 3]
    assert [path.name for path in sources.files([tmp_path])] == ["a.samples", "b.samples"]


def test_games_that_kill_their_workers(tmp_path):
    """A game whose workers are killed ends the run with an error, after all other games are made."""
    with pytest.raises(OthelloError, match=r"^game 2 cannot be made: \d worker processes ended"):
        list(make(tmp_path, "run", 5, Killed(2), TWO))
    found, _ = samples.FORMAT.read(tmp_path / "run.samples")
    assert set(found["game"].tolist()) == {0, 1, 3, 4}


def test_file_in_place_of_the_folder(tmp_path):
    """A folder that cannot be made is reported before any work."""
    (tmp_path / "file").write_text("")
    with pytest.raises(OthelloError, match="file"):
        next(make(Path(tmp_path / "file"), "run", 5))
