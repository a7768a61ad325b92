"""Pondering: its positions, its beginning and end, and its silence."""

import os
import re
import signal
import threading
import time
from queue import Empty

import pytest

from othello.gtp import process
from othello.gtp.late import Late
from othello.gtp.protocol import format_vertex
from othello.gtp.seat import Seat, likely, without_clock
from othello.gtp.session_state import GtpState
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, parse_move
from othello.search.cancel import Cancel
from othello.search.engine import Engine
from othello.search.limits import Clock, Limits
from tests.gtp.doubles import FedEngine
from tests.gtp.driver import EngineProcess
from tests.gtp.nboard_talk import ggf
from tests.gtp.talk import TIMEOUT, Talk
from tests.gtp.waiting import waits_for

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
START = Position.start()


def is_pondering():
    """Whether a thread of this process ponders."""
    return any(thread.name == "search" for thread in threading.enumerate())


# What is searched


def test_likely_positions(engine):
    """The likely positions are the one after the expected reply, and the one after the engine's move."""
    found = engine.go(START, Limits(depth=4))
    after = START.play(found.move)
    assert likely(after, found) == [after.play(found.pv[1]), after]


def test_likely_positions_without_a_search():
    """Without an expected reply only the position itself is likely."""
    assert likely(START, None) == [START]


@pytest.mark.parametrize("text", [f"{'X' * 62}O- X", f"{'-' * 50}XO{'-' * 12} X"])
def test_nothing_is_likely_at_the_end(engine, text):
    """After the last move of a game there is no position to ponder."""
    found = engine.go(Position.parse(text))
    assert likely(Position.parse(text).play(found.move), found) == []


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(), Limits()),
        (Limits(clock=Clock(9)), Limits(level=60)),
        (Limits(level=5, clock=Clock(9)), Limits(level=5)),
        (Limits(depth=5, clock=Clock(9)), Limits(depth=5)),
        (Limits(level=5, depth=3), Limits(level=5, depth=3)),
    ],
)
def test_limits(limits, expected):
    """Level and depth bound pondering as they bound a move; a clock alone does not."""
    assert without_clock(limits) == expected


# A session whose engine ends its searches when the test says so


@pytest.fixture
def fed():
    return FedEngine()


@pytest.fixture
def talk(fed):
    """A session that ponders."""
    late = Late(lambda: fed)
    late.get()
    talk = Talk(GtpState(late, ponders=True))
    yield talk
    talk.end()
    assert not is_pondering()


def begun(fed):
    """The position and the limits of the next search."""
    return fed.begun.get(timeout=TIMEOUT)


def has_begun(fed):
    """Return whether a search has begun that the test has not seen yet."""
    try:
        return bool(fed.begun.get_nowait())
    except Empty:
        return False


def genmove(talk, fed, color="b"):
    """Let the engine move; return the position afterwards."""
    talk.send(f"genmove {color}")
    before, _ = begun(fed)
    fed.finish()
    return before.play(parse_move(talk.next().removeprefix("= ").strip()))


def test_both_positions_are_searched(talk, fed):
    """After a move the position after the expected reply is searched, and then the one after the move."""
    after = genmove(talk, fed)
    position, _ = begun(fed)
    assert position == after.play(after.legal_moves[0])
    fed.finish()
    assert begun(fed)[0] == after


def test_a_pass(talk, fed):
    """After a pass of the engine, the position after the pass is searched."""
    talk.ask("othello-setup O" + "-" * 61 + "XO O")
    assert talk.ask("genmove b") == "= pass\n\n"
    position, _ = begun(fed)
    assert position == Position.parse("O" + "-" * 61 + "XO O")


@pytest.mark.parametrize(
    ("settings", "limits"),
    [
        (["othello-level 7"], Limits(level=7)),
        (["othello-depth 7"], Limits(depth=7)),
        (["time_settings 20 0 0"], Limits(level=60)),
        (["time_settings 20 0 0", "othello-level 7"], Limits(level=7)),
    ],
)
def test_limits_of_a_session(talk, fed, settings, limits):
    """Pondering has the level and depth of the session; on a clock without them it has no limit."""
    for line in settings:
        talk.ask(line)
    genmove(talk, fed)
    assert begun(fed)[1] == limits


@pytest.mark.parametrize("command", ["name", "undo", "clear_board", "play w pass", "bad", "time_left b 9 0"])
def test_commands_end_it(talk, fed, command):
    """Every command ends pondering, and gets its own reply only."""
    genmove(talk, fed)
    begun(fed)
    reply = talk.ask(command)
    assert reply[0] == ("?" if command in ("bad", "play w pass") else "=")
    assert talk.ask("protocol_version") == "= 2\n\n"
    assert talk.output.empty()


@pytest.mark.parametrize("question", ["name", "time_left b 20 0", "showboard", "bad"])
def test_it_goes_on_after_questions(talk, fed, question):
    """After a command that leaves the game as it is pondering begins again."""
    genmove(talk, fed)
    first, _ = begun(fed)
    talk.ask(question)
    assert begun(fed)[0] == first


def legal_move(position, color):
    """A legal move of *color*, as GTP has it."""
    return format_vertex(Board(position).with_turn(color).legal_moves[0])


@pytest.mark.parametrize("command", ["undo", "clear_board", "play w {white}", "play b {black}"])
def test_it_does_not_go_on_when_the_game_has_changed(talk, fed, command):
    """After a command that changes the game nothing is pondered."""
    talk.ask("gogui-play_sequence b f5 w f6")
    after = genmove(talk, fed)
    begun(fed)
    black, white = (legal_move(after, color) for color in Color)
    assert talk.ask(command.format(black=black, white=white)) == "=\n\n"
    # The second reply shows that nothing was begun after the first one.
    talk.ask("name")
    assert not has_begun(fed)


def test_it_goes_on_when_the_reply_is_taken_back(talk, fed):
    """After the opponent's reply is taken back pondering begins again."""
    after = genmove(talk, fed)
    first, _ = begun(fed)
    talk.ask(f"play w {legal_move(after, Color.WHITE)}")
    talk.ask("undo")
    assert begun(fed)[0] == first


def test_reg_genmove_does_not_change_it(talk, fed):
    """A move that is chosen and not made leaves what is pondered as it was."""
    genmove(talk, fed)
    first, _ = begun(fed)
    talk.send("reg_genmove w")
    begun(fed)
    fed.finish()
    talk.next()
    assert begun(fed)[0] == first


def test_only_if_wanted(fed):
    """Without the option nothing is pondered."""
    talk = Talk(GtpState(Late(lambda: fed)))
    genmove(talk, fed)
    talk.ask("name")
    assert not has_begun(fed)
    talk.end()


def test_human_like_levels_do_not_ponder(talk, fed):
    """At a human-like level nothing is pondered."""
    genmove(talk, fed)
    begun(fed)
    talk.ask("othello-level casual")
    talk.ask("name")
    assert not has_begun(fed)


def seat_of(engine):
    """Return a seat that ponders, and expects something at the start of a game."""
    late = Late(lambda: engine)
    late.get()
    seat = Seat(late, ponders=True)
    seat.expect((START,), START, None)
    return seat


def test_a_search_that_was_stopped_before(fed):
    """Nothing is searched if the next command came in before pondering began."""
    seat, cancel = seat_of(fed), Cancel()
    cancel.set()
    seat.ponder(START, Limits, cancel)
    seat.rest()
    assert not has_begun(fed)


def test_pondering_is_no_search_to_stop(fed):
    """A stop ends pondering, but does not count it as a search."""
    seat = seat_of(fed)
    seat.ponder(START, Limits, Cancel())
    begun(fed)
    assert not seat.stop()
    assert waits_for(lambda: not is_pondering())


def test_errors_are_printed(capfd):
    """An error of the search is printed on standard error, and pondering can begin again."""

    class Broken(FedEngine):
        def steps(self, *arguments):
            raise RuntimeError("broken")

    seat = seat_of(Broken())
    for _ in range(2):
        seat.ponder(START, Limits, Cancel())
        seat.rest()
    assert capfd.readouterr().err.count("RuntimeError: broken") == 2


# With the real engine


@pytest.fixture
def real(make_state):
    """A session that ponders with a real engine."""
    talk = Talk(make_state(ponders=True))
    yield talk
    talk.end()
    assert not is_pondering()


def test_whole_game(real):
    """A game whose commands all come while the engine ponders has legal moves, and one reply for each."""
    position, color = START, "b"
    real.ask("othello-level 4")
    while not position.is_over:
        move = parse_move(real.ask(f"genmove {color}").removeprefix("= ").strip())
        position = position.pass_turn() if move == PASS else position.play(move)
        color = "w" if color == "b" else "b"
    assert real.output.empty()
    assert real.ask(
        "showboard"
    ) == f"= X {len(position.discs(Color.BLACK))}, O {len(position.discs(Color.WHITE))}" + (
        f", game over\n{position.diagram()}\n\n"
    )


def test_many_interruptions(real):
    """However soon after a move the next command comes in, it gets one reply."""
    real.ask("othello-level 2")
    for number in range(100):
        assert real.ask(f"{number} genmove b").startswith(f"={number} ")
        assert real.ask(f"{number} undo") == f"={number}\n\n"
    assert real.output.empty()


def test_the_table_is_prepared(real):
    """After pondering, a search of the expected position needs fewer nodes than in a new engine."""
    real.ask("othello-level 8")
    real.ask("genmove b")
    # Without a clock it does as much as a move would, and ends by itself.
    assert waits_for(lambda: not is_pondering())
    state = real.state
    expected = state.board.position.play(state.last_search.pv[1])
    prepared = state.engine.go(expected, Limits(level=8)).nodes
    with Engine(table_mib=1) as fresh:
        assert prepared < fresh.go(expected, Limits(level=8)).nodes


# Through pipes

PROTOCOLS = {
    "gtp": "time_settings 20 0 0\ngenmove b",
    "nboard": f"set game {ggf(tags='TI[0:20]')}\ngo",
    "ugi": "position startpos\ngo p1time 20000",
}
"""Lines that begin to ponder on a clock, without a limit, after an answer."""
ANSWER = re.compile(rb"= [A-H][1-8]|===|bestmove")


@pytest.fixture
def pondering(request):
    """A process that ponders, in the protocol of the test."""
    with EngineProcess(("-m", "othello", request.param, "--hash", "16", "--ponder")) as engine:
        engine.send(PROTOCOLS[request.param])
        while not ANSWER.match(line := engine.output.readline()):
            assert line
        yield engine


def check_end(engine, status):
    """The process ends with a status and without further output."""
    assert engine.wait() == status
    assert engine.output.read().strip() in (b"", b"=")  # the reply to quit in GTP
    assert engine.errors() == ""


@pytest.mark.timing
@pytest.mark.parametrize("pondering", ["gtp"], indirect=True)
def test_it_uses_the_time_of_the_opponent(pondering):
    """With the option the engine uses the processor while nothing is asked."""
    assert pondering.output.readline() == b"\n"
    before = float(pondering.ask("cputime"))
    time.sleep(1.0)
    assert float(pondering.ask("cputime")) - before > 0.02


@pytest.mark.parametrize("pondering", PROTOCOLS, indirect=True)
def test_the_end_of_the_input(pondering):
    """A session that ponders ends with the input, without further output."""
    pondering.input.close()
    pondering.input = None
    check_end(pondering, 0)


@pytest.mark.parametrize("pondering", PROTOCOLS, indirect=True)
def test_quit(pondering):
    """A session that ponders ends with quit, without further output."""
    pondering.send("quit")
    check_end(pondering, 0)


@posix
@pytest.mark.parametrize("pondering", PROTOCOLS, indirect=True)
def test_an_interrupt_ends_the_session(pondering):
    """An interrupt while the engine ponders ends the session, as it does when the engine is idle."""
    pondering.process.send_signal(signal.SIGINT)
    check_end(pondering, process.INTERRUPTED)
