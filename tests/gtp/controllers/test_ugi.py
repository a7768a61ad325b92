"""Controllers of UGI and UCI engines, with fake engines and with recorded ones."""

import sys

import pytest

from othello.formats.boards import parse_board
from othello.gtp.controllers.dialects import MIRROR, UCI, UGI
from othello.gtp.controllers.engine import open_engine
from othello.gtp.controllers.failure import EngineFailure, Fault
from othello.gtp.controllers.timing import GameClock, TimeRule, parse_clock, parse_move_time
from othello.gtp.match.engine_slot import EngineSlot
from othello.gtp.match.referee import Contestant, Referee
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS
from tests.gtp import recorded_games
from tests.gtp.fakes import HASTY, QUICK, ROOT, are_gone, fake_command, fake_gtp, fake_ugi, received

NO_LIMIT = TimeRule()


@pytest.fixture
def play(tmp_path):
    """Play a game of a fake engine, as black, against a good one; no process may be left afterwards."""

    def play(mode, rule=NO_LIMIT, **options):
        log = tmp_path / "log"
        black, white = (
            EngineSlot(lambda: fake_ugi(mode, log, **options)),
            EngineSlot(lambda: fake_gtp("good")),
        )
        try:
            sides = Contestant("black", black, rule, 0.1), Contestant("white", white, NO_LIMIT, 0.1)
            return Referee(0, Board(), *sides).play()
        finally:
            black.quit()
            white.quit()
            assert are_gone(log)

    return play


@pytest.mark.parametrize("mode", ["good", "ponder", "value", "lines", "talks"])
def test_whole_games(play, mode):
    """A game with an engine that plays properly comes to its end, whatever else the engine writes."""
    outcome = play(mode)
    assert (outcome.fault, outcome.reason) == (None, "")
    board, values = Board(), set()
    for each in outcome.played:
        if board.turn is Color.BLACK and each.move != PASS:
            values.add(each.value)
        board.push(each.move)
    assert values == ({2.5} if mode in ("value", "lines") else {None})


@pytest.mark.parametrize(
    ("mode", "fault", "reason"),
    [
        ("nonsense", Fault.PROTOCOL_ERROR, "the engine's move is 'zz'"),
        ("empty", Fault.PROTOCOL_ERROR, "the engine's move is ''"),
        ("passes", Fault.ILLEGAL, "black cannot pass"),
        ("illegal", Fault.ILLEGAL, "black cannot play a1"),
        ("dies", Fault.CRASH, "ended with exit status 4 instead of answering 'go'"),
        ("hang", Fault.HANG, "no reply to 'go' in time"),
    ],
)
def test_faults(play, mode, fault, reason):
    """An engine that fails loses, and the reason says how."""
    outcome = play(mode, timeouts=HASTY)
    assert (outcome.fault, outcome.loser) == (fault, Color.BLACK)
    assert outcome.reason.startswith(reason)


def test_a_hang_on_a_clock_is_a_loss_on_time(play):
    """On a limited time an engine without an answer is lost on time."""
    outcome = play("hang", rule=parse_move_time("0.2"), timeouts=HASTY)
    assert outcome.fault is Fault.TIME
    assert "with 0.20 s to go" in outcome.reason


@pytest.mark.parametrize(
    ("mode", "options", "reason"),
    [
        ("silent", {}, "no reply to 'ugi' in time"),
        ("never-ready", {}, "no reply to 'isready' in time"),
        ("good", {"options": {"Hash": "3"}}, "the engine has no option Hash"),
    ],
)
def test_engines_that_do_not_start(mode, options, reason):
    """An engine that does not answer at the start, or lacks an option, has not started."""
    timeouts = HASTY.__class__(greeting=1.0 if mode == "silent" else 30.0, start=1.0, quit=0.2)
    controller = fake_ugi(mode, timeouts=timeouts, **options)
    try:
        with pytest.raises(EngineFailure, match=reason) as caught:
            controller.start()
    finally:
        controller.kill()
    assert caught.value.fault is Fault.START


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
def test_limits(tmp_path, rule, other, depth, line):
    """The limits of a match are those of go; an opponent without a clock has the engine's own."""
    controller = fake_ugi("good", tmp_path / "log", depth=depth)
    controller.start()
    controller.new_game(Board("f5d6"), rule)
    controller.go(Color.BLACK, GameClock(rule), GameClock(other))
    controller.quit()
    start = "8/8/8/3ox3/3xo3/8/8/8 x"
    assert received(tmp_path / "log") == [
        *("ugi", "isready", "uginewgame", "isready"),
        *(f"position fen {start} moves f5 d6", "isready", line, "quit"),
    ]


def test_an_engine_without_a_limit():
    """An engine that has neither depth nor time would search forever."""
    controller = fake_ugi("good", depth=None)
    controller.start()
    with pytest.raises(EngineFailure, match="no limit: give it a depth, a level, a time or a clock"):
        controller.new_game(Board(), NO_LIMIT)
    controller.kill()


def test_open_engine():
    """A UGI engine answers for boards as engines of other protocols do."""
    command = fake_command("value", protocol="ugi")
    with open_engine(command, protocol="ugi", depth=3, cwd=ROOT, timeouts=QUICK) as engine:
        answer = engine.play("f5d6c3")
    assert Board("f5d6c3").is_legal(answer.move)
    assert answer.evaluation == 2.5


# Dialects


def test_the_board_of_fairy_stockfish():
    """Fairy-Stockfish gets our rows as its own, from the top, and names squares from the bottom."""
    board = Board("f5d6c3")
    text = UCI.position(board).removeprefix("position fen ")
    rows, hand, turn = text.partition("[")[0], text.partition("[")[2].partition("]")[0], text.split()[1]
    assert (hand.count("P"), hand.count("p"), turn) == (57, 57, "b")
    found = parse_board(rows.replace("P", "x").replace("p", "o") + " o").board()
    assert found.position == board.position
    assert board.position.transformed(MIRROR).transformed(MIRROR) == board.position
    assert (str(UCI.move("P@f5")), UCI.move("d4d4"), UCI.move("0000")) == ("f4", PASS, PASS)


def test_passes_in_ugi():
    """A pass is 0000 in both directions."""
    board = Board(f"-O{'X' * 62} O")
    board.push(PASS)
    assert UGI.position(board).endswith(" o moves 0000")
    assert UGI.move("0000") == PASS


# Recorded conversations of real programs


@pytest.mark.parametrize("name", recorded_games.FILES)
def test_real_programs(name):
    """The match runner plays a whole game against the recorded lines of a real program."""
    board = recorded_games.play(name, [sys.executable, "-m", "tests.gtp.recorded_games", name])
    assert board.is_over
    assert board.ply > 40
