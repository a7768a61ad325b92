"""Searches in one call of machine code: the moves and values of the search that reports infos and lines."""

from functools import partial

import pytest

from othello import Board, Engine, Limits, StopSignal
from othello.rules.square import MAX_MOVES
from othello.search.analysis import run
from tests import positions
from tests.waiting import PATIENCE

SEARCHES = [(0, MAX_MOVES), (2, MAX_MOVES), (4, MAX_MOVES), (4, 1), (11, 1)]
"""Levels and numbers of lines."""


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=1) as engine:
        yield engine


def values(engine, position, limits, cancel=None):
    """Return the result of a search whose caller needs only the values of moves."""
    engine.new_game()
    return run(partial(engine.steps, position, limits, values_only=True), cancel=cancel)


def essence(result):
    """Return what both searches must agree on."""
    lines = [(line.move, line.score, line.depth) for line in result.lines]
    return result.move, result.score, result.depth, result.lower, result.upper, result.was_stopped, lines


@pytest.mark.parametrize(("level", "multipv"), SEARCHES)
def test_both_searches_agree(engine, level, multipv):
    """They agree on positions of games with a pass and with a wipe-out. Nodes differ only where the first
    search has solved the end of a line again."""
    limits = Limits(level=level, multipv=multipv)
    games = [positions.passing_board(), Board(positions.WIPE_OUT)]
    for position in [position for game in games for position in game.positions()[::-3]]:
        engine.new_game()
        full = engine.play(position, limits)
        result = values(engine, position, limits)
        assert essence(result) == essence(full)
        assert result.nodes <= full.nodes
        if not full.is_solved:
            assert result.nodes == full.nodes


def test_a_stop_leaves_the_values_of_the_last_complete_step(engine):
    cancel = StopSignal()
    cancel.set()
    limits = Limits(level=20, multipv=MAX_MOVES)
    result = values(engine, Board("f5").position, limits, cancel)
    first = values(engine, Board("f5").position, Limits(depth=1, multipv=MAX_MOVES))
    assert result.was_stopped
    assert essence(result)[-1] == essence(first)[-1]
    assert result.seconds < PATIENCE
