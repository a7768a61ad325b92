"""The state of a GTP session: limits and stops."""

import threading

import pytest

from othello import Clock, Color, Limits, Position, StopSignal
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.session_state import GtpState
from tests.gtp.doubles import FedEngine

BLACK, WHITE = Color


def test_a_search_has_the_level_of_the_player_and_depth_and_clock_of_the_session():
    engine = FedEngine()
    state = GtpState(LazyEngine(lambda: engine))
    state.player.set_level("7")
    state.depth = 5
    cancel = StopSignal()
    cancel.set()
    state.choose_for(WHITE, Clock(60), cancel)
    position, limits = engine.next()
    assert (position.turn, limits) == (WHITE, Limits(level=7, depth=5, clock=Clock(60)))


def test_stop():
    """A running search is stopped from another thread, and `stop` returns whether there was one."""
    engine = FedEngine()
    state = GtpState(LazyEngine(lambda: engine))
    assert not state.stop()
    moves = []
    thread = threading.Thread(target=lambda: moves.append(state.choose_for(BLACK, None, StopSignal())))
    thread.start()
    engine.next()
    assert state.stop()
    thread.join(30)
    assert moves[0] in Position.start().legal_moves
    assert not state.stop()


def test_stop_before_the_engine_is_there():
    """Before the engine is made there is no search to stop, and stopping does not make it."""
    state = GtpState(LazyEngine(lambda: pytest.fail("an engine is made")))
    assert not state.stop()
