"""The game that NBoard sent: moves and clocks."""

import pytest

from othello import Clock, IllegalMoveError, InvalidNotationError, format_moves
from othello.formats.ggf import parse_ggf, parse_ggf_move
from othello.gtp.nboard.game import NBoardGame
from tests.gtp.talk import ggf

CLOCKS = [
    ("", "", None),
    ("TI[0]", "", None),
    ("TI[5:00//2:00]", "", Clock(300.0)),
    ("TI[5:00/0:10/2:00]", "f5//20.5 d6//100", Clock(289.5, increment=10)),
    ("TB[1:00]TW[2:00]", "f5//20.5", Clock(120.0)),
    ("TI[1:00//0:30]", "f5//70 d6", Clock(20.0)),
    ("TI[1:00//0:30]", "f5//100 d6", Clock(0.0)),
]


@pytest.mark.parametrize(("tags", "moves", "clock"), CLOCKS)
def test_clocks_of_a_record(tags, moves, clock):
    """The clock of the side to move is its main time minus its moves, followed by the grace time."""
    written = "".join(f"{color}[{move}]" for color, move in zip("BW", moves.split(), strict=False))
    game = NBoardGame(parse_ggf(ggf(tags=tags, moves=written)))
    assert game.clock() == clock


@pytest.mark.parametrize(("tags", "moves", "clock"), CLOCKS)
def test_moves_that_are_made_one_by_one_give_the_same_clock_as_those_of_a_record(tags, moves, clock):
    game = NBoardGame(parse_ggf(ggf(tags=tags)))
    for move in moves.split():
        game.push(parse_ggf_move(move))
    assert game.clock() == clock
    assert format_moves(game.board.move_stack) == " ".join(move.partition("/")[0] for move in moves.split())


def test_an_illegal_move_is_refused_and_changes_nothing():
    game = NBoardGame(parse_ggf(ggf(tags="TI[1:00]")))
    with pytest.raises(IllegalMoveError, match="black cannot play a1"):
        game.push(parse_ggf_move("a1//5"))
    assert (game.board.move_stack, game.clock()) == ([], Clock(60.0))


@pytest.mark.parametrize("tags", ["TI[soon]", "TB[1:00]TW[soon]"])
def test_a_clock_that_cannot_be_read_of_either_side_is_refused(tags):
    with pytest.raises(InvalidNotationError, match="'soon' is"):
        NBoardGame(parse_ggf(ggf(tags=tags)))
