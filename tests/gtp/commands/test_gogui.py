"""GoGui's commands: rules, setups, sequences, and the analyze menu."""

import re

import pytest

from othello import Color, Position
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.commands.gogui import ANALYSES
from tests.positions import ONLY_BLACK

WIPE_OUT = "b f5 w d6 b c5 w f4 b e7 w f6 b g5 w e6 b e3"
"""Black has all discs after nine moves."""
DRAW = f"{'X' * 32}{'O' * 32} X"


def test_rules(run):
    """The rules commands print the board (row 8 first), the side to move, and the legal moves."""
    assert run("gogui-rules_game_id") == "Othello"
    assert run("gogui-rules_board_size") == "8"
    run("play b d3")
    assert run("gogui-rules_board").split("\n") == [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . X O . . .",
        ". . . X X . . .",
        ". . . X . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ]
    assert run("gogui-rules_side_to_move") == "white"
    assert run("gogui-rules_legal_moves") == "C3 E3 C5"
    assert run("gogui-rules_captured_count") == "0 0"
    assert run("gogui-rules_board_gfx") == "SQUARE C3 E3 C5\nTEXT Black 4, white 1"


def test_passes_and_ends(run, fail):
    """A forced pass is the only legal move. A finished game has a result and no legal move."""
    run(f"othello-setup {ONLY_BLACK}")
    assert run("gogui-rules_side_to_move") == "white"
    assert run("gogui-rules_legal_moves") == "pass"
    assert fail("gogui-rules_final_result") == "cannot score"
    run("play w pass")
    assert run("gogui-rules_legal_moves") == "C1"
    run("play b c1")
    assert run("gogui-rules_legal_moves") == ""
    assert run("gogui-rules_final_result") == "Black wins, 64 to 0"
    assert run("gogui-rules_board_gfx") == "TEXT Black 3, white 0"
    run(f"othello-setup {DRAW}")
    assert run("gogui-rules_final_result") == "Draw, 32 to 32"
    run(f"othello-setup {DRAW.replace('OX', 'OO').replace('XO', 'OO')}")
    assert run("gogui-rules_final_result") == "White wins, 33 to 31"


def test_sequences(run, fail):
    """A sequence of moves is made as a whole or not at all, and is taken back move by move."""
    run(f"gogui-play_sequence {WIPE_OUT}")
    assert run("final_score") == "B+64"
    run("gg-undo 9")
    before = run("showboard")
    assert fail(f"gogui-play_sequence {WIPE_OUT} w a1") == "illegal move"
    assert run("showboard") == before
    assert fail("undo") == "cannot undo"
    assert run("gogui-play_sequence") == ""


def test_a_sequence_that_fails_keeps_the_turn(run, fail):
    """A sequence with an illegal move keeps the side to move that gogui-setup_player has set."""
    run("gogui-setup_player w")
    assert fail("gogui-play_sequence w f4 w a1") == "illegal move"
    assert run("gogui-rules_side_to_move") == "white"


@pytest.mark.parametrize("command", ["gogui-setup", "gogui-rules_setup"])
def test_a_position_is_set_up_disc_by_disc_and_then_the_side_to_move(run, fail, state, command):
    run("play b f5")
    assert run(f"{command} b e4 B D5 w d4 white e5") == ""
    assert state.board.position == Position.start()
    assert fail("undo") == "cannot undo"
    run("gogui-setup_player w")
    assert state.board.position.turn is Color.WHITE
    assert run("gogui-rules_side_to_move") == "white"
    run(command)
    assert state.board.position.empties == 64


def test_the_menu(run):
    """Each menu entry has a kind that GoGui knows, a label, and a command that works."""
    kinds = {"pspairs", "var", "gfx", "plist", "hstring", "string"}
    lines = run("gogui-analyze_commands").split("\n")
    assert lines == list(ANALYSES)
    for line in lines:
        kind, label, command = line.split("/")
        assert kind in kinds
        assert label
        name, *arguments = command.split()
        assert name in REGISTRY.entries
        text = run(" ".join((name, *({"%m": "b", "%o": ""}[argument] for argument in arguments))))
        if kind == "pspairs":
            assert re.fullmatch(r"([A-H][1-8] \S+ ?)+", text)
        elif kind == "var":
            assert re.fullmatch(r"([bw] ([A-H][1-8]|pass) ?)+", text)
        elif kind == "plist":
            assert re.fullmatch(r"([A-H][1-8] ?)*", text)
        elif kind == "gfx":
            assert re.fullmatch(r"((LABEL|BLACK|WHITE) [^\n]+\n)*TEXT [^\n]+", text)


def test_the_command_with_which_gogui_asks_for_interrupts_succeeds(run):
    assert run("gogui-interrupt") == ""
