"""Games in GTP: moves of either color, passes, setups, and moves taken back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from othello.errors import IllegalMoveError, InvalidNotationError
from othello.gtp.game import Game
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, parse_square

BLACK, WHITE = Color
WIPE_OUT = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"]
"""Black has all discs after these moves."""
ONLY_BLACK = f"XO-{'-' * 61} O"
"""Black can play c1, white nothing, and white is to move."""


@pytest.fixture
def game():
    return Game()


def play(game, color, *names):
    for name in names:
        game.play(color, parse_square(name))
        color = color.other


def test_a_new_game(game):
    """A new game is at the start, with no move to take back."""
    assert game.position == Position.start()
    assert game.result is None
    with pytest.raises(IndexError):
        game.undo()


def test_moves_and_undo(game):
    """A move changes the position and the turn, and undo restores both."""
    game.play(BLACK, parse_square("f5"))
    assert game.position == Position.start().play(parse_square("f5"))
    game.undo()
    assert game.position == Position.start()


def test_several_moves_back(game):
    """Several moves are taken back at once, or none if there are fewer."""
    play(game, BLACK, "f5", "d6", "c3")
    position = game.position
    with pytest.raises(IndexError):
        game.undo(4)
    game.undo(0)
    assert game.position == position
    game.undo(3)
    assert game.position == Position.start()


def test_off_turn(game):
    """A move of the color that is off turn is made for it, and then the other color is to move."""
    game.play(WHITE, parse_square("f4"))
    assert game.position == Position.from_discs(
        Position.start().black ^ 1 << parse_square("e4"),
        Position.start().white | 1 << parse_square("e4") | 1 << parse_square("f4"),
        BLACK,
    )
    game.undo()
    assert game.position == Position.start()


def test_twice_the_same_color(game):
    """Consecutive moves of one color are legal, and taken back one by one."""
    game.play(BLACK, parse_square("f5"))
    after_one = game.position
    game.play(BLACK, parse_square("c4"))
    assert game.position.turn is WHITE
    assert game.position.white == 0
    game.undo()
    assert game.position == after_one


def test_an_implied_pass_goes_with_the_next_move(game):
    """A move after an omitted pass is one move to take back."""
    game.set_up(ONLY_BLACK)
    before = game.position
    assert before.turn is WHITE
    game.play(BLACK, parse_square("c1"))
    assert len(game.position.discs(BLACK)) == 3
    game.undo()
    assert game.position == before


def test_a_sent_pass_is_a_move(game):
    """A pass that is sent is made, and taken back on its own."""
    game.set_up(ONLY_BLACK)
    before = game.position
    game.play(WHITE, PASS)
    assert game.position == before.pass_turn()
    game.play(BLACK, parse_square("c1"))
    game.undo()
    assert game.position == before.pass_turn()
    game.undo()
    assert game.position == before


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_a_turn_that_was_set_is_not_part_of_the_next_move(game, mover):
    """Taking back a move leaves the turn as it was set before the move, whoever made it."""
    game.set_turn(WHITE)
    before = game.position
    game.play(mover, parse_square("f5" if mover is BLACK else "f4"))
    game.undo()
    assert game.position == before
    game.play(WHITE, parse_square("f4"))
    game.set_turn(WHITE)
    game.undo()
    assert game.position == before


def test_pass_off_turn(game):
    """After a pass off turn it is still the other side's turn."""
    game.set_up(ONLY_BLACK.replace(" O", " X"))
    before = game.position
    game.play(WHITE, PASS)
    assert game.position == before
    game.undo()
    assert game.position == before


@pytest.mark.parametrize("color", Color)
def test_pass_with_moves(game, color):
    """A side that has a move cannot pass, on turn or off turn."""
    with pytest.raises(IllegalMoveError, match=f"{color} cannot pass"):
        game.play(color, PASS)
    assert game.position == Position.start()


def test_passes_after_the_end(game):
    """After the end of the game both sides can pass, any number of times, and all passes are taken back."""
    play(game, BLACK, *WIPE_OUT)
    assert str(game.result) == "B+64"
    for color in (WHITE, BLACK, BLACK, WHITE, WHITE):
        game.play(color, PASS)
        assert game.position.turn is color.other
    game.undo(len(WIPE_OUT) + 5)
    assert game.position == Position.start()


def test_clear(game):
    """After `clear` the game is at the start, with no move to take back."""
    play(game, BLACK, "f5", "d6")
    game.clear()
    assert game.position == Position.start()
    with pytest.raises(IndexError):
        game.undo()


def test_set_up(game):
    """A position that is set up has no move to take back; a text that is not a position changes nothing."""
    play(game, BLACK, "f5")
    position = game.position
    with pytest.raises(InvalidNotationError):
        game.set_up("nonsense X")
    assert game.position == position
    game.set_up(ONLY_BLACK)
    assert game.position == Position.parse(ONLY_BLACK)
    with pytest.raises(IndexError):
        game.undo()


def test_set_turn(game):
    """A change of the turn keeps the discs and the moves that can be taken back."""
    play(game, BLACK, "f5")
    discs = game.position.black, game.position.white
    game.set_turn(BLACK)
    assert (game.position.turn, game.position.black, game.position.white) == (BLACK, *discs)
    game.undo()
    assert game.position == Position.start()


@given(st.data())
@settings(max_examples=60)
def test_any_moves(data):
    """For either color legal moves are made and others refused, and undo leads back to the start."""
    game = Game()
    passed = []
    for _ in range(data.draw(st.integers(0, 40))):
        color = data.draw(st.sampled_from(Color))
        position = Position.from_discs(game.position.black, game.position.white, color)
        assert game.board_of(color).position == position
        legal = position.legal_moves or [PASS]
        passed.append(game.position)
        move = data.draw(st.sampled_from(legal))
        for wrong in {PASS, 0, 28, 63} - set(legal):
            with pytest.raises(IllegalMoveError):
                game.play(color, wrong)
        game.play(color, move)
        assert game.position.turn is color.other
        discs = game.position.black | game.position.white
        assert discs == position.black | position.white | (0 if move == PASS else 1 << move)
    for before in reversed(passed):
        game.undo()
        assert game.position == before
