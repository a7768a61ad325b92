"""Players of the engine: level, limits, reports, and a request to stop."""

import pytest

from othello.board import Board
from othello.engine import Engine
from othello.limits import Limits
from othello.player import EnginePlayer
from othello.search.cancel import Cancel

ENGINE = Engine(table_mib=1)


@pytest.mark.parametrize(
    ("player", "limits", "depth"),
    [
        (EnginePlayer(3), Limits(), 3),
        (EnginePlayer(3), Limits(depth=2), 2),
        (EnginePlayer(3), Limits(level=5), 3),
        (EnginePlayer(), Limits(level=5), 5),
        (EnginePlayer(), Limits(depth=4), 4),
        (EnginePlayer(0), Limits(), 1),
    ],
)
def test_levels(player, limits, depth):
    """The level of a player replaces that of the limits; other limits count as well."""
    ENGINE.new_game()
    assert player.choose(ENGINE, Board(), limits).depth == depth


def test_the_board_stays_as_it_is():
    """A player chooses a legal move and does not make it."""
    board = Board.parse("f5d6")
    before = board.copy()
    assert board.is_legal(EnginePlayer(1).choose(ENGINE, board, Limits()).move)
    assert board == before


def test_reports_and_stops():
    """Reports are those of the search, and a request to stop ends it."""
    infos, cancel = [], Cancel()
    EnginePlayer(4).choose(ENGINE, Board(), Limits(), on_info=infos.append)
    assert infos[-1].depth == 4
    cancel.set()
    assert EnginePlayer(60).choose(ENGINE, Board(), Limits(), cancel=cancel).was_stopped
