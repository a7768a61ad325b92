"""One game through every protocol: the same limits give the same moves."""

import random
import sys

import pytest

from othello import PASS, Board, Color, Engine
from othello.match.controllers.controller import Program
from othello.match.controllers.engine import new_controller
from tests import source
from tests.gtp import recorded_games

LEVEL = 5
TABLE_MIB = 2
OPTIONS = ("--no-book", "--hash", str(TABLE_MIB))
LIMITS = {
    "gtp": {"setup": [f"othello-level {LEVEL}"]},
    "nboard": {"depth": LEVEL},
}


def command(protocol):
    return [sys.executable, "-m", "othello", protocol, *OPTIONS]


def reply(board, chance):
    """Return the move of the other side, or a pass of either."""
    return PASS if board.must_pass else chance.choice(board.legal_moves)


@pytest.fixture(scope="module")
def game():
    """The game of the engine in this process, which is black, against random moves."""
    chance, board = random.Random(17), Board()
    with Engine(table_mib=TABLE_MIB) as engine:
        while not board.is_over:
            is_own = board.turn is Color.BLACK and not board.must_pass
            board.push(engine.play(board, level=LEVEL).move if is_own else reply(board, chance))
    return board


@pytest.mark.parametrize("protocol", LIMITS)
def test_the_match_runner_gets_the_game_over_gtp_and_nboards_protocol(game, protocol):
    program, chance = Program(command(protocol), source.ROOT), random.Random(17)
    controller = new_controller(program, protocol=protocol, **LIMITS[protocol])
    assert recorded_games.game(controller, lambda board: reply(board, chance)) == game


def test_openspiels_bot_for_gtp_gets_the_game(game):
    reason = "OpenSpiel is not installed: pip install 'othello[openspiel]'"
    spiel = pytest.importorskip("pyspiel", reason=reason)
    bots = pytest.importorskip("open_spiel.python.bots.gtp", reason=reason)
    bot = bots.GTPBot(spiel.load_game("othello"), [*command("gtp"), "--level", str(LEVEL)])
    chance, board = random.Random(17), Board()
    state = spiel.load_game("othello").new_initial_state()
    try:
        while not state.is_terminal():
            if state.current_player() == 0:
                action = bot.step(state)
            else:
                action = int(reply(board, chance))
                bot.inform_action(state, 1, action)
            state.apply_action(action)
            board.push(action)
    finally:
        bot.close()
    assert board == game
