"""Files of games from several computers in one file."""

from dataclasses import replace

import numpy as np
import pytest

from othello.errors import FormatError
from othello.storage.records import first_line
from othello.training import games, merging
from othello.training.generate import generate
from othello.training.settings import SearchSettings, SelfPlaySettings

SETTINGS = SelfPlaySettings(
    seed=3, search=SearchSettings(depth=3, exact=9), least_random=44, most_random=50, noisy=0.5, noise=4
)


def play(folder, count, first=0, settings=SETTINGS):
    """Play games into a folder, and return their file."""
    list(generate(folder, count, settings, first=first))
    (path,) = folder.glob("*.games")
    return path


def rows(path):
    return games.FORMAT.read(path)[0]


@pytest.fixture
def parts(tmp_path):
    """Two parts of a run of 12 games, which have four games in common, and the folder of the whole run."""
    play(tmp_path / "a", 8)
    play(tmp_path / "b", 12, first=4)
    play(tmp_path / "whole", 12)
    return tmp_path


def test_two_parts(parts):
    """Merging two parts of a run gives the run with each game once, from files or folders in any order."""
    whole = rows(play(parts / "whole", 12))
    sources = [[parts / "a", parts / "b"], [play(parts / "b", 12, first=4), play(parts / "a", 8)]]
    for number, paths in enumerate(sources):
        result = merging.merge(parts / f"out{number}", paths)
        assert (result.games, result.repeated) == (12, 4)
        assert result.path.name == play(parts / "whole", 12).name
        assert np.array_equal(rows(result.path), whole[np.argsort(whole["game"])])


def test_merging_again_changes_nothing(parts):
    """An existing output file is one of the sources, so merging again, or merging one part, loses nothing."""
    first = merging.merge(parts / "out", [parts / "a", parts / "b"])
    before = first.path.read_bytes()
    for again in ([parts / "a"], [parts / "out"], [parts / "b", parts / "out", parts / "out"]):
        assert merging.merge(parts / "out", again).games == 12
        assert first.path.read_bytes() == before
    assert list((parts / "out").iterdir()) == [first.path]


def test_a_later_run_plays_only_what_the_merged_file_lacks(parts):
    merging.merge(parts / "out", [parts / "b"])
    counts = list(generate(parts / "out", 12, SETTINGS))
    assert counts[0] == 7  # the last game may be incomplete, so it is played again
    assert sorted(rows(play(parts / "out", 12))["game"]) == list(range(12))


def test_a_file_that_ends_in_the_middle_of_a_game_loses_only_that_game(parts):
    path = play(parts / "a", 8)
    path.write_bytes(path.read_bytes()[:-50])
    assert merging.merge(parts / "out", [path]).games == 7


def test_files_of_other_settings_are_refused_and_nothing_is_written(parts, tmp_path):
    other = play(tmp_path / "other", 2, settings=replace(SETTINGS, seed=4))
    with pytest.raises(
        FormatError, match=r"the settings in its name differ from .*: merge only files of the same run"
    ):
        merging.merge(parts / "out", [parts / "a", other])
    assert not (parts / "out").exists()


def test_games_for_tests_are_not_mixed_with_others_even_if_a_file_was_renamed(parts):
    name = play(parts / "a", 8).name
    tests = parts / "tests" / name
    tests.parent.mkdir()
    games.FORMAT.replace(tests, rows(parts / "a" / name), is_test=True)
    with pytest.raises(
        FormatError, match=r"this file and .* cannot be merged: only one of them is for tests"
    ):
        merging.merge(parts / "out", [parts / "a", tests])


def test_games_of_one_number_that_differ_are_refused_with_both_files(parts):
    path = play(parts / "b", 12, first=4)
    changed = rows(path).copy()
    changed["result"][0] ^= 1
    games.FORMAT.replace(path, changed, is_test=False)
    with pytest.raises(FormatError, match=r"game \d+ differs from game \d+ in .*a") as caught:
        merging.merge(parts / "out", [parts / "a", parts / "b"])
    assert caught.value.path == path


@pytest.mark.parametrize("name", ["missing.games", "empty"])
def test_a_missing_file_and_a_folder_without_games_are_refused(tmp_path, name):
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError):
        merging.merge(tmp_path / "out", [tmp_path / name])


@pytest.mark.parametrize("rest", [b"", bytes(10)])
def test_a_file_without_games(parts, rest):
    """A file whose run was killed before its first game is merged with others, but is refused alone."""
    path = parts / "killed" / next((parts / "a").glob("*.games")).name
    path.parent.mkdir()
    path.write_bytes(first_line(games.FORMAT.heading(is_test=False)) + rest)
    assert merging.merge(parts / "out", [path, parts / "a"]).games == 8
    with pytest.raises(FormatError, match="the file ends before its first game is complete"):
        merging.merge(parts / "none", [path])
    assert not (parts / "none").exists()
