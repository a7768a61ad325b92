"""Controllers of all protocols: fake engines with the ways and faults of real ones, and recorded ones."""

import os
import re
import signal
import sys
import threading
from dataclasses import replace

import pytest

from othello import PASS, Board, Color, Position, parse_square
from othello.formats.boards import parse_board
from othello.match.controllers.channel import KEPT_ERRORS
from othello.match.controllers.controller import Program, parse_value
from othello.match.controllers.dialects import MIRROR, UCI, UGI
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.gtp import GtpController
from othello.match.controllers.timing import GameClock, TimeRule, parse_clock, parse_move_time
from othello.match.engine_slot import EngineSlot
from othello.match.referee import Contestant, Referee
from tests.gtp import recorded_games
from tests.gtp.fakes import HASTY, PATIENT, are_gone, fake, pids, received
from tests.waiting import eventually, wait_for_ends

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX processes and signals")

NO_LIMIT = TimeRule()
WAYS = {
    "gtp": {
        **dict.fromkeys(("good", "banner", "noise", "blank-lines", "upper-case")),
        **dict.fromkeys(("strict", "knows-no-pass", "passes-itself", "keeps-turn")),
        "last-search": -2.25,
    },
    "nboard": {"good": None, "spaces": -1.25, "value": 2.5, "time-only": None, "search": 3.75},
    "ugi": {"good": None, "ponder": None, "talks": None, "value": 2.5, "lines": 2.5},
}
"""The ways of engines that play properly, and the value that each gives for its moves."""
FAULTS = [
    ("gtp", "dies", Fault.CRASH, "ended with exit status 7 .*genmove b.*segmentation fault, so to say"),
    ("gtp", "killed", Fault.CRASH, "was ended by signal 11"),
    ("gtp", "shot", Fault.CRASH, "was ended by signal 9"),
    ("gtp", "closes", Fault.CRASH, "closed its output"),
    ("gtp", "flood", Fault.PROTOCOL_ERROR, "endless output|endless reply"),
    ("gtp", "one-line", Fault.PROTOCOL_ERROR, "endless output"),
    ("gtp", "endless", Fault.PROTOCOL_ERROR, "endless output|endless reply"),
    ("gtp", "endless-noise", Fault.PROTOCOL_ERROR, "'thinking...' is not a reply to 'genmove b'"),
    ("gtp", "nonsense", Fault.PROTOCOL_ERROR, "'I think, f5' is not a move"),
    ("gtp", "wide", Fault.PROTOCOL_ERROR, "'\uff46\uff15' is not a move"),
    ("gtp", "empty", Fault.PROTOCOL_ERROR, "'' is not a move"),
    ("gtp", "id", Fault.PROTOCOL_ERROR, "'genmove b' has the id '12', but the command had no id"),
    ("gtp", "illegal", Fault.ILLEGAL, "black cannot play"),
    ("gtp", "passes", Fault.ILLEGAL, "black cannot pass: it may play"),
    ("gtp", "refuses", Fault.REFUSAL, "'play w .*illegal move"),
    ("gtp", "error", Fault.REFUSAL, "'genmove b'.*out of memory"),
    ("gtp", "resigns", Fault.RESIGNED, "resigns"),
    ("gtp", "dies-at-start", Fault.START, "exit status 3.*no weights found"),
    ("gtp", "usage", Fault.START, "'usage: engine .options.' is not a reply"),
    ("nboard", "dies", Fault.CRASH, "exit status 4"),
    ("nboard", "nonsense", Fault.PROTOCOL_ERROR, "'zz/1' is not a move"),
    ("nboard", "empty", Fault.PROTOCOL_ERROR, "'' is not a move"),
    ("ugi", "dies", Fault.CRASH, "^ended with exit status 4 instead of answering 'go'"),
    ("ugi", "nonsense", Fault.PROTOCOL_ERROR, "^'zz' is not a move"),
    ("ugi", "empty", Fault.PROTOCOL_ERROR, "^'' is not a move"),
    ("ugi", "passes", Fault.ILLEGAL, "^black cannot pass"),
    ("ugi", "illegal", Fault.ILLEGAL, "^black cannot play a1"),
]
DELAYS = [
    ("gtp", "hang", NO_LIMIT, Fault.HANG, "no reply to 'genmove b' in time"),
    ("gtp", "hang", TimeRule(per_move=0.3), Fault.TIME, "no move after .* but only 0.30 s were left"),
    ("gtp", "hang", TimeRule(main=0.3), Fault.TIME, "no move after"),
    ("gtp", "slow", TimeRule(per_move=0.1), Fault.TIME, "but only 0.10 s were left"),
    ("gtp", "complains", NO_LIMIT, Fault.HANG, "no reply to 'genmove b'.*something is wrong"),
    ("nboard", "hang", NO_LIMIT, Fault.HANG, "no reply to 'go' in time"),
    ("ugi", "hang", NO_LIMIT, Fault.HANG, "^no reply to 'go' in time"),
    ("ugi", "hang", TimeRule(per_move=0.2), Fault.TIME, "but only 0.20 s were left"),
]
"""Engines that take too long, by their rules."""
NO_STARTS = [
    pytest.param("gtp", "hangs-at-start", {}, "no reply to 'list_commands'", marks=pytest.mark.timing),
    pytest.param("nboard", "no-pong", {}, "no reply to 'ping 1'", marks=pytest.mark.timing),
    pytest.param("ugi", "silent", {}, "no reply to 'ugi' in time", marks=pytest.mark.timing),
    pytest.param("ugi", "never-ready", {}, "no reply to 'isready' in time", marks=pytest.mark.timing),
    ("ugi", "good", {"options": {"Hash": "3"}}, "the engine has no option Hash"),
    ("gtp", "good", {"setup": ["othello-level 3"]}, "does not support the command othello-level"),
]


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


@pytest.fixture(scope="module")
def white(tmp_path_factory):
    """A good engine that is reused for all games, and its log."""
    white_log = tmp_path_factory.mktemp("white") / "log"
    slot = EngineSlot(lambda: fake("good", white_log))
    yield slot, white_log
    slot.close(is_idle=True)
    assert are_gone(white_log)


@pytest.fixture
def play(log, white):
    """Play a fake engine, as black, against a good engine. Afterward, none of its processes may be left."""

    def play(protocol, mode, rule=NO_LIMIT, **options):
        slot = EngineSlot(lambda: fake(mode, log, protocol, **options))
        sides = Contestant("black", slot, rule, 0.1), Contestant("white", white[0], NO_LIMIT, 0.1)
        try:
            return Referee(0, Board(), *sides).play()
        finally:
            slot.close(is_idle=True)
            assert are_gone(log)

    return play


@pytest.fixture
def start(log):
    """Start a fake engine and begin a game. The engine is killed after the test."""
    running = []

    def start(mode, protocol="gtp", rule=NO_LIMIT, board=None, **options):
        controller = fake(mode, log, protocol, **options)
        running.append(controller)
        controller.start()
        controller.new_game(board or Board(), rule)
        return controller

    yield start
    for controller in running:
        controller.kill()


def clocks(rule=NO_LIMIT, other=None):
    return GameClock(rule), GameClock(other or rule)


# All protocols


@pytest.mark.parametrize(("protocol", "mode"), [(name, mode) for name in WAYS for mode in WAYS[name]])
def test_whole_games(play, protocol, mode):
    """An engine with any protocol plays a game to its end, including passes, and its moves have values."""
    outcome = play(protocol, mode)
    assert (outcome.fault, outcome.reason) == (None, "")
    assert outcome.black.moves + outcome.white.moves == sum(played.move != PASS for played in outcome.played)
    assert PASS in [played.move for played in outcome.played]
    board, values = Board(), set()
    for played in outcome.played:
        if board.turn is Color.BLACK and played.move != PASS:
            values.add(played.value)
        board.push(played.move)
    assert values == {WAYS[protocol][mode]}


@pytest.mark.parametrize(("protocol", "mode", "fault", "reason"), FAULTS)
def test_faults(play, protocol, mode, fault, reason):
    """Any fault of an engine loses the game, is reported with a reason, and leaves no process behind."""
    outcome = play(protocol, mode)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert (outcome.winner, outcome.margin) == (Color.WHITE, None)
    assert re.search(reason, outcome.reason, re.DOTALL), outcome.reason


@pytest.mark.timing
@pytest.mark.parametrize(("protocol", "mode", "rule", "fault", "reason"), DELAYS)
def test_engines_that_take_too_long(play, protocol, mode, rule, fault, reason):
    """An engine that does not answer loses. If it had a time limit, it loses on time."""
    outcome = play(protocol, mode, rule, timeouts=HASTY)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert re.search(reason, outcome.reason, re.DOTALL), outcome.reason


@pytest.mark.parametrize(("protocol", "mode", "options", "reason"), NO_STARTS)
def test_engines_that_do_not_start(log, protocol, mode, options, reason):
    """An engine that is silent at the start, or lacks a setting, fails to start long before other limits."""
    timeouts = PATIENT
    if not options:
        timeouts = replace(PATIENT, start=1) if mode == "never-ready" else replace(PATIENT, greeting=0.5)
    controller = fake(mode, log, protocol, timeouts=timeouts, **options)
    try:
        with pytest.raises(EngineFailure, match=reason) as caught:
            controller.start()
    finally:
        controller.kill()
    assert caught.value.fault is Fault.START
    assert not log.exists() or are_gone(log)


@pytest.mark.parametrize("protocol", WAYS)
def test_only_the_first_game_may_take_longer_to_begin(start, log, protocol):
    """Some engines load their weights for the first game, whatever their protocol."""
    controller = start("good", protocol, timeouts=replace(PATIENT, reply=0))
    os.kill(pids(log)[0], signal.SIGSTOP)  # otherwise the reply may be there already
    with pytest.raises(EngineFailure, match="no reply to"):
        controller.new_game(Board(), NO_LIMIT)


# GTP


def test_a_gtp_engine_gets_no_ids_and_colors_as_one_lower_case_letter(start, log):
    board = Board()
    board.push_transcript("f5")
    controller = start("good", board=board)
    answer = controller.go(Color.WHITE, *clocks())
    assert answer.evaluation is None
    controller.quit()
    assert received(log) == ["list_commands", "boardsize 8", "clear_board", "play b f5", "genmove w", "quit"]


def test_every_pass_is_sent_also_to_engines_that_refuse_it(play, log, white):
    """An engine that tracks turns itself and ignores illegal moves would not show that it lacks a pass."""
    passes = [played.move for played in play("gtp", "knows-no-pass").played].count(PASS)
    assert passes > 0
    for path in (log, white[1]):
        game = "\n".join(received(path)).rpartition("clear_board")[2]
        assert game.count(" pass") == passes


def test_a_refused_pass_is_named_when_the_next_move_is_refused(start):
    """An engine that needs a pass but refuses it is blamed for the refusal, not for the next move."""
    controller = start("passes-itself")
    controller.play(Color.BLACK, PASS, 0.0)
    reason = r"'genmove w' with '\? wrong color', after 'play b pass' with '\? syntax error'"
    with pytest.raises(EngineFailure, match=reason):
        controller.go(Color.WHITE, *clocks())


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        (parse_move_time("0.5"), ["time_settings 0 0.5 1", "time_left b 0.500 1"]),
        (parse_move_time("2"), ["time_settings 0 2 1", "time_left b 2 1"]),
        (parse_clock("60"), ["time_settings 60 0 0", "time_left b 60 0", "time_left w 60 0"]),
        (parse_clock("1:00+2"), ["time_settings 60 2 0", "time_left b 60 0", "time_left w 60 0"]),
    ],
)
def test_the_time_settings_are_sent_once_and_the_clocks_before_each_move(start, log, rule, lines):
    controller = start("timed", rule=rule)
    controller.go(Color.BLACK, *clocks(rule))
    controller.new_game(Board(), rule)
    assert [line for line in received(log) if line.startswith("time")] == lines


def test_engines_that_read_whole_seconds_only(start, log):
    """A refused `time_left` with a fraction is sent again as a whole number, and so are later commands."""
    rule = parse_clock("10")
    controller = start("whole-seconds", rule=rule)
    own, other = clocks(rule)
    own.spend(0.25)
    controller.go(Color.BLACK, own, other)
    assert [line for line in received(log) if line.startswith("time_left")] == [
        "time_left b 9.750 0",
        "time_left b 9 0",
        "time_left w 10 0",
    ]


def test_an_engine_that_does_not_know_the_time_settings_is_refused(start):
    with pytest.raises(EngineFailure, match=r"time_settings 0 1 1.*unknown command") as caught:
        start("good", rule=parse_move_time("1"))
    assert caught.value.fault is Fault.REFUSAL


def test_engines_that_cannot_set_up_a_position(start):
    """An engine without a command to set up a position is refused for such a game."""
    position = Position.start().play(parse_square("f5"))
    with pytest.raises(EngineFailure, match="no command to set up a position"):
        start("good", board=Board(position))


# NBoard and UGI


def test_nboard_conversation(start, log):
    """An NBoard engine gets a ping before each request, and it gets all moves, including its own."""
    controller = start("value", "nboard", rule=parse_clock("60+1"), depth=5)
    answer = controller.go(Color.BLACK, *clocks(parse_clock("60+1")))
    assert answer.evaluation == 2.5
    controller.play(Color.WHITE, parse_square("c3"), 1.5)
    controller.quit()
    first, depth, ping, game, second, third, go, own, other, last = received(log)
    assert (first, depth, ping, second, third, go) == (
        "nboard 2",
        "set depth 5",
        "ping 1",
        "ping 2",
        "ping 3",
        "go",
    )
    assert game.startswith("set game (;GM[Othello]")
    assert "TI[01:00/00:01/" in game
    assert own.startswith("move D3/2.5/")
    assert (other, last) == ("move C3//1.5", "quit")


@pytest.mark.parametrize(
    ("protocol", "options", "rule", "reason"),
    [
        ("nboard", {}, parse_move_time("1"), "no limit per move"),
        ("ugi", {"depth": None}, NO_LIMIT, "no limit: give it a depth, a level, a time or a clock"),
    ],
)
def test_limits_that_a_protocol_does_not_have(start, protocol, options, rule, reason):
    """NBoard has no limit per move, and a UGI engine without a limit would search forever."""
    with pytest.raises(EngineFailure, match=reason):
        start("good", protocol, rule, **options)


@pytest.mark.parametrize(
    ("rule", "other", "depth", "line"),
    [
        (NO_LIMIT, NO_LIMIT, 3, "go depth 3"),
        (parse_move_time("0.25"), NO_LIMIT, None, "go movetime 250"),
        (parse_move_time("0.25"), NO_LIMIT, 7, "go depth 7 movetime 250"),
        (
            parse_clock("1:00+2"),
            parse_clock("30+1"),
            None,
            "go p1time 60000 p2time 30000 p1inc 2000 p2inc 1000",
        ),
        (parse_clock("60"), NO_LIMIT, None, "go p1time 60000 p2time 60000 p1inc 0 p2inc 0"),
    ],
)
def test_limits_of_ugi(start, log, rule, other, depth, line):
    """`go` gets the limits of the match. An opponent without a clock is sent the engine's own clock."""
    controller = start("good", "ugi", rule, Board("f5d6"), depth=depth)
    controller.go(Color.BLACK, *clocks(rule, other))
    controller.quit()
    start = "8/8/8/3ox3/3xo3/8/8/8 x"
    assert received(log) == [
        *("ugi", "isready", "uginewgame", "isready"),
        *(f"position fen {start} moves f5 d6", "isready", line, "quit"),
    ]


def test_a_value_that_a_journal_cannot_keep_is_no_value():
    """Engines report a mate, or an unknown value, as a number beyond all values of positions."""
    values = {
        "+1.50": 1.5,
        "-2,4": -2.0,
        "-1e9": -1e9,
        **dict.fromkeys(("9223372036854775807", "inf", "nan")),
    }
    assert {word: parse_value(word) for word in values} == values


# Dialects


def test_the_board_of_fairy_stockfish():
    """Fairy-Stockfish gets our rows as its own, from the top, and names squares from the bottom."""
    board = Board("f5d6c3")
    text = UCI.position(board).removeprefix("position fen ")
    rows, hand, turn = text.partition("[")[0], text.partition("[")[2].partition("]")[0], text.split()[1]
    assert (hand.count("P"), hand.count("p"), turn) == (57, 57, "b")
    fairy_board = parse_board(rows.replace("P", "x").replace("p", "o") + " o").board()
    assert fairy_board.position == board.position
    assert board.position.transformed(MIRROR).transformed(MIRROR) == board.position
    assert (str(UCI.move("P@f5")), UCI.move("d4d4"), UCI.move("0000")) == ("f4", PASS, PASS)


def test_a_pass_is_0000_in_both_directions():
    board = Board(f"-O{'X' * 62} O")
    board.push(PASS)
    assert UGI.position(board).endswith(" o moves 0000")
    assert UGI.move("0000") == PASS


# Processes


def test_programs_that_cannot_be_started(tmp_path):
    """If a program or folder does not exist or is not executable, the error contains its name."""
    for program, folder, culprit in (
        ("No-such-program", None, "'No-such-program': no such file"),
        ("No-such-program", tmp_path, "'No-such-program': no such file"),
        (os.devnull, None, f"'{os.devnull}': permission denied"),
        (
            sys.executable,
            tmp_path / "No",
            f"'{sys.executable}' in the folder '{tmp_path / 'No'}': no such file",
        ),
    ):
        with pytest.raises(EngineFailure, match=f"^cannot start {re.escape(culprit)}") as caught:
            GtpController(Program([program], folder)).start()
        assert caught.value.fault is Fault.START


def test_an_engine_that_runs_on_after_quit_and_the_end_of_its_input_is_killed(start, log):
    controller = start("ignores-quit", timeouts=replace(PATIENT, quit=0.5))
    controller.quit()
    assert are_gone(log)


@pytest.mark.parametrize("is_killed", [True, False])
def test_the_children_of_an_engine_end_with_it_whether_it_quits_or_is_killed(start, log, is_killed):
    controller = start("child")
    (controller.kill if is_killed else controller.quit)()
    assert are_gone(log)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not list the children of a process")
def test_a_child_that_has_left_the_group_is_killed_with_its_engine(start, log):
    start("child-leaves").kill()
    assert len(pids(log)) == 2
    wait_for_ends(pids(log))


def test_engines_do_not_end_with_the_thread_that_started_them(start):
    """A parent-death signal would come then."""
    opened = []
    thread = threading.Thread(target=lambda: opened.append(start("good")))
    thread.start()
    thread.join()
    assert opened[0].go(Color.BLACK, *clocks()).move == parse_square("d3")


def test_an_engine_never_blocks_on_standard_error_of_which_only_the_end_is_kept(start):
    controller = start("errors")
    controller.go(Color.BLACK, *clocks())
    controller.quit()
    assert controller.errors.endswith("line 19999 of many")
    assert len(controller.errors) <= KEPT_ERRORS


def test_stop_in_another_thread_ends_the_go_of_an_engine_that_knows_no_interrupt(start, log):
    controller = start("hang")
    for square in ("d3", "c3", "c4"):
        color = Color.BLACK if square != "c3" else Color.WHITE
        controller.play(color, parse_square(square), 0.0)

    def stop():
        eventually(lambda: "genmove w" in received(log))
        controller.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(EngineFailure) as caught:
        controller.go(Color.WHITE, *clocks())
    assert caught.value.fault is Fault.CRASH
    stopper.join()


def test_after_kill_further_calls_of_kill_and_quit_do_nothing_and_go_fails(start, log):
    controller = start("good")
    controller.kill()
    controller.kill()
    controller.quit()
    with pytest.raises(EngineFailure):
        controller.go(Color.BLACK, *clocks())
    assert are_gone(log)


# Recorded conversations of real programs


@pytest.mark.parametrize("name", recorded_games.FILES)
def test_real_programs(name):
    """The match runner plays a whole game against the recorded lines of a real program."""
    board = recorded_games.play(name, [sys.executable, "-m", "tests.gtp.conversation_files", name])
    assert board.is_over
    assert board.ply > 40
