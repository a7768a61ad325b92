"""Pondering in UGI: its beginning and end, and its silence."""

import threading

import pytest

from othello.gtp.ugi.session_state import UgiState
from othello.rules.board import Board
from othello.rules.position import Position
from othello.search.limits import Limits
from tests.gtp.doubles import FedEngine
from tests.gtp.talk import TIMEOUT
from tests.gtp.ugi_talk import BEST, Talk
from tests.gtp.waiting import waits_for

START = Position.start()


@pytest.fixture
def fed():
    return FedEngine()


@pytest.fixture
def talk(fed):
    """A session that ponders."""
    talk = Talk(fed)
    talk.send("setoption name Ponder value true", "isready")
    talk.until("readyok")
    yield talk
    talk.end()
    assert not any(thread.name == "search" for thread in threading.enumerate())


def begun(fed):
    """The position and the limits of the next search."""
    return fed.begun.get(timeout=TIMEOUT)


def go(talk, fed, line="go p1time 60000 p2time 60000"):
    """Let the engine answer a `go` at the start of a game; return its move."""
    talk.send("position startpos", line)
    assert begun(fed)[0] == START
    fed.finish()
    return BEST.fullmatch(talk.until("bestmove")[-1])[1]


def test_both_positions_are_searched(talk, fed):
    """After an answer the position after the expected reply is searched, and then the one after the move."""
    after = START.play(go(talk, fed))
    assert begun(fed)[0] == after.play(after.legal_moves[0])
    fed.finish()
    assert begun(fed)[0] == after


@pytest.mark.parametrize(
    ("line", "limits"),
    [
        ("go p1time 60000", Limits(level=60)),
        ("go depth 9", Limits(depth=9)),
        ("go p1time 60000 depth 9", Limits(depth=9)),
    ],
)
def test_limits(talk, fed, line, limits):
    """Pondering has the limits of the move but its clock."""
    go(talk, fed, line)
    assert begun(fed)[1] == limits


def test_what_keeps_pondering(talk, fed):
    """Questions, and the position after the engine's own move, begin pondering again."""
    move = go(talk, fed)
    first, _ = begun(fed)
    for line in ("query p1turn", f"position startpos moves {move}", "isready"):
        talk.send(line)
        assert begun(fed)[0] == first


def test_what_ends_pondering(talk, fed):
    """Another position ends pondering, and nothing about it is written."""
    move = go(talk, fed)
    begun(fed)
    reply = Board.parse(move).legal_moves[0]
    talk.send(f"position startpos moves {move} {reply}", "isready")
    assert talk.until("readyok") == ["readyok"]
    assert fed.begun.empty()


@pytest.mark.parametrize("line", ["go infinite", "go ponder"])
def test_analyses_are_not_followed_by_pondering(talk, fed, line):
    """After an analysis, and after go ponder without ponderhit, nothing is searched."""
    talk.send("position startpos", line)
    begun(fed)
    talk.send("stop", "isready")
    talk.until("readyok")
    assert fed.begun.empty()


def test_answers_that_come_at_once(talk, fed, monkeypatch, capsys):
    """A search that ends before its request is done does not begin pondering twice."""
    begin = UgiState.begin

    def begin_and_wait(self, answer, **options):
        begin(self, answer, **options)
        assert waits_for(lambda: fed.begun.qsize() == 2)

    monkeypatch.setattr(UgiState, "begin", begin_and_wait)
    fed.finish()
    talk.send("position startpos", "go depth 9")
    assert BEST.fullmatch(talk.until("bestmove")[-1])
    assert waits_for(lambda: fed.begun.qsize() == 2)  # a request that comes earlier keeps it from pondering
    talk.send("isready")
    talk.until("readyok")
    assert capsys.readouterr().err == ""


def test_without_the_option(fed):
    """Without the option the engine does not search on the opponent's time."""
    talk = Talk(fed)
    go(talk, fed)
    talk.send("isready")
    talk.until("readyok")
    assert fed.begun.empty()
    talk.end()
