"""Files of games made by jobs: runs that are continued have every game once."""

from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from othello.errors import FormatError, OthelloError
from othello.jobs import scheduler
from othello.search import evaluation_files
from othello.training import samples, sources
from tests.memory import allocated
from tests.training.fake_games import EACH, TWO, killer, make


def games(folder):
    """How often each sample of each game is in the folder."""
    data = sources.read(sources.files([folder]))
    return np.unique(data[["game", "player"]], return_counts=True)


def check_whole(folder, count):
    """Every sample of the games 0 to count - 1 is there once."""
    pairs, counts = games(folder)
    assert pairs.tolist() == [(game, number) for game in range(count) for number in range(EACH)]
    assert set(counts.tolist()) == {1}


def test_continued_run(tmp_path):
    """A run with another number of workers adds the missing games to a truncated file, without duplicates."""
    assert [*make(tmp_path, "run", 20)][-1] == 20
    (path,) = sources.files([tmp_path])
    path.write_bytes(path.read_bytes()[: -4 * samples.FORMAT.stored.itemsize - 5])
    first, *_, last = make(tmp_path, "run", 30, means=TWO)
    assert (first, last) == (18, 30)
    check_whole(tmp_path, 30)


def test_a_damaged_network_is_reported_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(
        evaluation_files, "shipped", Mock(side_effect=FormatError(Path("x"), None, "damaged"))
    )
    with pytest.raises(FormatError, match="damaged"):
        next(make(tmp_path / "folder", "run", 1))
    assert not list(tmp_path.iterdir())


def test_finished_run(tmp_path):
    """A finished run makes its last game again, which could be cut off, and nothing else."""
    list(make(tmp_path, "run", 9))
    assert list(make(tmp_path, "run", 9)) == [8, 9]
    check_whole(tmp_path, 9)


def test_runs_with_different_names_have_their_own_files_in_one_folder(tmp_path):
    for name in ("a", "b"):
        assert [*make(tmp_path, name, 3)] == [0, 1, 2, 3]
    assert [path.name for path in sources.files([tmp_path])] == ["a.samples", "b.samples"]


def test_the_memory_of_games_that_are_not_made_yet(tmp_path):
    """Jobs are created when a worker is free, so waiting games take little memory."""
    count = 100_000
    next(make(tmp_path, "small", 1))
    with allocated() as memory:
        assert next(make(tmp_path, "run", count)) == 0
    assert memory.most < 40 * count


def test_games_that_kill_their_workers(tmp_path, monkeypatch):
    """A game whose workers are killed ends the run with an error, after all other games are played."""
    monkeypatch.setattr(scheduler, "ATTEMPTS", 1)
    with pytest.raises(OthelloError, match=r"^game 2 cannot be made: \d worker processes ended"):
        list(make(tmp_path, "run", 5, killer, TWO))
    data, _ = samples.FORMAT.read(tmp_path / "run.samples")
    assert set(data["game"].tolist()) == {0, 1, 3, 4}


def test_a_folder_that_cannot_be_made_is_reported_before_any_work(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OthelloError, match="file"):
        next(make(Path(tmp_path / "file"), "run", 5))
