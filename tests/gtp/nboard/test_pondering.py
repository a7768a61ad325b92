"""Pondering in NBoard's protocol: its beginning and end, and its silence."""

import threading

import pytest

from othello.rules.position import Position
from othello.rules.square import PASS, format_move
from othello.search.limits import Limits
from tests.gtp.doubles import FedEngine
from tests.gtp.nboard_talk import Talk, answered_move, ggf, loaded
from tests.gtp.talk import TIMEOUT

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
