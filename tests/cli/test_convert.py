"""`othello convert`: formats, bad games, existing files and interrupts."""

import os
import re
import signal
from functools import partial

import pytest

from othello import GameRecord, read_games, write_games
from othello.formats import files
from othello.formats.registry import FORMATS
from othello.formats.transcript import read_transcripts
from tests import positions
from tests.cli.commands import BAD_INPUT, FAILED, INTERRUPTED, OK, run as run_command
from tests.terminal import on_terminal

GAMES = "f5d6c3d3c4\ne6f4\nf5f6e6f4g7\n"

run = partial(run_command, "convert")
"""Run `othello convert`."""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(GAMES)
    return path


def test_games_are_the_same_after_conversion_through_several_formats(games, tmp_path):
    current = games
    for suffix in (".ggf", ".sgf", ".txt"):
        target = tmp_path / f"other{suffix}"
        assert run(current, target) == (OK, f"3 games written to {target}\n", "")
        current = target
    assert current.read_text() == GAMES


def test_what_was_understood_of_a_pasted_text_is_reported(games, tmp_path):
    """Standard error reports the moves, the players and the result, but not for a file of transcripts."""
    games.write_text(
        "> Noir : Paul\n> Blanc : Carla\n> Noir : F5 C3 C4\n> Blanc : D6 D3\n> Blanc gagne 36-28\n"
    )
    _, _, err = run(games, tmp_path / "out.ggf")
    assert err.splitlines()[0] == "5 moves (by colors), Paul - Carla, 28-36"


def test_bad_games_are_omitted(games, tmp_path):
    """Bad games are reported with their location and omitted. Other games are written, and the status is
    1."""
    games.write_text(GAMES.replace("\ne6f4", "\ne6e6"))
    target = tmp_path / "out.ggf"
    status, out, err = run(games, target)
    assert (status, out) == (FAILED, f"2 games written to {target}\n")
    assert err.startswith(f"omitted: {games}, line 2: move 2: white cannot play e6: ")
    assert len(list(read_games(target))) == 2


def test_fields_that_are_ignored_are_reported(tmp_path):
    """The first warnings are shown with the number of the game. Further warnings are counted."""
    source, target = tmp_path / "in.ggf", tmp_path / "out.sgf"
    good = "(;GM[Othello]PB[a]B[F5];)\n"
    source.write_text(good + good.replace("PB", "RE[4222]RB[x]PB") * 12)
    status, out, err = run(source, target)
    assert (status, out) == (OK, f"13 games written to {target}\n")
    lines = err.splitlines()
    assert lines[0].startswith("game 2: RE is ignored: '4222' is not a result")
    assert lines[1] == "game 2: RB is ignored: 'x' is not a number"
    assert lines[20:] == ["4 more warnings of this kind"]


def test_a_game_without_a_result_cannot_be_written_as_wthor_and_is_omitted(games, tmp_path):
    whole = positions.passing_board().transcript()
    games.write_text(f"{GAMES}{whole}\n")
    target = tmp_path / "out.wtb"
    status, out, err = run(games, target)
    assert (status, out) == (FAILED, f"1 game written to {target}\n")
    assert err.count(": the game has no result, but WTHOR requires one") == 3
    assert [game.board().transcript() for game in read_games(target)] == [whole]


def test_nothing_is_overwritten(games, tmp_path):
    """An existing file is kept without --force, and the input file is always kept."""
    target = tmp_path / "out.ggf"
    target.write_text("precious")
    status, out, err = run(games, target)
    assert (status, out) == (BAD_INPUT, "")
    assert f"{target}: the file exists" in err
    assert target.read_text() == "precious"
    assert run(games, target, "--force")[0] == OK
    assert len(list(read_games(target))) == 3
    assert "the command reads this file" in run(games, games, "--force")[2]
    assert games.read_text() == GAMES
    (tmp_path / "new.jou").write_text("precious")
    assert "new.jou: the file exists" in run(games, tmp_path / "new.wtb")[2]


def test_an_interrupt_before_the_first_game(games, tmp_path, monkeypatch):
    """Ctrl-C ends the command immediately while it waits for the first game, as on standard input."""

    def wait(*args, **options):
        os.kill(os.getpid(), signal.SIGINT)
        yield from ()

    monkeypatch.setattr(files, "read_games", wait)
    status, _, err = run(games, tmp_path / "out.ggf")
    assert (status, err) == (INTERRUPTED, "")
    assert not (tmp_path / "out.ggf").exists()


def test_options_name_the_formats_if_the_suffixes_are_wrong(games, tmp_path):
    target = tmp_path / "out.dat"
    assert run(games, target, "--from", "transcript", "--to", "ggf")[0] == OK
    assert len(list(read_games(target, format="ggf"))) == 3


def test_the_help_lists_all_formats_with_their_suffixes():
    text = run("--help")[1]
    for name, file_format in FORMATS.items():
        assert name in text
        assert all(suffix in text for suffix in file_format.suffixes)


def test_ctrl_c_ends_the_conversion_with_a_complete_file(tmp_path):
    line = positions.passing_board().transcript()
    games, target = tmp_path / "games.txt", tmp_path / "out.txt"
    games.write_text(f"{line}\n" * 50_000)
    words = ["convert", games, target]
    shown, out, status = on_terminal(*words, shows_output=False, interrupt_at=r"converting .* [1-9]")
    assert status == INTERRUPTED
    written = len(list(read_transcripts(target)))
    assert 0 < written < 50_000
    assert re.search(rf"^{written} games? written", out)
    assert shown.endswith(f"interrupted after {written} games of {games}\n")


COMMENTED = '[Event "x"]\n\n{the game} 1. f5 {good} d6 40-24\n'


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("out.sgf", []),
        ("out.ggf", ["comments of moves"]),
        ("out.obf", ["comments of moves"]),
        ("out.txt", ["comments of games", "comments of moves"]),
        ("out.wtb", ["comments of games", "comments of moves"]),
    ],
)
def test_lost_comments_are_reported(tmp_path, name, lost):
    """Comments survive the conversion, or standard error reports how many games lose comments."""
    path = tmp_path / "in.pgn"
    path.write_text(COMMENTED)
    status, _, err = run(path, tmp_path / name)
    assert status == OK
    assert re.findall(r"does not store (.*): 1 game", err) == lost
    (game,) = read_games(tmp_path / name)
    assert game.comment == ("" if "comments of games" in lost else "the game")
    if not lost:
        assert [played.comment for played in game.played] == ["good", ""]
        assert game.result == 16


def test_lost_variations_are_reported(tmp_path):
    """Variations survive the conversion to SGF. For other formats, standard error reports how many are
    lost."""
    path = tmp_path / "in.sgf"
    path.write_text("(;GM[2];B[fe](;W[ff])(;W[df]))\n")
    assert run(path, tmp_path / "out.sgf") == (OK, f"1 game written to {tmp_path / 'out.sgf'}\n", "")
    assert next(read_games(tmp_path / "out.sgf")) == next(read_games(path))
    assert run(path, tmp_path / "out.ggf")[2] == "ggf does not store variations: 1 game\n"


def test_lost_dates_are_reported(tmp_path):
    """A WTHOR file has one year, so a conversion of games from several years is reported."""
    path = tmp_path / "in.ggf"
    games = [GameRecord.from_moves([37], result=0.0, date=date) for date in ("1984-02-03", "1985")]
    write_games(path, games)
    assert (
        "these games are from several years, so they lose their dates" in run(path, tmp_path / "out.wtb")[2]
    )
    write_games(path, games[:1])
    assert "dates" not in run(path, tmp_path / "one.wtb")[2]


def test_results_that_contradict_the_moves_are_counted(tmp_path):
    """The result of the moves is written. Standard error counts the games with a different result in the
    file."""
    source, target = tmp_path / "in.txt", tmp_path / "out.ggf"
    source.write_text(f"{positions.WIPE_OUT} 22-42\nf5d6 40-24\n")
    status, _, err = run(source, target)
    assert (status, err) == (OK, "1 game had a result that contradicts the moves: the moves decide\n")
    assert [game.result for game in read_games(target)] == [64, 16]


def test_half_a_game_is_not_written(tmp_path):
    """A score sheet with a wrong move is reported with its line, and no part of it is written."""
    source, target = tmp_path / "in.txt", tmp_path / "out.ggf"
    source.write_text("1. d3 c5\n2. d6 e9\n3. f5 g5\n")
    status, _, err = run(source, target)
    assert status == 2
    assert "in.txt, line 2: move 4: 'e9' is not a move" in err
    assert not target.exists()
