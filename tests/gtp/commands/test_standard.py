"""The commands of the GTP draft, and arguments that argument command must refuse."""

import pytest

from othello import Clock, Color, Limits, __version__
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.protocol import parse_color, parse_float, parse_int, parse_seconds, parse_vertex
from othello.gtp.time_control import LATENCY
from tests.gtp.doubles import RecordingPlayer, carry_out, request
from tests.positions import ONLY_BLACK

START_MOVES = ["D3", "C4", "F5", "E6"]
WORDS = {
    str: ("word", ()),
    parse_color: ("b", ("x", "f5")),
    parse_vertex: ("f5", ("x", "i1", "z9", "a0", "f5d6")),
    parse_int: ("1", ("x", "-1", "0.5")),
    parse_float: ("1", ("x", "nan", "inf")),
    parse_seconds: ("1", ("x", "-1", "nan")),
}
"""For each parser of an argument, a word that it accepts, and words that it refuses."""
OWN_RULES = {
    "othello-setup": [f"{ONLY_BLACK} X"],
    "gogui-rules_setup": ["b", "b e9", "b pass", "x e4", "b e4 w e4"],
    "gogui-setup": ["b", "b e9", "b pass", "x e4", "b e4 w e4"],
    "gogui-play_sequence": ["w", "w e9", "x f6", "w f6 b"],
    "othello-analyze": ["x", "b x", "b 50 7", "lines", "lines 0", "b 50 lines x", "b 50 lines 3 4", "-1"],
}
"""Arguments of commands whose handlers read them in their own way."""


def wrong_arguments(entry):
    """Yield arguments that a command must refuse: too few, too many, and wrong words, by its declaration."""
    declared = list(entry.arguments.values())
    right = [WORDS[argument.parse][0] for argument in declared]
    needed = sum(not argument.is_optional for argument in declared)
    if needed:
        yield right[: needed - 1]
    if not any(argument.is_repeated for argument in declared):
        yield [*right, "word"]
    for place, argument in enumerate(declared):
        for wrong in WORDS[argument.parse][1]:
            yield [*right[:place], wrong, *right[place + 1 :]]


def test_missing_extra_and_wrong_arguments_are_a_syntax_error_and_change_nothing(run, fail):
    run("play b f5")
    before = run("showboard")
    for name, entry in REGISTRY.entries.items():
        for arguments in [*map(" ".join, wrong_arguments(entry)), *OWN_RULES.get(name, [])]:
            assert fail(f"{name} {arguments}") == "syntax error", (name, arguments)
            assert run("showboard") == before, (name, arguments)


def test_the_engine_prints_its_name_and_versions(run):
    assert run("protocol_version") == "2"
    assert run("name") == "Othello"
    assert run("version") == __version__


def test_a_board_size_other_than_8_is_refused_and_changes_nothing(run, fail):
    run("play b f5")
    before = run("showboard")
    assert run("boardsize 8") == ""
    for size in (0, 6, 10, 19):
        assert fail(f"boardsize {size}") == "unacceptable size"
    assert run("showboard") == before


def test_any_number_is_accepted_as_komi(run):
    assert [run(f"komi {komi}") for komi in ("0", "6.5", "-7", "+0.5", "1e2")] == [""] * 5


def test_the_processor_time_is_positive_and_does_not_fall(run):
    before = float(run("cputime"))
    assert 0 < before <= float(run("cputime"))


def test_a_new_game_begins_at_the_start_with_no_move_to_take_back(run, fail):
    start = run("showboard")
    run("play b f5")
    assert run("clear_board") == ""
    assert run("showboard") == start
    assert fail("undo") == "cannot undo"


def test_a_new_game_keeps_the_time_settings_and_resets_the_clocks(run, state, now):
    run("time_settings 300 0 0")
    run("time_left b 7 0")
    run("clear_board")
    assert state.time.clock(Color.BLACK, now()) == Clock(300)


def test_play(run):
    """A move is made in upper or lower case. After it, it is the other side's turn."""
    assert run("play BLACK F5") == ""
    assert run("showboard").endswith("O to move")
    assert run("play w d6") == ""
    assert run("showboard").endswith("X to move")


def test_an_illegal_move_has_the_message_of_the_draft_and_changes_nothing(run, fail):
    before = run("showboard")
    for move in ("b f4", "b d4", "b a1", "w d3", "b pass", "w PASS"):
        assert fail(f"play {move}") == "illegal move", move
        assert run("showboard") == before, move
    assert fail("undo") == "cannot undo"


def test_one_move_is_taken_back_and_at_the_start_there_is_none(run, fail):
    before = run("showboard")
    assert fail("undo") == "cannot undo"
    run("play b f5")
    run("genmove w")
    assert run("undo") == run("undo") == ""
    assert run("showboard") == before
    assert fail("undo") == "cannot undo"


def test_several_moves_are_taken_back_or_none_if_there_are_fewer(run, fail):
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


def test_the_diagram_has_row_1_at_the_top(run):
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


def test_there_is_no_score_while_one_side_can_move_even_if_the_other_one_cannot(run, fail):
    assert fail("final_score") == "cannot score"
    run(f"othello-setup {ONLY_BLACK}")
    assert fail("final_score") == "cannot score"


@pytest.mark.parametrize("color", ["b", "W", "black", "White"])
def test_a_legal_move_of_the_color_is_made_on_turn_or_off_turn(run, color):
    move = run(f"genmove {color}")
    run("undo")
    assert run(f"play {color} {move}") == ""


def test_genmove_pass(run, fail):
    """A pass is generated if and only if there is no legal move, and it can be taken back."""
    run(f"othello-setup {ONLY_BLACK}")
    assert run("genmove w") == "pass"
    assert run("showboard").endswith("X to move")
    assert run("genmove b") == "C1"
    assert run("genmove w") == run("genmove b") == "pass"
    assert run("final_score") == "B+64"
    assert run("gg-undo 4") == ""
    assert fail("undo") == "cannot undo"


@pytest.fixture
def player(state, now):
    """A player that takes 1.5 seconds for a move, and keeps the limits that it gets."""
    state.player = RecordingPlayer(now, engine=lambda: state.engine, seconds=1.5)
    return state.player


@pytest.mark.parametrize(
    ("settings", "left", "clock"),
    [
        ("0 1 0", "1 0", Clock(1, moves_to_go=1, period=1)),
        ("0 1 1", "", Clock(1, moves_to_go=1, period=1)),
        ("300 30 1", "1 1", Clock(1, moves_to_go=1, period=30)),
        ("300 30 1", "0 0", Clock(0, increment=30)),
        ("300 30 1", "-3 0", Clock(0, increment=30)),
        ("300 1 0", "2 0", Clock(2, increment=1)),
        ("3 0 0", "", Clock(3)),
        ("0 2 5", "", Clock(2, moves_to_go=5, period=2)),
        ("0 1 0", "", None),
        ("0 0 0", "", None),
    ],
)
@pytest.mark.parametrize("command", ["genmove", "reg_genmove"])
def test_genmove_on_a_clock(run, player, command, settings, left, clock):
    """The player gets the clock of its color, according to the settings and the controller."""
    run(f"time_settings {settings}")
    if left:
        run(f"time_left b {left}")
    run(f"{command} b")
    assert player.limits == [Limits(clock=clock)]


def test_waiting_counts(state, now, player):
    """A clock runs from the arrival of the command, so waiting for the engine counts."""
    carry_out(REGISTRY, state, request("time_settings 3 0 0"))
    genmove = request("genmove b", received=now())
    now.seconds += 0.5
    carry_out(REGISTRY, state, genmove)
    assert player.limits == [Limits(clock=Clock(2.5))]


@pytest.mark.parametrize(("command", "left"), [("genmove", 2.5 - LATENCY), ("reg_genmove", 4)])
def test_clock_goes_on(run, player, command, left):
    """Without time_left, the next move has less time by the time of the last move. reg_genmove uses no
    time."""
    run("time_settings 4 0 0")
    run(f"{command} b")
    run(f"{command} b")
    assert [limit.clock.remaining for limit in player.limits] == [4, pytest.approx(left)]


def test_a_search_on_a_clock_at_0_ends_with_a_legal_move(run):
    run("time_settings 300 30 1")
    for color in "bwbwbw":
        run(f"time_left {color} 0 0")
        assert run(f"genmove {color}") != "pass"


def test_a_move_is_chosen_for_either_color_and_not_made(run, fail):
    before = run("showboard")
    assert run("reg_genmove b") in START_MOVES
    assert run("showboard") == before
    assert run("reg_genmove w") in ["F4", "E3", "D6", "C5"]
    assert fail("undo") == "cannot undo"
    run(f"othello-setup {ONLY_BLACK}")
    assert run("reg_genmove w") == "pass"
    assert run("showboard").endswith("O to move")
