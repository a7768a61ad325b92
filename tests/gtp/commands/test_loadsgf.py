"""loadsgf: games in files of GUIs, and files that cannot be loaded."""

import pytest

from othello import Color, Position
from tests import source

FOLDER = source.DATA / "sgf"
START = Position.start()


@pytest.fixture(autouse=True)
def in_the_folder(monkeypatch):
    """Work in the folder of the files, because file names in GTP have no spaces."""
    monkeypatch.chdir(FOLDER)


@pytest.mark.parametrize("name", ["quarry_game.sgf", "gogui_twogtp_game.sgf"])
def test_without_a_number_the_whole_game_is_loaded_whichever_program_wrote_it(run, name):
    run(f"loadsgf {name}")
    assert run("final_score") == "B+16"


def test_with_a_number_the_game_is_loaded_up_to_but_not_including_this_move(run, state):
    run("loadsgf quarry_game.sgf 1")
    assert state.board.position == START
    run("loadsgf quarry_game.sgf 3")
    assert (state.board.position.turn, state.board.position.empties) == (Color.BLACK, 58)
    run("undo")
    assert run("play w f6") == ""


def test_a_pass_that_the_file_leaves_out_is_a_move_of_the_loaded_game(run):
    run("loadsgf quarry_game.sgf")
    run("undo")
    assert run("gogui-rules_side_to_move") == "black"
    run("undo")
    assert run("gogui-rules_legal_moves") == "pass"


def test_the_moves_of_the_file_can_be_taken_back(run, state, fail):
    run("loadsgf quarry_game.sgf 11")
    run("gg-undo 10")
    assert state.board.position == START
    assert fail("undo") == "cannot undo"


@pytest.mark.parametrize(
    "arguments",
    ["missing.sgf", "/dev/null", "/proc/kmsg", "SOURCE.md", "quarry_game.sgf 0", "quarry_game.sgf 99"],
)
def test_what_cannot_be_loaded(run, fail, capsys, arguments):
    """A file that cannot be loaded is reported on standard error, and changes nothing."""
    run("play b f5")
    before = run("showboard")
    assert fail(f"loadsgf {arguments}") == "cannot load file"
    said = capsys.readouterr().err
    assert said.startswith("othello: ")
    assert arguments.split()[0] in said
    assert said.count("\n") == 1
    assert run("showboard") == before
