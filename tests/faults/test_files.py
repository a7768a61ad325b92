"""Files without an end, of the wrong kind or with odd names, and full disks."""

import os
import shutil

import pytest

from othello import Board, GameRecord, Player
from othello.formats.ggf import format_ggf
from tests.cli.commands import BAD_INPUT, OK, run as run_here
from tests.faults.commands import (
    GAME,
    MATCH,
    cases,
    ended,
    files_in,
    on_posix,
    othello,
    run,
    with_little_memory,
    without_space,
)
from tests.waiting import eventually

pytestmark = on_posix


@pytest.fixture
def endless(tmp_path):
    """Files that have no end: a device, and a pipe that nobody writes."""
    os.mkfifo(tmp_path / "fifo")
    return ["/dev/zero", str(tmp_path / "fifo")]


def test_loadsgf_refuses_devices_and_pipes_at_once_and_large_games_before_they_are_parsed(endless, tmp_path):
    path = tmp_path / "large.sgf"
    path.write_text(f"(;GM[2]{';B[ff]' * 500_000})")
    commands = "".join(f"loadsgf {path}\n" for path in (*endless, path)).encode()
    status, out, err = run("gtp", text=commands)
    assert (status, out) == (OK, "? cannot load file\n\n" * 3)
    assert err.endswith(f"othello: {path}, line 1: the line is longer than 1 MiB\n")


def test_weights_must_be_a_regular_file(endless):
    for path in endless:
        assert run_here("gtp", "--weights", path) == (
            BAD_INPUT,
            "",
            f"Error: {path}: this is not a regular file\n",
        )


@pytest.mark.parametrize("kind", cases(["sgf", "transcript", "wthor"], fast=["transcript"]))
def test_a_file_without_an_end_is_refused_after_some_bytes_of_it(kind, tmp_path):
    command = ["convert", "/dev/zero", tmp_path / "x.ggf", "--from", kind]
    status, _, err = run(*command, preexec_fn=with_little_memory())
    assert (status, err.count("\n")) == (BAD_INPUT, 1)


@pytest.mark.parametrize("name", cases(["convert", "analyze", "hint"], fast=["convert"]))
def test_files_on_a_full_disk(name, tmp_path):
    """A file that cannot be written is reported, and the file that it would replace stays unchanged."""
    (tmp_path / "out.ggf").write_text("before")
    games, target = tmp_path / "games.txt", tmp_path / "out.ggf"
    games.write_text(f"{GAME}\n")
    command = {
        "convert": ["convert", games, target, "--force"],
        "analyze": ["analyze", GAME, "--depth", "1", "--html", target, "--force"],
        "hint": ["hint", GAME, "--depth", "1", "--svg", target, "--force"],
    }[name]
    status, _, err = run(*command, **without_space())
    assert (status, err.splitlines()[-1]) == (BAD_INPUT, f"Error: {target}: file too large")
    assert files_in(tmp_path) == {"games.txt": f"{GAME}\n".encode(), "out.ggf": b"before"}


@pytest.mark.slow
def test_a_match_on_a_full_disk(tmp_path):
    """A match whose files cannot be written ends with one line, before a game is played."""
    status, _, err = run(*MATCH, "-o", tmp_path / "games", **without_space())
    assert (status, err.splitlines()[-1]) == (BAD_INPUT, f"Error: {tmp_path / 'games.jsonl'}: file too large")


@pytest.mark.slow
def test_the_folder_of_a_match_vanishes(tmp_path):
    """A match whose folder is removed reports this with status 2, and prints the games that it played."""
    folder = tmp_path / "folder"
    folder.mkdir()
    process = othello(*MATCH[:-1], "20", "-o", folder / "games")
    games = folder / "games.ggf"
    eventually(lambda: games.exists() and games.stat().st_size)  # a game is over
    shutil.rmtree(folder.rename(tmp_path / "elsewhere"))  # the match may make a file meanwhile
    status, out, err = ended(process)
    assert (status, "one" in out) == (BAD_INPUT, True)
    assert err.endswith("the file was removed while this run was writing to it\n")


ASCII = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "command", cases(["convert", "analyze", "hint", "gtp", "play"], fast=["convert", "gtp"])
)
def test_a_name_that_the_locale_cannot_show_is_read_and_shown_by_escapes(command, tmp_path):
    path = tmp_path / "caf\u00e9.ggf"
    name = os.fsencode(path)
    path.write_text(format_ggf(GameRecord.from_board(Board.parse(GAME), black=Player("Zo\u00eb"))))
    if command == "gtp":
        status, out, _ = run("gtp", text=b"loadsgf " + name + b"\nname\n", env=ASCII)
        assert (status, out.splitlines()[-2]) == (OK, "= Othello")
        return
    words = {
        "convert": ["convert", name, tmp_path / "y\u00e9.txt"],
        "analyze": ["analyze", name, "--depth", "1"],
        "hint": ["hint", name, "--depth", "1"],
        "play": ["play", "-p", name, "--level", "0"],
    }[command]
    process = othello(*map(os.fsdecode, words), env=ASCII)
    assert ended(process, b"quit\n")[0] == OK
