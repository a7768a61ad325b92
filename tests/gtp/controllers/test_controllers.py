"""Controllers: the ways of engines that exist, and everything that an engine can do wrong."""

import os
import re
import threading
import time

import pytest

from gtp.controllers.channel import KEPT_ERRORS
from gtp.controllers.failure import EngineFailure, Fault
from gtp.controllers.gtp import GtpController
from gtp.controllers.timing import GameClock, TimeRule, parse_clock, parse_move_time
from gtp.match.engine_slot import EngineSlot
from gtp.match.referee import Contestant, Referee
from othello.board import Board
from othello.errors import InvalidNotationError
from othello.position import Position
from othello.score import Color
from othello.square import PASS, parse_square
from tests.gtp.fakes import HASTY, are_gone, fake_gtp, fake_nboard, told

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes and signals are those of POSIX")

NO_LIMIT = TimeRule()
BOUND = 12.0
"""Seconds within which anything ends here, with a wide margin for a busy machine."""


@pytest.fixture
def play(tmp_path):
    """Play a game of a fake engine, as black, against a good one; checks that no process is left."""

    def play(mode, make=fake_gtp, rule=NO_LIMIT, **options):
        logs = [tmp_path / "black.log", tmp_path / "white.log"]
        black, white = (
            EngineSlot(lambda: make(mode, logs[0], **options)),
            EngineSlot(lambda: fake_gtp("good", logs[1])),
        )
        began = time.monotonic()
        try:
            return Referee(
                0, Board(), Contestant("black", black, rule, 0.1), Contestant("white", white, NO_LIMIT, 0.1)
            ).play()
        finally:
            black.quit()
            white.quit()
            assert time.monotonic() - began < BOUND
            assert are_gone(logs[0])
            assert not logs[1].exists() or are_gone(logs[1])

    return play


@pytest.fixture
def start(tmp_path):
    """A fake engine that has begun a game; ended afterwards."""
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
    [(fake_gtp, mode) for mode in ("good", "banner", "blank-lines", "upper-case", "strict", "knows-no-pass")]
    + [(fake_nboard, mode) for mode in ("good", "blanks", "value", "time-only", "search")],
)
def test_whole_games(play, make, mode):
    """Engines with all these ways play to the end, passes included, whoever makes them."""
    outcome = play(mode, make)
    assert (outcome.fault, outcome.reason) == (None, "")
    assert outcome.black.moves + outcome.white.moves == sum(each.move != PASS for each in outcome.played)
    assert PASS in [each.move for each in outcome.played]


def test_conversation(start, tmp_path):
    """No ids, lower case, one color letter; no pass is sent to an engine that does not ask for one."""
    board = Board()
    board.push_transcript("f5")
    controller = start("good", board=board)
    answer = controller.go(Color.WHITE, *clocks())
    assert answer.evaluation is None
    controller.play(Color.BLACK, PASS, 0.0)
    controller.quit()
    assert told(tmp_path / "log") == [
        "list_commands",
        "boardsize 8",
        "clear_board",
        "play b f5",
        "genmove w",
        "quit",
    ]


def test_values_over_gtp(start):
    """An engine that can tell the value of its last move is asked for it."""
    assert start("tells").go(Color.BLACK, *clocks()).evaluation == -2.25


def test_passes_are_sent_to_engines_that_want_them(play, tmp_path):
    """An engine that makes colors alternate gets the pass that it missed, and later ones at once."""
    outcome = play("strict")
    assert PASS in [each.move for each in outcome.played]
    assert any(line.endswith("pass") for line in told(tmp_path / "black.log"))
    assert not any(line.endswith("pass") for line in told(tmp_path / "white.log"))


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
    """The rule is told once, what is left before each move."""
    controller = start("timed", rule=rule)
    controller.go(Color.BLACK, *clocks(rule))
    controller.new_game(Board(), rule)
    assert [line for line in told(tmp_path / "log") if line.startswith("time")] == lines


def test_whole_seconds_for_engines_that_know_no_others(start, tmp_path):
    """A `time_left` with a fraction that is refused is sent again as a whole number; later ones at once."""
    rule = parse_clock("10")
    controller = start("whole-seconds", rule=rule)
    own, other = clocks(rule)
    own.spend(0.25)
    controller.go(Color.BLACK, own, other)
    assert [line for line in told(tmp_path / "log") if line.startswith("time_left")] == [
        "time_left b 9.750 0",
        "time_left b 9 0",
        "time_left w 10 0",
    ]


def test_settings_that_an_engine_does_not_know(start):
    """An engine that cannot be told its time does not play with one; nor without the level it should have."""
    with pytest.raises(EngineFailure, match=r"time_settings 0 1 1.*unknown command") as caught:
        start("good", rule=parse_move_time("1"))
    assert caught.value.fault is Fault.REFUSAL
    with pytest.raises(EngineFailure, match="does not know the command othello-level"):
        start("good", setup=["othello-level 3"])


def test_positions(start):
    """An engine that cannot set up a position says so."""
    position = Position.start().play(parse_square("f5"))
    with pytest.raises(EngineFailure, match="no command to set up a position"):
        start("good", board=Board(position))


def test_nboard_conversation(start, tmp_path):
    """A ping before each request; moves with value and time; passes written; its own moves told as well."""
    controller = start("value", fake_nboard, rule=parse_clock("60+1"), depth=5)
    answer = controller.go(Color.BLACK, *clocks(parse_clock("60+1")))
    assert answer.evaluation == 2.5
    controller.play(Color.WHITE, parse_square("c3"), 1.5)
    controller.quit()
    first, depth, ping, game, second, third, go, own, other, last = told(tmp_path / "log")
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
    """The value of a move comes with it, in either spelling, or else from the last line of the search."""
    controller = start(mode, fake_nboard)
    answer = controller.go(Color.BLACK, *clocks())
    assert answer.evaluation == value
    assert answer.seconds < BOUND


def test_nboard_has_no_time_for_a_move(start):
    """There is no way to say it, so it is refused."""
    with pytest.raises(EngineFailure, match="no time for a move"):
        start("good", fake_nboard, rule=parse_move_time("1"))


# Faults


@pytest.mark.parametrize(
    ("mode", "fault", "reason"),
    [
        ("dies", Fault.CRASH, "ended with exit status 7 .*genmove b.*segmentation fault, so to say"),
        ("killed", Fault.CRASH, "died of signal 11"),
        ("shot", Fault.CRASH, "died of signal 9"),
        ("closes", Fault.CRASH, "closed its output"),
        ("flood", Fault.PROTOCOL_ERROR, "endless output|reply without end"),
        ("one-line", Fault.PROTOCOL_ERROR, "endless output"),
        ("endless", Fault.PROTOCOL_ERROR, "endless output|reply without end"),
        ("noise", Fault.PROTOCOL_ERROR, "'thinking...' is no reply to 'genmove b'"),
        ("nonsense", Fault.PROTOCOL_ERROR, "move is 'I think, f5'"),
        ("empty", Fault.PROTOCOL_ERROR, "move is ''"),
        ("illegal", Fault.ILLEGAL, "black cannot play"),
        ("passes", Fault.ILLEGAL, "black cannot pass: it may play"),
        ("refuses", Fault.REFUSAL, "'play w .*illegal move"),
        ("error", Fault.REFUSAL, "'genmove b'.*out of memory"),
        ("resigns", Fault.RESIGNED, "resigns"),
        ("dies-at-start", Fault.START, "exit status 3.*no weights found"),
        ("usage", Fault.START, "'usage: engine .options.' is no reply"),
    ],
)
def test_faults(play, mode, fault, reason):
    """Each fault loses the game, in bounded time, with a report, and leaves no process behind."""
    outcome = play(mode)
    assert outcome.fault is fault
    assert outcome.loser is Color.BLACK
    assert outcome.winner is Color.WHITE
    assert outcome.margin is None
    assert re.search(reason, outcome.reason, re.DOTALL), outcome.reason


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
    """An engine that does not answer loses, on time if it had a limit."""
    outcome = play(mode, rule=rule, timeouts=HASTY)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert re.search(reason, outcome.reason, re.DOTALL), outcome.reason


@pytest.mark.parametrize(
    ("mode", "fault", "reason"),
    [
        ("hang", Fault.HANG, "no reply to 'go' in time"),
        ("dies", Fault.CRASH, "exit status 4"),
        ("nonsense", Fault.PROTOCOL_ERROR, "move is 'zz/1'"),
        ("empty", Fault.PROTOCOL_ERROR, "move is ''"),
    ],
)
def test_faults_of_nboard_engines(play, mode, fault, reason):
    """The same holds for NBoard."""
    outcome = play(mode, fake_nboard, timeouts=HASTY)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert reason in outcome.reason


@pytest.mark.parametrize(("make", "mode"), [(fake_gtp, "hangs-at-start"), (fake_nboard, "no-pong")])
def test_engines_that_hang_at_the_start(tmp_path, make, mode):
    """An engine that does not answer its first command is a failure of the start."""
    timeouts = type(HASTY)(start=0.5, quit=0.1)
    controller = make(mode, tmp_path / "log", timeouts=timeouts)
    with pytest.raises(EngineFailure, match="no reply to") as caught:
        controller.start()
    assert caught.value.fault is Fault.START
    controller.kill()
    assert are_gone(tmp_path / "log")


def test_programs_that_are_not_there():
    """A program that does not exist, or may not be run, is a failure with its name."""
    for command in (["no-such-program-at-all"], [os.devnull]):
        with pytest.raises(EngineFailure, match=f"cannot start '{command[0]}'") as caught:
            GtpController(command).start()
        assert caught.value.fault is Fault.START


def test_ignored_quit(start, tmp_path):
    """An engine that goes on after `quit` and after the end of its input is killed."""
    controller = start("ignores-quit")
    began = time.monotonic()
    controller.quit()
    assert time.monotonic() - began < BOUND
    assert are_gone(tmp_path / "log")


@pytest.mark.parametrize("is_killed", [True, False])
def test_children_end_with_the_engine(start, tmp_path, is_killed):
    """What the engine has started ends with it, however it ends."""
    controller = start("child")
    (controller.kill if is_killed else controller.quit)()
    assert are_gone(tmp_path / "log")


def test_many_complaints_are_drained_and_bounded(start):
    """Standard error never blocks an engine; its end is kept, however much there is."""
    controller = start("errors")
    controller.go(Color.BLACK, *clocks())
    controller.quit()
    assert controller.errors.endswith("line 99999 of many")
    assert len(controller.errors) <= KEPT_ERRORS


def test_kill_during_a_search(start):
    """A search can be ended from another thread, by ending the engine."""
    controller = start("hang")
    for square in ("d3", "c3", "c4"):
        color = Color.BLACK if square != "c3" else Color.WHITE
        controller.play(color, parse_square(square), 0.0)
    timer = threading.Timer(0.2, controller.stop)
    timer.start()
    with pytest.raises(EngineFailure) as caught:
        controller.go(Color.WHITE, *clocks())
    assert caught.value.fault is Fault.CRASH
    timer.join()


def test_kill_twice(start, tmp_path):
    """An engine that has been ended stays so, and asking it fails at once."""
    controller = start("good")
    controller.kill()
    controller.kill()
    controller.quit()
    with pytest.raises(EngineFailure):
        controller.go(Color.BLACK, *clocks())
    assert are_gone(tmp_path / "log")


# Times


@pytest.mark.parametrize(
    ("text", "main", "increment"),
    [("60", 60, 0), ("1:30", 90, 0), ("5:00+2", 300, 2), ("0.5+0.25", 0.5, 0.25), ("90:00", 5400, 0)],
)
def test_clock_texts(text, main, increment):
    """Seconds or minutes and seconds, and what a move adds."""
    rule = parse_clock(text)
    assert (rule.main, rule.increment, rule.per_move) == (main, increment, None)


@pytest.mark.parametrize("text", ["", "0", "x", "-1", "1:2:3", "60+", "nan", "1e9", "60+x", "٣"])
def test_bad_clock_texts(text):
    with pytest.raises(InvalidNotationError, match="is no clock"):
        parse_clock(text)


@pytest.mark.parametrize("text", ["", "0", "x", "-1", "nan", "inf", "1e9"])
def test_bad_move_times(text):
    with pytest.raises(InvalidNotationError, match="is no time for a move"):
        parse_move_time(text)


def test_game_clock():
    """A clock loses what a move took, never more than it had, and gains the increment."""
    clock = GameClock(TimeRule(main=10, increment=1))
    clock.spend(4)
    assert clock.limit == 7
    clock.spend(7.5)
    assert clock.limit == 1
    assert (clock.used, clock.longest, clock.moves) == (11.5, 7.5, 2)
    assert GameClock(TimeRule()).limit is None
