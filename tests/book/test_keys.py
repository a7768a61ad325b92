"""Keys: the same for symmetric positions, and for no others."""

from hypothesis import given, strategies as st

from othello import SYMMETRIES, Color, Position
from othello.book.keys import children, key_of, order, parents, position_of_key
from tests import model
from tests.positions import random_position

POSITIONS = st.builds(random_position, st.integers(0, 40), st.integers(0, 60))


@given(POSITIONS, st.sampled_from(SYMMETRIES))
def test_the_eight_images_have_one_key_and_the_symmetry_leads_to_its_position(words, symmetry):
    position = Position(*words, Color.WHITE)
    key, to_canonical = key_of(position)
    assert key_of(position.transformed(symmetry))[0] == key
    image = position.transformed(to_canonical)
    assert key == (position.empties, image.player, image.opponent)
    assert position_of_key(key).player == image.player


@given(POSITIONS)
def test_the_moves_and_the_positions_after_them_are_those_of_the_slow_model(words):
    key, _ = key_of(Position(*words, Color.BLACK))
    board = model.from_words(*key[1:])
    legal = [] if model.is_over(board) else model.legal_moves(board) or [model.PASS]
    expected = {}
    for move in legal:
        after = model.to_words(model.play(board, move))
        expected[64 if move == model.PASS else move] = key_of(Position(*after, Color.BLACK))[0]
    assert dict(children(key)) == expected
    assert all(order(after) < order(key) for after in expected.values())


@given(POSITIONS)
def test_parents_are_the_inverse_of_children(words):
    """A position is a parent of each of its children, and is a child of each of its parents."""
    key, _ = key_of(Position(*words, Color.BLACK))
    for _, after in children(key):
        assert key in parents(after)
    for before in parents(key):
        assert key in [after for _, after in children(before)]
