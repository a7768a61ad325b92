"""A game as GTP sees it: colors that need not alternate, passes of all kinds, the way back."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtp.game import Game
from othello.errors import IllegalMoveError, InvalidNotationError
from othello.limits import Limits
from othello.position import Position
from othello.score import Color
from othello.square import PASS, parse_square

BLACK, WHITE = Color
WIPE_OUT = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"]
"""Black has all discs after nine moves."""
ONLY_BLACK = f"XO-{'-' * 61} O"
"""Black can play c1, white nothing."""
FINISHED = f"{'X' * 60}OOOO O"
"""A full board."""
QUICK = Limits(level=1)


@pytest.fixture
def game(engine):
    return Game(engine)


def play(game, color, *names):
    for name in names:
        game.play(color, parse_square(name))
        color = color.other


def test_a_new_game(game):
    """A game begins at the start, where there is nothing to take back."""
    assert game.position == Position.start()
    assert game.result is None
    with pytest.raises(IndexError):
        game.undo()


def test_moves_and_undo(game):
    """A move changes the position and the turn; taken back, it has never been."""
    game.play(BLACK, parse_square("f5"))
    assert game.position == Position.start().play(parse_square("f5"))
    game.undo()
    assert game.position == Position.start()


def test_several_moves_back(game):
    """So many moves are taken back, none if there are too few."""
    play(game, BLACK, "f5", "d6", "c3")
    position = game.position
    with pytest.raises(IndexError):
        game.undo(4)
    game.undo(0)
    assert game.position == position
    game.undo(2)
    assert game.position == Position.start().play(parse_square("f5"))


@pytest.mark.parametrize("name", ["d4", "a1", "e6"])
def test_illegal_move(game, name):
    """A move that turns nothing is refused and changes nothing; e6 is black's alone."""
    with pytest.raises(IllegalMoveError):
        game.play(WHITE, parse_square(name))
    assert game.position == Position.start()
    with pytest.raises(IndexError):
        game.undo()


def test_off_turn(game):
    """A move of the color that is off turn is made for it; then the other color is to move."""
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


def test_implied_pass_goes_with_its_move(game):
    """A side that cannot move is skipped by its opponent's next move, and that is one move to take back."""
    game.set_up(ONLY_BLACK)
    before = game.position
    assert before.turn is WHITE
    game.play(BLACK, parse_square("c1"))
    assert game.position.discs(BLACK) == 3
    game.undo()
    assert game.position == before


def test_sent_pass_is_a_move(game):
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


def test_pass_off_turn(game):
    """A side without a move may pass when it is not its turn; the turn stays the other one's."""
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


def test_wipe_out(game):
    """After the end both sides can only pass, as often as they like, and all of it can be taken back."""
    play(game, BLACK, *WIPE_OUT)
    assert str(game.result) == "B+64"
    for color in (WHITE, BLACK, BLACK, WHITE, WHITE):
        assert game.choose(color, QUICK) == PASS
        game.play(color, PASS)
        assert game.position.turn is color.other
    game.undo(len(WIPE_OUT) + 5)
    assert game.position == Position.start()


def test_clear(game):
    """A new game has nothing of the one before."""
    play(game, BLACK, "f5", "d6")
    game.clear()
    assert game.position == Position.start()
    with pytest.raises(IndexError):
        game.undo()


def test_set_up(game):
    """A position that is set up has nothing before it; a text that is none changes nothing."""
    play(game, BLACK, "f5")
    position = game.position
    with pytest.raises(InvalidNotationError):
        game.set_up("nonsense X")
    assert game.position == position
    game.set_up(ONLY_BLACK)
    assert game.position == Position.parse(ONLY_BLACK)
    with pytest.raises(IndexError):
        game.undo()


@given(st.data())
@settings(max_examples=60)
def test_any_commands(engine, data):
    """Whatever is asked of either color: legal moves are made, others refused, and undo leads back."""
    game = Game(engine)
    passed = []
    for _ in range(data.draw(st.integers(0, 40))):
        color = data.draw(st.sampled_from(Color))
        position = Position.from_discs(game.position.black, game.position.white, color)
        legal = position.legal_moves() or [PASS]
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


def test_choose(game):
    """A move is chosen for either color, and is not made."""
    for color in Color:
        position = Position.from_discs(game.position.black, game.position.white, color)
        assert game.choose(color, QUICK) in position.legal_moves()
        assert game.position == Position.start()


def test_choose_a_pass(game):
    """Pass is the answer of a color without a move, and of no other one."""
    game.set_up(ONLY_BLACK)
    assert game.choose(WHITE, QUICK) == PASS
    assert game.choose(BLACK, QUICK) == parse_square("c1")
    game.set_up(FINISHED)
    assert str(game.result) == "B+56"
    assert game.choose(BLACK, QUICK) == game.choose(WHITE, QUICK) == PASS


def test_stop(game):
    """A search is ended from another thread, within a fraction of a second, and has a legal move."""
    stopped_at = []

    def stop():
        while not game.engine.stop():
            time.sleep(0.001)
        stopped_at.append(time.monotonic())

    assert not game.engine.stop(), "no search runs"
    watch = threading.Thread(target=stop)
    watch.start()
    move = game.choose(BLACK, Limits(level=60))
    assert time.monotonic() - stopped_at[0] < 0.5
    watch.join()
    assert move in game.position.legal_moves()
    assert not game.engine.stop(), "the search is over"


def test_stop_of_old_searches_only(game):
    """A search that is not old enough goes on."""
    refused = []

    def stop():
        while not game.engine.stop(older_than=0.2):
            refused.append(1)
            time.sleep(0.01)

    watch = threading.Thread(target=stop)
    watch.start()
    began = time.monotonic()
    game.choose(BLACK, Limits(level=60))
    assert time.monotonic() - began >= 0.2
    watch.join()
    assert refused
