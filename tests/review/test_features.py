"""The figures of a position, compared with the slow model."""

from hypothesis import given, strategies as st

from othello.review import features
from othello.rules.position import Position
from othello.rules.square import Move, bits_of, parse_squares, squares_of
from tests import model, positions

CORNERS = [0, 7, 56, 63]
midgames = st.builds(
    lambda seed, plies: positions.random_board(seed, plies).position, st.integers(0, 300), st.integers(0, 58)
)


def word(names):
    return bits_of(parse_squares(names))


@given(midgames)
def test_frontier(position):
    """The frontier of the side that moved last consists of its discs that touch an empty square."""
    assert squares_of(features.frontier(position)) == model.frontier(model.of(position))


@given(midgames)
def test_openness(position):
    """A move's openness counts the empty squares next to the flipped discs, without the move's own square."""
    board = model.of(position)
    for move in model.legal_moves(board):
        touched = {other for disc in model.flips(board, move) for other in model.beside(disc)}
        expected = sorted(
            neighbor for neighbor in touched if board[neighbor] == model.EMPTY and neighbor != move
        )
        assert squares_of(features.openness(position, move)) == expected


@given(midgames)
def test_corners_that_a_move_gives(position):
    """The new corners are corners where the opponent can move after the move, but not before it."""
    board = model.of(position)
    before = model.legal_moves(model.passed(board))
    for move in model.legal_moves(board):
        replies = model.legal_moves(model.play(board, move))
        expected = [corner for corner in CORNERS if corner in replies and corner not in before]
        assert squares_of(features.new_corners(position, move)) == expected


@given(midgames)
def test_safe_moves(position):
    """A safe move gives away no corner, and is not on the X square of an empty corner."""
    board = model.of(position)
    before = model.legal_moves(model.passed(board))
    risky = {x for x, corner in ((9, 0), (14, 7), (49, 56), (54, 63)) if board[corner] == model.EMPTY}
    expected = [
        move
        for move in model.legal_moves(board)
        if move not in risky
        and not set(CORNERS) & set(model.legal_moves(model.play(board, move))) - set(before)
    ]
    assert squares_of(features.safe_moves(position)) == expected


@given(midgames)
def test_regions(position):
    """Regions are connected, do not touch each other, and together contain all empty squares."""
    regions = [set(map(int, squares_of(region))) for region in features.regions(position)]
    assert sorted(square for region in regions for square in region) == position.empty_squares
    for region in regions:
        border = {other for square in region for other in model.beside(square)} - region
        assert not border & set(map(int, position.empty_squares))
        reached, new = set(), {min(region)}
        while new:
            reached |= new
            new = {other for square in new for other in model.beside(square)} & region - reached
        assert reached == region


def test_unbalanced_edges():
    """Five discs that start at a C square are an unbalanced edge. Other numbers and locations are not."""
    top = features.EDGES[0]
    assert features.is_unbalanced(top, word("b1 c1 d1 e1 f1"), 0)
    assert features.is_unbalanced(top, word("c1 d1 e1 f1 g1 d5"), word("d4"))
    for own, other in (
        ("b1 c1 d1 e1 f1 g1", ""),
        ("c1 d1 e1 f1", ""),
        ("a1 b1 c1 d1 e1", ""),
        ("b1 c1 d1 e1 f1", "h1"),
    ):
        assert not features.is_unbalanced(top, word(own), word(other) if other else 0)


def test_a_square_is_a_wedge_between_two_discs_next_to_it_on_one_edge():
    assert features.wedged_between(Move("d1"), word("c1 e1")) == (Move("c1"), Move("e1"))
    assert features.wedged_between(Move("a4"), word("a3 a5")) == (Move("a3"), Move("a5"))
    for square, own in (("d1", "c1 f1"), ("d2", "c2 e2"), ("a1", "b1 a2"), ("h1", "g1 a2")):
        assert features.wedged_between(Move(square), word(own)) is None


@given(midgames)
def test_the_other_side_moves_with_the_same_discs(position):
    waiting = features.waiting(position)
    assert (waiting.black, waiting.white, waiting.turn) == (
        position.black,
        position.white,
        position.turn.other,
    )
    assert isinstance(waiting, Position)
