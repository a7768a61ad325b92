"""Pondering in NBoard's protocol: its beginning and end, and its silence."""

import os
import random
import signal
import threading

import pytest

from othello.gtp import process
from othello.limits import Limits
from othello.position import Position
from othello.square import PASS, format_move
from tests.gtp.doubles import FedEngine
from tests.gtp.driver import EngineProcess
from tests.gtp.nboard_talk import Talk, answered_move, ggf, loaded
from tests.gtp.talk import TIMEOUT

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
CLOCK = "TI[0:20]"
START = Position.start()


@pytest.fixture
def fed():
    return FedEngine()


@pytest.fixture
def talk(fed):
    """A session that ponders, at the start of a game with a clock."""
    talk = Talk(loaded(fed), ponders=True)
    talk.sync(f"set game {ggf(tags=CLOCK)}")
    yield talk
    talk.end()
    assert not any(thread.name == "search" for thread in threading.enumerate())


def begun(fed):
    """The position and the limits of the next search."""
    return fed.begun.get(timeout=TIMEOUT)


def go(talk, fed):
    """Let the engine answer a `go`; return the position after its move."""
    talk.send("go")
    before, _ = begun(fed)
    fed.finish()
    return before.play(answered_move(talk.until("===")[-1]))


def name(move):
    return "PA" if move == PASS else format_move(move).upper()


def test_both_positions_are_searched(talk, fed):
    """After an answer the position after the expected reply is searched, and then the one after the move."""
    after = go(talk, fed)
    assert begun(fed)[0] == after.play(after.legal_moves[0])
    fed.finish()
    assert begun(fed)[0] == after


@pytest.mark.parametrize(("line", "limits"), [("", Limits(level=60)), ("set depth 9", Limits(level=9))])
def test_limits(talk, fed, line, limits):
    """On a clock without a depth pondering is not bounded, and with a depth it has that level."""
    talk.sync(line)
    go(talk, fed)
    assert begun(fed)[1] == limits


@pytest.mark.parametrize("form", ["nothing", "a move", "a game", "the old game"])
def test_our_own_move_is_not_the_reply(talk, fed, form):
    """However the GUI sends our move back, or before it does, pondering begins again."""
    after = go(talk, fed)
    first, _ = begun(fed)
    move = name(next(move for move in START.legal_moves if START.play(move) == after))
    line = {
        "nothing": "set contempt 0",
        "a move": f"move {move}/1.00/2",
        "a game": f"set game {ggf(moves=f'B[{move}]', tags=CLOCK)}",
        "the old game": f"set game {ggf(tags=CLOCK)}",
    }
    talk.send(line[form])
    assert begun(fed)[0] == first


@pytest.mark.parametrize("form", ["a move", "a game", "another game", "no game"])
def test_the_reply_ends_it(talk, fed, form):
    """After another move or another game, nothing is pondered."""
    after = go(talk, fed)
    begun(fed)
    move = name(next(move for move in START.legal_moves if START.play(move) == after))
    reply = after.legal_moves[0]
    lines = {
        "a move": [f"move {move}", f"move {name(reply)}"],
        "a game": [f"set game {ggf(moves=f'B[{move}]W[{name(reply)}]')}"],
        "another game": [f"set game {ggf(after.play(reply))}"],
        "no game": ["set game nonsense"],
    }
    talk.send(*lines[form])
    talk.sync()
    while not fed.begun.empty():
        begun(fed)  # between the two lines of a move
    # The second pong shows that nothing was begun after the first one.
    talk.sync()
    assert fed.begun.empty()


def test_only_after_an_answer(talk, fed):
    """Nothing is pondered after a hint, an analysis, or a `go` that a ping silenced."""
    for line in ("hint 2", "analyze"):
        talk.send(line)
        begun(fed)
        fed.finish()
        talk.until("status$")
    talk.send("go")
    begun(fed)
    talk.sync()
    talk.sync()
    assert fed.begun.empty()


def test_the_end_of_the_game(talk, fed):
    """After the last move of a game nothing is pondered."""
    talk.sync(f"set game {ggf(Position.parse('X' * 62 + 'O- X'), tags=CLOCK)}")
    assert go(talk, fed).is_over
    talk.sync()
    assert fed.begun.empty()


def test_only_if_wanted(fed):
    """Without the option nothing is pondered."""
    talk = Talk(loaded(fed))
    go(talk, fed)
    talk.sync()
    assert fed.begun.empty()
    talk.end()


def test_silence(talk, fed):
    """Nothing is written about pondering, neither during it nor at its end."""
    go(talk, fed)
    begun(fed)
    talk.send("ping 1")
    assert talk.until("") == ["pong 1"]
    begun(fed)
    talk.send("set depth 2", "ping 2")
    assert talk.until("pong") == ["set myname Othello2", "pong 2"]
    assert talk.output.empty()


def test_whole_games(engine):
    """In games whose lines all come while the engine ponders, every answer is a legal move."""
    talk, chance = Talk(loaded(engine), ponders=True), random.Random(1)
    for _ in range(3):
        position, moves = START, ""
        talk.send("set depth 2")
        talk.until("set myname")
        while not position.is_over:
            talk.sync(f"set game {ggf(moves=moves, tags=CLOCK)}")
            for is_ours in (True, False):
                if position.is_over:
                    break
                replies = list(position.legal_moves) or [PASS]
                if is_ours:
                    talk.send("go")
                move = answered_move(talk.until("===")[-1]) if is_ours else chance.choice(replies)
                assert move in replies
                moves += f"{'B' if position.turn.value == 0 else 'W'}[{name(move)}]"
                position = position.play(move)
                talk.send(f"move {name(move)}")
        assert talk.output.empty()
    talk.end()


# Through pipes


@pytest.fixture
def pondering():
    """A process that ponders on a clock, without a limit."""
    with EngineProcess(("-m", "othello", "nboard", "--hash", "16", "--ponder")) as engine:
        engine.send(f"nboard 2\nset game {ggf(tags='TI[0:05]')}\ngo")
        while not (line := engine.output.readline()).startswith(b"==="):
            assert line
        yield engine


def test_pings_are_answered(pondering):
    """Pings while a process ponders are answered, and nothing else is written."""
    for number in range(10):
        pondering.send(f"ping {number}")
        assert pondering.output.readline() == b"pong %d\n" % number
    pondering.send("quit")
    assert pondering.output.read() == b""
    assert pondering.wait() == 0
    assert pondering.errors() == ""


@pytest.mark.parametrize("end", ["quit", pytest.param("end of input", marks=pytest.mark.slow)])
def test_ends(pondering, end):
    """A session that ponders ends with quit and with the end of the input, without further output."""
    if end == "quit":
        pondering.send("quit")
    else:
        pondering.input.close()
        pondering.input = None
    assert pondering.wait() == 0
    assert pondering.output.read() == b""
    assert pondering.errors() == ""


@posix
def test_an_interrupt_ends_the_session(pondering):
    """An interrupt while the engine ponders ends the session, as it does when the engine is idle."""
    pondering.process.send_signal(signal.SIGINT)
    assert pondering.wait() == process.INTERRUPTED
    assert pondering.output.read() == b""
    assert pondering.errors() == ""
