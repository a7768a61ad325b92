"""Positions and games as arguments, the same in every command."""

import json
import os
import re

import pytest

from othello import Board, GameRecord, OthelloError, format_game, format_move, write_games
from othello.cli.errors import BadInput
from othello.cli.sources import read_board, read_game, read_problems
from othello.formats.obf import ObfProblem, write_obf
from othello.storage import streams
from tests import positions, solved
from tests.cli.commands import run

BOARD = Board.parse("f5d6c3")
TEXTS = {
    "moves": "f5d6c3",
    "numbered moves": "1. F5 D6 2. C3",
    "cells": BOARD.position.format(),
    "cells and moves": f"{Board().position.format()} f5d6c3",
    "diagram": BOARD.diagram(),
    **{name: format_game(GameRecord.from_board(BOARD), name) for name in ("sgf", "ggf", "obf")},
}
CELLS = BOARD.position.format()[:64]
LATE = positions.random_board(5, 52)
"""A board with few empty squares, which is solved at once."""


@pytest.fixture
def files(tmp_path):
    """Return a file in each format, with two games that end with the same position."""
    paths = []
    for suffix in (".ggf", ".sgf", ".txt", ".obf"):
        paths.append(tmp_path / f"games{suffix}")
        write_games(paths[-1], [GameRecord.from_board(BOARD), GameRecord.from_board(Board.parse("f5f6"))])
    return paths


def test_a_position_is_read_from_a_text_in_any_format():
    for name, text in TEXTS.items():
        assert read_board(text).position == BOARD.position, name
        assert [problem.position for problem in read_problems(text)] == [BOARD.position], name


def test_files(files):
    """A position is read from a file in any format. In a game, it is the last position."""
    for path in files:
        assert read_board(str(path)).position == BOARD.position
        assert read_board(str(path), 2).position == Board.parse("f5f6").position
        problems = read_problems(str(path))
        assert [problem.position for problem in problems] == [BOARD.position, Board.parse("f5f6").position]
        assert [problem.line for problem in problems] == [1, 2]


@pytest.mark.parametrize(
    "text", [BOARD.diagram(), BOARD.position.format()[:64], "8/8/2b5/3bb3/3wbb2/3w4/8/8"]
)
def test_a_file_may_have_a_board_in_any_notation_that_the_argument_may_have(text, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(text)
    assert read_board(str(path)).position == BOARD.position
    assert [problem.position for problem in read_problems(str(path))] == [BOARD.position]


def test_problems_in_obf_keep_their_scores_from_a_file_and_from_a_text(tmp_path):
    problem = ObfProblem(BOARD.position, {BOARD.legal_moves[0]: 4}, 4)
    write_obf(tmp_path / "scored.obf", [problem])
    assert read_problems(str(tmp_path / "scored.obf")) == [problem]
    assert read_problems((tmp_path / "scored.obf").read_text()) == [problem]


def test_the_moves_of_a_game_are_kept():
    """A game keeps its moves, and a position has no moves."""
    assert read_game("f5d6c3").moves == tuple(BOARD.move_stack)
    assert read_game(TEXTS["cells"]).moves == ()


def test_a_game_number_beyond_the_end_of_the_file_is_an_error(files):
    with pytest.raises(BadInput, match=r"games\.ggf: the file contains no game 3"):
        read_board(str(files[0]), 3)


def test_a_folder_is_refused_as_a_file_of_games(tmp_path):
    with pytest.raises(OthelloError, match="is a directory"):
        read_problems(str(tmp_path))


POSITION = {
    "hint": lambda source: ("hint", "--depth", 1, "--json", source),
    "solve": lambda source: ("solve", "--json", source),
    "suite": lambda source: ("suite", "--depth", 1, "--json", source),
}


@pytest.mark.parametrize("command", POSITION)
@pytest.mark.parametrize("form", ["cells", "moves", "file"])
def test_commands_read_positions(command, form, tmp_path):
    """`hint`, `solve` and `suite` accept cells, moves and files, and print the position."""
    write_games(tmp_path / "game.sgf", [GameRecord.from_board(LATE)])
    sources = {"cells": LATE.position.format(), "moves": LATE.transcript(), "file": tmp_path / "game.sgf"}
    status, out, err = run(*POSITION[command](sources[form]))
    assert (status, err) == (0, "")
    assert json.loads(out.splitlines()[0])["position"] == LATE.position.format()


@pytest.mark.parametrize("form", ["moves", "file"])
def test_perft_accepts_moves_and_files_as_an_argument_and_play_after_position(form, tmp_path):
    write_games(tmp_path / "game.sgf", [GameRecord.from_board(BOARD)])
    source = {"moves": "f5d6c3", "file": tmp_path / "game.sgf"}[form]
    _, out, _ = run("perft", 1, source, "--divide")
    assert [line.split()[0] for line in out.splitlines()] == [*NAMES, "all"]
    _, out, _ = run("play", "--side", "both", "--position", source)
    assert "moves: f5d6c3\n" in out


NAMES = [format_move(move) for move in BOARD.legal_moves]
EVERYWHERE = {
    "hint": lambda source: ("hint", "--depth", 1, source),
    "solve": lambda source: ("solve", source),
    "suite": lambda source: ("suite", "--depth", 1, source),
    "analyze": lambda source: ("analyze", "--depth", 1, "--exact-from", 8, "--hash", 1, source),
    "perft": lambda source: ("perft", 1, source),
    "play": lambda source: ("play", "--level", 1, "--side", "both", "--position", source),
}
"""Every command that reads positions or games."""


def transcript_for(command):
    """Return the moves of a position that is solved at once, or a game that is reviewed at once."""
    return (BOARD if "analyze" in command else LATE).transcript()


def without_times(text):
    return re.sub(r" +", " ", re.sub(r"[\d,]+\.\d+", "#", text))


@pytest.mark.parametrize("command", EVERYWHERE)
def test_every_command_reads_a_position_or_game_from_standard_input(command, monkeypatch):
    moves = transcript_for(command)
    monkeypatch.setattr(streams, "standard_input", lambda: f"{moves}\n".encode())
    status, out, err = run(*EVERYWHERE[command]("-"))
    assert (status, err) == (0, "")
    assert without_times(out) == without_times(run(*EVERYWHERE[command](moves))[1])


@pytest.mark.parametrize("command", EVERYWHERE)
def test_a_board_with_moves_everywhere(command):
    """Every command reads a board that begins with an empty square and is followed by moves."""
    text = f"{Board().position.format()} {transcript_for(command)}"
    status, _, err = run(*EVERYWHERE[command](text))
    assert (status, err) == (0, "")


@pytest.mark.parametrize("command", EVERYWHERE)
def test_an_empty_file_is_not_the_start_of_a_game(command, tmp_path):
    """An empty or blank file is an error, although an empty text is the board before the first move."""
    for content in ("", " \n"):
        (tmp_path / "empty").write_text(content)
        status, out, err = run(*EVERYWHERE[command](str(tmp_path / "empty")))
        assert (status, out) == (BadInput.exit_code, "")
        assert str(tmp_path / "empty") in err


@pytest.mark.parametrize("options_first", [True, False])
def test_a_board_that_begins_with_an_empty_square_is_not_read_as_an_option(options_first):
    position = next(p.position for p in solved.problems() if p.position.format().startswith("--"))
    args = ["--json", position.format()] if options_first else [position.format(), "--json"]
    status, out, _ = run("solve", *args)
    assert status == 0
    assert json.loads(out)["position"] == position.format()


def test_an_option_with_a_long_value_is_not_read_as_a_board():
    """An option and its value in one word may be longer than a board."""
    name = f"{'folder/' * 12}game.html"
    status, _, err = run("analyze", "f5d6c3", f"--html={name}")
    assert status == BadInput.exit_code
    assert f"Error: {name}: the folder" in err


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="files are not named by their descriptors")
@pytest.mark.parametrize(
    "words",
    [
        "hint PIPE --level 1",
        "solve PIPE",
        "solve PIPE -o OUT",
        "analyze PIPE -o OUT --level 1 --exact-from 0",
        "convert PIPE OUT.ggf",
    ],
)
def test_a_pipe_is_read_once(tmp_path, words):
    """A shell creates such a pipe for <(command). A second look at its beginning would find it empty."""
    pipe, end = os.pipe()
    text = LATE.position.format() if words == "solve PIPE -o OUT" else transcript_for(words)
    with open(end, "w") as file:
        file.write(f"{text}\n")
    named = words.replace("PIPE", f"/dev/fd/{pipe}").replace("OUT", str(tmp_path / "out"))
    status, _, err = run(*named.split())
    os.close(pipe)
    assert (status, err) == (0, "")


def test_a_game_that_cannot_be_read_does_not_hide_the_games_after_it(tmp_path):
    """The game keeps its number, and only choosing it is an error."""
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f5\nf5f6e6\n")
    assert read_game(str(path), 3).board() == Board.parse("f5f6e6")
    with pytest.raises(OthelloError, match="line 2: move 2"):
        read_game(str(path), 2)
    with pytest.raises(BadInput, match="contains no game 4"):
        read_game(str(path), 4)
