"""`othello games`: lists, choices, numbers of games and files of chosen games."""

import re
from functools import partial

import pytest

from othello import Board, GameRecord, Player, read_games, write_games
from tests.cli import commands
from tests.cli.commands import BAD_INPUT, FAILED, OK, run as run_command
from tests.terminal import on_terminal

run = partial(run_command, "games")
"""Run `othello games`."""
MOVES = [["f5", "d6", "c3", "d3", "c4"], ["f5", "f6"], ["f5"], ["c4", "e3", "f6", "e6", "f5"]]
PLAYERS = [("Zoé Léa", "Bob"), ("Bob", "Carl"), ("漢字", "Zoé"), ("Carl", "Bob")]


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.ggf"
    records = [
        GameRecord.from_moves(
            moves,
            black=Player(black),
            white=Player(white),
            result=result,
            date=f"200{number}",
            event="Open" if number else "Cup",
        )
        for number, (moves, (black, white), result) in enumerate(
            zip(MOVES, PLAYERS, (12.0, -2.0, 0.0, None), strict=True)
        )
    ]
    write_games(path, records)
    return path


def listed(*words):
    """Return the numbers of the games that a command lists."""
    status, out, err = run(*words, "--json")
    assert (status, err) == (OK, "")
    return [game["number"] for game in commands.objects(out)]


def test_the_table_has_a_line_for_each_game(games):
    status, out, err = run(games)
    heading, *rows, total = out.splitlines()
    assert (status, err, total) == (OK, "", "4 games")
    assert heading.split() == ["#", "date", "black", "white", "result", "opening", "event"]
    assert rows[0].split() == ["1", "2000", "Zoé", "Léa", "Bob", "+12", "Tiger", "Cup"]
    assert rows[2].split() == ["3", "2002", "漢字", "Zoé", "0", "Open"]
    # A wide character takes two columns of a terminal.
    assert len({row.index("200") for row in rows}) == 1
    assert rows[2].index("Zoé") == rows[1].index("Carl") - 2


def test_options_choose_games(games):
    for words, numbers in [
        ([], [1, 2, 3, 4]),
        (["--player", "zoe"], [1, 3]),
        (["--player", "bob", "--player", "CARL"], [2, 4]),
        (["--winner", "lea zoe"], [1]),
        (["--loser", "bob"], [1, 2]),
        (["--event", "open", "--year", "2001-2002"], [2, 3]),
        (["--year", "2000"], [1]),
        (["--result", "white"], [2]),
        (["--result", "-2"], [2]),
        (["--result", "draw"], [3]),
        (["--result", "unfinished"], [4]),
        (["--opening", "tiger"], [1, 4]),
        (["--position", "c4e3f6e6f5"], [1, 4]),
        (["-p", Board.parse("f5f6").position.format()], [2]),
        (["--player", "nobody"], []),
    ]:
        assert listed(games, *words) == numbers, words


def test_several_files_have_their_own_numbers(games, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("f5d6\n")
    out = run(games, other)[1].splitlines()
    assert out[0].split()[:2] == ["file", "#"]
    assert out[5].split()[:2] == [str(other), "1"]
    assert out[-1] == "5 games"


def test_chosen_games_are_input_for_other_commands(games, tmp_path):
    target = tmp_path / "mine.sgf"
    assert run(games, "--player", "bob", "-o", target)[:2] == (OK, f"3 games written to {target}\n")
    assert [game.black.name for game in read_games(target)] == ["Zoé Léa", "Bob", "Carl"]
    status, _, err = run(games, "-o", target)
    assert (status, "the file exists" in err) == (BAD_INPUT, True)
    status, out, err = run(games, "--year", "2001", "--to", "transcript")
    assert (status, out, err) == (OK, "f5f6\n", "1 game written to standard output\n")


def test_no_file_is_written_if_no_game_matches(games, tmp_path):
    target = tmp_path / "none.ggf"
    status, out, err = run(games, "--player", "nobody", "-o", target)
    assert (status, out) == (BAD_INPUT, "")
    assert "no game matches" in err
    assert not target.exists()


def test_numbers_count_games_that_cannot_be_read(tmp_path):
    """A game that cannot be read still has a number, as for --game of other commands."""
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f5\nf5f6e6\n")
    status, out, err = run(path, "--json")
    assert (status, [game["number"] for game in commands.objects(out)]) == (FAILED, [1, 3])
    assert err.startswith(f"omitted: {path}, line 2: ")


def test_bad_options_are_explained(games):
    for words, text in [
        (["--year", "04"], "neither a year nor a range such as 1990-1999"),
        (["--year", "1999-1990"], "neither a year nor a range such as 1990-1999"),
        (["--result", "won"], "neither black, white, draw, unfinished, nor discs"),
        (["--result", "65"], "nor discs"),
        (["--player", "a", "--player", "b", "--player", "c"], "a game has two players"),
        (["--json", "--to", "ggf"], "--json cannot be used with"),
        (["--position", "f5f5"], "neither a file nor a game or position"),
    ]:
        status, out, err = run(games, *words)
        assert (status, out) == (BAD_INPUT, ""), words
        assert text in " ".join(err.split()), words


def test_lines_fit_a_terminal(games):
    shown, _, status = on_terminal("games", games, COLUMNS="30")
    assert (status, "Zo" in shown, "4 games" in shown) == (OK, True, True)
    assert max(map(len, re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", shown).splitlines())) <= 30
