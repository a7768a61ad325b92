"""Controllers, with fake engines that have the peculiarities and faults of real ones."""

import os
import re
import threading

import pytest

from othello.gtp.controllers.channel import KEPT_ERRORS
from othello.gtp.controllers.failure import EngineFailure, Fault
from othello.gtp.controllers.gtp import GtpController
from othello.gtp.controllers.timing import GameClock, TimeRule, parse_clock, parse_move_time
from othello.gtp.match.engine_slot import EngineSlot
from othello.gtp.match.referee import Contestant, Referee
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, parse_square
from tests.gtp.fakes import HASTY, are_gone, fake_gtp, fake_nboard, received
from tests.gtp.waiting import waits_for

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes and signals are those of POSIX")

NO_LIMIT = TimeRule()


@pytest.fixture
def play(tmp_path):
    """Play a game of a fake engine, as black, against a good one; no process may be left afterwards."""

    def play(mode, make=fake_gtp, rule=NO_LIMIT, **options):
        logs = [tmp_path / "black.log", tmp_path / "white.log"]
        black, white = (
            EngineSlot(lambda: make(mode, logs[0], **options)),
            EngineSlot(lambda: fake_gtp("good", logs[1])),
        )
        try:
            return Referee(
                0, Board(), Contestant("black", black, rule, 0.1), Contestant("white", white, NO_LIMIT, 0.1)
            ).play()
        finally:
            black.quit()
            white.quit()
            assert are_gone(logs[0])
            assert not logs[1].exists() or are_gone(logs[1])

    return play


@pytest.fixture
def start(tmp_path):
    """Start a fake engine and begin a game; it is killed after the test."""
    running = []

    def start(mode, make=fake_gtp, rule=NO_LIMIT, board=None, **options):
        controller = make(mode, tmp_path / "log", **options)
        running.append(controller)
        controller.start()
        controller.new_game(board or Board(), rule)
        return controller

    yield start
    for controller in running:
        controller.kill()


def clocks(rule=NO_LIMIT):
    return GameClock(rule), GameClock(rule)


# The ways of engines that play properly


@pytest.mark.parametrize(
    ("make", "mode"),
    [
        (fake_gtp, mode)
        for mode in ("good", "banner", "noise", "blank-lines", "upper-case", "strict", "knows-no-pass")
    ]
    + [(fake_nboard, mode) for mode in ("good", "blanks", "value", "time-only", "search")],
)
def test_whole_games(play, make, mode):
    """A fake engine with any of the peculiarities plays a game to its end, with passes."""
    outcome = play(mode, make)
    assert (outcome.fault, outcome.reason) == (None, "")
    assert outcome.black.moves + outcome.white.moves == sum(each.move != PASS for each in outcome.played)
    assert PASS in [each.move for each in outcome.played]


def test_gtp_conversation(start, tmp_path):
    """A GTP engine gets no ids, colors as one lower-case letter, and no passes."""
    board = Board()
    board.push_transcript("f5")
    controller = start("good", board=board)
    answer = controller.go(Color.WHITE, *clocks())
    assert answer.evaluation is None
    controller.play(Color.BLACK, PASS, 0.0)
    controller.quit()
    assert received(tmp_path / "log") == [
        "list_commands",
        "boardsize 8",
        "clear_board",
        "play b f5",
        "genmove w",
        "quit",
    ]


def test_values_over_gtp(start):
    """An engine that knows othello-last is asked for the value of its move."""
    assert start("last-search").go(Color.BLACK, *clocks()).evaluation == -2.25


def test_passes_are_sent_to_engines_that_want_them(play, tmp_path):
    """An engine that refuses a move after an omitted pass gets that pass and all later ones."""
    outcome = play("strict")
    assert PASS in [each.move for each in outcome.played]
    assert any(line.endswith("pass") for line in received(tmp_path / "black.log"))
    assert not any(line.endswith("pass") for line in received(tmp_path / "white.log"))


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        (parse_move_time("0.5"), ["time_settings 0 0.5 1", "time_left b 0.500 1"]),
        (parse_move_time("2"), ["time_settings 0 2 1", "time_left b 2 1"]),
        (parse_clock("60"), ["time_settings 60 0 0", "time_left b 60 0", "time_left w 60 0"]),
        (parse_clock("1:00+2"), ["time_settings 60 2 0", "time_left b 60 0", "time_left w 60 0"]),
    ],
)
def test_clocks_over_gtp(start, tmp_path, rule, lines):
    """The time settings are sent once, and the clocks before each move."""
    controller = start("timed", rule=rule)
    controller.go(Color.BLACK, *clocks(rule))
    controller.new_game(Board(), rule)
    assert [line for line in received(tmp_path / "log") if line.startswith("time")] == lines


def test_engines_that_read_whole_seconds_only(start, tmp_path):
    """A refused `time_left` with a fraction is sent again as a whole number, and so are later ones."""
    rule = parse_clock("10")
    controller = start("whole-seconds", rule=rule)
    own, other = clocks(rule)
    own.spend(0.25)
    controller.go(Color.BLACK, own, other)
    assert [line for line in received(tmp_path / "log") if line.startswith("time_left")] == [
        "time_left b 9.750 0",
        "time_left b 9 0",
        "time_left w 10 0",
    ]


def test_settings_that_an_engine_does_not_know(start):
    """An engine that does not know a command for its settings is refused."""
    with pytest.raises(EngineFailure, match=r"time_settings 0 1 1.*unknown command") as caught:
        start("good", rule=parse_move_time("1"))
    assert caught.value.fault is Fault.REFUSAL
    with pytest.raises(EngineFailure, match="does not know the command othello-level"):
        start("good", setup=["othello-level 3"])


def test_engines_that_cannot_set_up_a_position(start):
    """An engine without a command to set up a position is refused for such a game."""
    position = Position.start().play(parse_square("f5"))
    with pytest.raises(EngineFailure, match="no command to set up a position"):
        start("good", board=Board(position))


def test_nboard_conversation(start, tmp_path):
    """An NBoard engine gets a ping before each request, all moves, and its own moves back."""
    controller = start("value", fake_nboard, rule=parse_clock("60+1"), depth=5)
    answer = controller.go(Color.BLACK, *clocks(parse_clock("60+1")))
    assert answer.evaluation == 2.5
    controller.play(Color.WHITE, parse_square("c3"), 1.5)
    controller.quit()
    first, depth, ping, game, second, third, go, own, other, last = received(tmp_path / "log")
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
    ("mode", "value"), [("blanks", -1.25), ("value", 2.5), ("time-only", None), ("search", 3.75)]
)
def test_values_of_nboard_moves(start, mode, value):
    """The value of a move is that of the answer, or else of the last line of the search."""
    controller = start(mode, fake_nboard)
    answer = controller.go(Color.BLACK, *clocks())
    assert answer.evaluation == value


def test_nboard_has_no_limit_for_each_move(start):
    """An NBoard engine is refused if it has a time limit for each move."""
    with pytest.raises(EngineFailure, match="no limit for each move"):
        start("good", fake_nboard, rule=parse_move_time("1"))


# Faults


@pytest.mark.parametrize(
    ("mode", "fault", "reason"),
    [
        ("dies", Fault.CRASH, "ended with exit status 7 .*genmove b.*segmentation fault, so to say"),
        ("killed", Fault.CRASH, "died of signal 11"),
        ("shot", Fault.CRASH, "died of signal 9"),
        ("closes", Fault.CRASH, "closed its output"),
        ("flood", Fault.PROTOCOL_ERROR, "endless output|endless reply"),
        ("one-line", Fault.PROTOCOL_ERROR, "endless output"),
        ("endless", Fault.PROTOCOL_ERROR, "endless output|endless reply"),
        ("endless-noise", Fault.PROTOCOL_ERROR, "'thinking...' is not a reply to 'genmove b'"),
        ("nonsense", Fault.PROTOCOL_ERROR, "move is 'I think, f5'"),
        ("empty", Fault.PROTOCOL_ERROR, "move is ''"),
        ("illegal", Fault.ILLEGAL, "black cannot play"),
        ("passes", Fault.ILLEGAL, "black cannot pass: it may play"),
        ("refuses", Fault.REFUSAL, "'play w .*illegal move"),
        ("error", Fault.REFUSAL, "'genmove b'.*out of memory"),
        ("resigns", Fault.RESIGNED, "resigns"),
        ("dies-at-start", Fault.START, "exit status 3.*no weights found"),
        ("usage", Fault.START, "'usage: engine .options.' is not a reply"),
    ],
)
def test_faults(play, mode, fault, reason):
    """Any fault of a GTP engine loses the game, with a reason, and leaves no process behind."""
    outcome = play(mode)
    assert outcome.fault is fault
    assert outcome.loser is Color.BLACK
    assert outcome.winner is Color.WHITE
    assert outcome.margin is None
    assert re.search(reason, outcome.reason, re.DOTALL), outcome.reason


@pytest.mark.timing
@pytest.mark.parametrize(
    ("mode", "rule", "fault", "reason"),
    [
        ("hang", NO_LIMIT, Fault.HANG, "no reply to 'genmove b' in time"),
        ("hang", TimeRule(per_move=0.3), Fault.TIME, "no move after .* with 0.30 s to go"),
        ("hang", TimeRule(main=0.3), Fault.TIME, "no move after"),
        ("slow", TimeRule(per_move=0.1), Fault.TIME, "with 0.10 s to go"),
        ("complains", NO_LIMIT, Fault.HANG, "no reply to 'genmove b'.*something is wrong"),
    ],
)
def test_engines_that_take_too_long(play, mode, rule, fault, reason):
    """An engine that does not answer loses, and it loses on time if it had a limit."""
    outcome = play(mode, rule=rule, timeouts=HASTY)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert re.search(reason, outcome.reason, re.DOTALL), outcome.reason


@pytest.mark.parametrize(
    ("mode", "fault", "reason"),
    [
        pytest.param("hang", Fault.HANG, "no reply to 'go' in time", marks=pytest.mark.timing),
        ("dies", Fault.CRASH, "exit status 4"),
        ("nonsense", Fault.PROTOCOL_ERROR, "move is 'zz/1'"),
        ("empty", Fault.PROTOCOL_ERROR, "move is ''"),
    ],
)
def test_faults_of_nboard_engines(play, mode, fault, reason):
    """Any fault of an NBoard engine loses the game, with a reason."""
    outcome = play(mode, fake_nboard, timeouts=HASTY)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert reason in outcome.reason


@pytest.mark.timing
@pytest.mark.parametrize(("make", "mode"), [(fake_gtp, "hangs-at-start"), (fake_nboard, "no-pong")])
def test_engines_that_hang_at_the_start(tmp_path, make, mode):
    """An engine that does not answer its first command fails to start, long before the limit of the start."""
    timeouts = type(HASTY)(greeting=0.5, quit=0.1)
    controller = make(mode, tmp_path / "log", timeouts=timeouts)
    with pytest.raises(EngineFailure, match="no reply to") as caught:
        controller.start()
    assert caught.value.fault is Fault.START
    controller.kill()
    assert are_gone(tmp_path / "log")


def test_programs_that_cannot_be_started():
    """A program that does not exist or is not executable fails to start, with its name."""
    for command in (["no-such-program-at-all"], [os.devnull]):
        with pytest.raises(EngineFailure, match=f"cannot start '{command[0]}'") as caught:
            GtpController(command).start()
        assert caught.value.fault is Fault.START


def test_engines_that_ignore_quit(start, tmp_path):
    """An engine that runs on after `quit` and the end of its input is killed."""
    controller = start("ignores-quit")
    controller.quit()
    assert are_gone(tmp_path / "log")


@pytest.mark.parametrize("is_killed", [True, False])
def test_children_end_with_the_engine(start, tmp_path, is_killed):
    """The children of an engine end with it, whether it quits or is killed."""
    controller = start("child")
    (controller.kill if is_killed else controller.quit)()
    assert are_gone(tmp_path / "log")


def test_standard_error_is_read_and_bounded(start):
    """An engine never blocks on standard error, of which only the end is kept."""
    controller = start("errors")
    controller.go(Color.BLACK, *clocks())
    controller.quit()
    assert controller.errors.endswith("line 99999 of many")
    assert len(controller.errors) <= KEPT_ERRORS


def test_stop_from_another_thread(start, tmp_path):
    """`stop` in another thread ends the `go` of an engine that knows no interrupt."""
    controller = start("hang")
    for square in ("d3", "c3", "c4"):
        color = Color.BLACK if square != "c3" else Color.WHITE
        controller.play(color, parse_square(square), 0.0)

    def stop():
        assert waits_for(lambda: "genmove w" in received(tmp_path / "log"))
        controller.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(EngineFailure) as caught:
        controller.go(Color.WHITE, *clocks())
    assert caught.value.fault is Fault.CRASH
    stopper.join()


def test_a_killed_engine_stays_dead(start, tmp_path):
    """After `kill`, further calls of `kill` and `quit` do nothing, and `go` fails."""
    controller = start("good")
    controller.kill()
    controller.kill()
    controller.quit()
    with pytest.raises(EngineFailure):
        controller.go(Color.BLACK, *clocks())
    assert are_gone(tmp_path / "log")
