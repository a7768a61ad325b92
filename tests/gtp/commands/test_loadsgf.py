"""loadsgf: games in the files of GUIs, up to a move or to the end, and files that are none."""

import pytest

from othello.position import Position
from othello.score import Color
from tests import source

FOLDER = source.DATA / "sgf"
START = Position.start()


@pytest.fixture(autouse=True)
def in_the_folder(monkeypatch):
    """File names in GTP have no blanks, which the path of the folder may have."""
    monkeypatch.chdir(FOLDER)


@pytest.mark.parametrize("name", ["quarry_game.sgf", "gogui_twogtp_game.sgf"])
def test_to_the_end(run, name):
    """Without a number the whole game is there, whichever program wrote it, and can be scored."""
    run(f"loadsgf {name}")
    assert run("final_score") == "B+16"


def test_before_a_move(run, state):
    """With a number the position is that before this move, from 1 on, and its mover is to move."""
    run("loadsgf quarry_game.sgf 1")
    assert state.game.position == START
    run("loadsgf quarry_game.sgf 3")
    assert (state.game.position.turn, state.game.position.empties) == (Color.BLACK, 58)
    run("undo")
    assert run("play w f6") == ""


def test_passes_count(run):
    """A pass that the file leaves out is a move, here the one before the last."""
    run("loadsgf quarry_game.sgf")
    run("undo")
    assert run("gogui-rules_side_to_move") == "black"
    run("undo")
    assert run("gogui-rules_legal_moves") == "pass"


def test_moves_can_be_taken_back(run, state, fail):
    """All moves of the file can be taken back, and no more."""
    run("loadsgf quarry_game.sgf 11")
    run("gg-undo 10")
    assert state.game.position == START
    assert fail("undo") == "cannot undo"


@pytest.mark.parametrize("arguments", ["missing.sgf", "SOURCE.md", "quarry_game.sgf 0", "quarry_game.sgf 99"])
def test_what_cannot_be_loaded(run, fail, capsys, arguments):
    """The reply is the draft's, the reason goes to standard error, and the game stays as it was."""
    run("play b f5")
    before = run("showboard")
    assert fail(f"loadsgf {arguments}") == "cannot load file"
    said = capsys.readouterr().err
    assert said.startswith("othello: ")
    assert arguments.split()[0] in said
    assert said.count("\n") == 1
    assert run("showboard") == before
