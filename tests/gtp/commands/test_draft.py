"""Each command: what it does, and that it refuses what it should without harm."""

import re
import time

import pytest

from gtp.commands.all_commands import REGISTRY
from gtp.protocol import GtpQuit
from gtp.session_state import State
from gtp.time_control import LATENCY
from othello import __version__
from othello.limits import Clock, Limits
from othello.score import Color
from othello.search import levels

START_MOVES = ["D3", "C4", "F5", "E6"]
ONLY_BLACK = f"XO-{'-' * 61}"
WRONG_ARGUMENTS = {
    "protocol_version": ["x"],
    "name": ["x"],
    "version": ["x"],
    "known_command": ["play genmove"],
    "list_commands": ["x"],
    "quit": ["now"],
    "list_games": ["x"],
    "set_game": ["", "Othello 8"],
    "boardsize": ["", "x", "8.0", "-8", "8 8"],
    "komi": ["", "x", "nan", "6.5 7"],
    "cputime": ["x"],
    "clear_board": ["8"],
    "loadsgf": ["", "game.sgf x", "game.sgf -1", "game.sgf 1 2"],
    "play": ["", "b", "f5", "f5 b", "x f5", "b x", "b i1", "b z9", "b a0", "b f5 d6", "b f5d6"],
    "undo": ["2"],
    "gg-undo": ["x", "-1", "1 1", "0.5"],
    "showboard": ["x"],
    "final_score": ["x"],
    "genmove": ["", "x", "b w"],
    "reg_genmove": ["", "x", "b w"],
    "time_settings": ["", "1", "1 1", "1 1 1 1", "x 1 1", "1 x 1", "1 1 x", "-1 0 0", "1 1 1.5", "nan 0 0"],
    "time_left": ["", "b", "b 1", "b 1 0 0", "x 1 0", "1 b 0", "b x 0", "b 1 x", "b 1 -1", "b inf 0"],
    "othello-help": ["play b"],
    "othello-level": ["10 10"],
    "othello-seed": ["x", "-1", "2.5", "10 10"],
    "othello-lost": ["", "x", "b w"],
    "othello-depth": ["x", "-1", "2.5", "10 10"],
    "othello-last": ["b"],
    "othello-setup": ["", f"{ONLY_BLACK} X X"],
    "gogui-interrupt": ["x"],
    "gogui-analyze_commands": ["x"],
    "gogui-rules_game_id": ["x"],
    "gogui-rules_board_size": ["x"],
    "gogui-rules_board": ["x"],
    "gogui-rules_side_to_move": ["x"],
    "gogui-rules_legal_moves": ["x"],
    "gogui-rules_final_result": ["x"],
    "gogui-rules_board_gfx": ["x"],
    "gogui-rules_captured_count": ["x"],
    "gogui-rules_setup": ["b", "b e9", "b pass", "x e4", "b e4 w e4"],
    "gogui-setup": ["b", "b e9", "b pass", "x e4", "b e4 w e4"],
    "gogui-setup_player": ["", "x", "b w"],
    "gogui-play_sequence": ["w", "w e9", "x f6", "w f6 b"],
    "othello-values": ["x", "b w"],
    "othello-pv": ["x", "b w"],
    "othello-stable": ["b"],
    "othello-mobility": ["x", "b w"],
    "othello-analyze": ["x", "b x", "b 50 7", "lines", "lines 0", "b 50 lines x", "b 50 lines 3 4", "-1"],
}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [(name, arguments) for name in REGISTRY.entries for arguments in WRONG_ARGUMENTS[name]],
)
def test_wrong_arguments(run, fail, name, arguments):
    """Missing, extra and wrong arguments of any command are a syntax error, and change nothing."""
    run("play b f5")
    before = run("showboard")
    assert fail(f"{name} {arguments}") == "syntax error"
    assert run("showboard") == before


@pytest.mark.parametrize("name", ["foo", "GENMOVE", "lz-analyze"])
def test_unknown_command(fail, name):
    """What is not there is unknown."""
    assert fail(name) == "unknown command"


def test_administration(run):
    """The engine says who it is."""
    assert run("protocol_version") == "2"
    assert run("name") == "Othello"
    assert run("version") == __version__
    assert run("list_games") == "Othello"


def test_known_command(run):
    """A command is known or not, and no command is not."""
    assert run("known_command play") == "true"
    assert run("known_command foo") == "false"
    assert run("known_command") == "false"


def test_list_commands(run):
    """All commands are listed, one a line."""
    assert run("list_commands").split("\n") == list(REGISTRY.entries)


def test_quit(run):
    """Quit ends the session, as a success."""
    with pytest.raises(GtpQuit):
        run("quit")


@pytest.mark.parametrize("game", ["Othello", "othello", "OTHELLO"])
def test_set_game(run, game):
    """The one game can be chosen, in any case."""
    assert run(f"set_game {game}") == ""


@pytest.mark.parametrize("game", ["Reversi", "Go"])
def test_unsupported_game(fail, game):
    """No other game is known; Quarry says Othello for its Reversi."""
    assert fail(f"set_game {game}") == "unsupported game"


def test_boardsize(run, fail):
    """Only 8 will do, and another size does no harm."""
    run("play b f5")
    before = run("showboard")
    assert run("boardsize 8") == ""
    for size in (0, 6, 10, 19):
        assert fail(f"boardsize {size}") == "unacceptable size"
    assert run("showboard") == before


@pytest.mark.parametrize("komi", ["0", "6.5", "-7", "+0.5", "1e2"])
def test_komi(run, komi):
    """Any number is taken."""
    assert run(f"komi {komi}") == ""


def test_cputime(run):
    """The time is a number of seconds that grows."""
    before = float(run("cputime"))
    assert 0 < before <= float(run("cputime"))


def test_clear_board(run, fail):
    """A new game begins at the start, with no way back."""
    start = run("showboard")
    run("play b f5")
    assert run("clear_board") == ""
    assert run("showboard") == start
    assert fail("undo") == "cannot undo"


def test_clear_board_keeps_settings(run, state):
    """Time settings stay; the clocks start anew."""
    run("time_settings 300 0 0")
    run("time_left b 7 0")
    run("clear_board")
    assert state.time.clock(Color.BLACK, state.now()).remaining == pytest.approx(300, abs=0.1)


def test_play(run):
    """A move is made, in any case of its words, and then it is the other side's turn."""
    assert run("play BLACK F5") == ""
    assert run("showboard").endswith("O to move")
    assert run("play w d6") == ""
    assert run("showboard").endswith("X to move")


@pytest.mark.parametrize("move", ["b f4", "b d4", "b a1", "w d3", "b pass", "w PASS"])
def test_illegal_move(run, fail, move):
    """What the rules forbid is an illegal move, in just these words, and changes nothing."""
    before = run("showboard")
    assert fail(f"play {move}") == "illegal move"
    assert run("showboard") == before
    assert fail("undo") == "cannot undo"


def test_undo(run, fail):
    """One move is taken back, and at the start there is none."""
    before = run("showboard")
    assert fail("undo") == "cannot undo"
    run("play b f5")
    run("genmove w")
    assert run("undo") == run("undo") == ""
    assert run("showboard") == before
    assert fail("undo") == "cannot undo"


def test_gg_undo(run, fail):
    """Several moves are taken back, or none at all."""
    boards = []
    for move in ("b f5", "w d6", "b c3", "w d3"):
        boards.append(run("showboard"))
        run(f"play {move}")
    assert run("gg-undo") == run("gg-undo 1") == run("gg-undo 0") == ""
    assert run("showboard") == boards[2]
    assert fail("gg-undo 3") == "cannot undo"
    assert run("showboard") == boards[2]
    assert run("gg-undo 2") == ""
    assert run("showboard") == boards[0]


def test_showboard(run):
    """The board is a diagram with row 1 on top."""
    run("play b f5")
    assert run("showboard").split("\n") == [
        "X 4, O 1",
        "  a b c d e f g h",
        "1 - - - - - - - -",
        "2 - - - - - - - -",
        "3 - - - - - - - -",
        "4 - - - O X - - -",
        "5 - - - X X X - -",
        "6 - - - - - - - -",
        "7 - - - - - - - -",
        "8 - - - - - - - -",
        "O to move",
    ]


@pytest.mark.parametrize(
    ("board", "score"),
    [
        (f"{'X' * 34}{'O' * 30}", "B+4"),
        (f"{'X' * 30}{'O' * 34}", "W+4"),
        (f"{'X' * 32}{'O' * 32}", "0"),
        (f"{'X' * 3}{'-' * 61}", "B+64"),
        (f"{'O' * 16}{'-' * 32}{'X' * 16}", "0"),
        (f"{'O' * 24}{'-' * 24}{'X' * 16}", "W+32"),
    ],
)
def test_final_score(run, board, score):
    """The winner gets the empty squares, and a draw is 0."""
    for side in "XO":
        run(f"othello-setup {board} {side}")
        assert run("final_score") == score


def test_no_final_score(run, fail):
    """There is no score while one side can move, even if the other cannot."""
    assert fail("final_score") == "cannot score"
    run(f"othello-setup {ONLY_BLACK} O")
    assert fail("final_score") == "cannot score"


@pytest.mark.parametrize("color", ["b", "W", "black", "White"])
def test_genmove(run, color):
    """A legal move of the color is found and made, on turn or off turn."""
    move = run(f"genmove {color}")
    run("undo")
    assert run(f"play {color} {move}") == ""


def test_genmove_pass(run, fail):
    """Pass is found where, and only where, there is no move, and it is one move to take back."""
    run(f"othello-setup {ONLY_BLACK} O")
    assert run("genmove w") == "pass"
    assert run("showboard").endswith("X to move")
    assert run("genmove b") == "C1"
    assert run("genmove w") == run("genmove b") == "pass"
    assert run("final_score") == "B+64"
    assert run("gg-undo 4") == ""
    assert fail("undo") == "cannot undo"


def test_genmove_at_once(run):
    """With no time left there is no thinking."""
    run("time_settings 300 30 1")
    for color in "bwbwbw":
        run(f"time_left {color} 0 0")
        began = time.monotonic()
        assert run(f"genmove {color}") != "pass"
        assert time.monotonic() - began < 0.3


@pytest.mark.parametrize(
    ("settings", "left", "seconds"),
    [
        ("0 1 0", "1 0", 1),
        ("0 1 1", "", 1),
        ("0 1 1", "1 1", 1),
        ("300 30 1", "1 1", 1),
        ("300 1 0", "2 0", 2),
        ("3 0 0", "", 3),
        ("1 1 1", "", 2),
        ("0 2 5", "", 2),
    ],
)
def test_genmove_within_its_time(state, run, settings, left, seconds):
    """Whatever the form of the settings, a move takes no more than there is."""
    run(f"time_settings {settings}")
    if left:
        run(f"time_left b {left}")
    began = state.received = state.now()
    assert run("genmove b") in START_MOVES
    took = state.now() - began
    assert took < seconds


@pytest.mark.parametrize("settings", ["0 1 0", "0 0 0"])
def test_genmove_without_a_limit(run, state, settings):
    """What says that there is no limit leaves the level as the only one, after a clock as before."""
    run("time_settings 300 0 0")
    run(f"time_settings {settings}")
    assert state.limits(state.time.clock(Color.BLACK, state.now())) == Limits()
    assert run("genmove b") in START_MOVES


def test_clock_goes_on(run, state):
    """Without a word from the controller the time of one move is missing at the next."""
    run("time_settings 2 0 0")
    state.received = state.now()
    run("genmove b")
    left = state.time.clock(Color.BLACK, state.now()).remaining
    assert 0 <= left <= 2 - LATENCY


def test_reg_genmove(run, fail):
    """A move is found for either color, and not made."""
    before = run("showboard")
    assert run("reg_genmove b") in START_MOVES
    assert run("showboard") == before
    assert run("reg_genmove w") in ["F4", "E3", "D6", "C5"]
    assert fail("undo") == "cannot undo"
    run(f"othello-setup {ONLY_BLACK} O")
    assert run("reg_genmove w") == "pass"
    assert run("showboard").endswith("O to move")


def test_reg_genmove_takes_no_time(run, state):
    """Nor does it use up the clock."""
    run("time_settings 300 0 0")
    run("othello-level 1")
    run("reg_genmove b")
    assert state.time.clock(Color.BLACK, state.now()).remaining == pytest.approx(300, abs=0.1)


def test_help(run, fail):
    """One command, or all of them, are explained."""
    assert run("othello-help undo") == "undo - Take the last move back, be it a square or a pass."
    assert len(run("othello-help").split("\n")) == len(REGISTRY.entries)
    assert fail("othello-help foo") == "no command foo"


def test_level(run, fail, state):
    """The level is told and set, and counts on a clock as well."""
    assert run("othello-level") == str(levels.DEFAULT)
    assert state.limits(None) == Limits()
    assert state.limits(Clock(60)) == Limits(clock=Clock(60))
    assert run("othello-level 3") == ""
    assert run("othello-level") == "3"
    assert state.limits(Clock(60)) == Limits(level=3, clock=Clock(60))
    for text in ("61", "-1", "2.5", "x"):
        assert fail(f"othello-level {text}").startswith(f"'{text}' is not a level: use a number from 0 to 60")
    assert run("othello-level") == "3"


def test_depth(run, state):
    """The depth is told, set, and taken away; it takes the place of the level, unless that is set too."""
    assert run("othello-depth") == "0"
    assert run("othello-depth 6") == ""
    assert run("othello-depth") == "6"
    assert state.limits(None) == Limits(depth=6)
    run("othello-level 3")
    assert state.limits(Clock(60)) == Limits(level=3, depth=6, clock=Clock(60))
    run("othello-depth 0")
    assert state.limits(None) == Limits(level=3)


def test_last_search(run, fail):
    """What the last search found is told, until there was none."""
    assert fail("othello-last") == "no search"
    run("othello-depth 3")
    run("genmove b")
    assert re.fullmatch(r"[+-]\d+\.\d\d depth 3 nodes [1-9]\d*", run("othello-last"))
    run("clear_board")
    assert fail("othello-last") == "no search"
    run(f"othello-setup {ONLY_BLACK} O")
    assert run("genmove w") == "pass"
    assert fail("othello-last") == "no search"


def test_level_from_outside(engine):
    """A level that is out of range is refused at once."""
    assert REGISTRY.run(State(None, level=7), "othello-level") == "7"
    with pytest.raises(ValueError, match="level is 61"):
        State(None, level=61)


def test_setup(run, fail):
    """Any position can be the start of a game, with or without a blank before the side to move."""
    run("play b f5")
    assert run(f"othello-setup {ONLY_BLACK} X") == ""
    assert run("showboard").endswith("X to move")
    assert fail("undo") == "cannot undo"
    assert run("play b c1") == ""
    assert run(f"othello-setup {ONLY_BLACK}O") == ""
    assert run("showboard").endswith("O to move")


@pytest.mark.parametrize("board", ["XO X", f"{ONLY_BLACK}", f"{ONLY_BLACK} Z", f"{ONLY_BLACK}--"])
def test_bad_setup(run, fail, board):
    """A position that cannot be read is refused with the reason, and the game goes on."""
    run("play b f5")
    before = run("showboard")
    assert len(fail(f"othello-setup {board}")) > len("syntax error")
    assert run("showboard") == before
    assert run("undo") == ""


def test_orientation(run, fail):
    """Rows count from the top: black may begin with f5, and not with its mirror image f4."""
    assert fail("play b f4") == "illegal move"
    for move in START_MOVES:
        assert run(f"play b {move}") == run("undo") == ""
