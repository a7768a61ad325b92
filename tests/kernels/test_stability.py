"""Stable discs: all of them are stable, and all that the module promises are found."""

import functools
import random

from hypothesis import given, settings, strategies as st

from othello.kernels.stability import stable_discs, stable_edges
from othello.rules.square import transform_bits
from tests import model, positions
from tests.cases import cases
from tests.positions import FULL, squares, words

EDGE_SYMMETRIES = {"top": 0, "right": 6, "bottom": 2, "left": 4}
"""Symmetries that take row 1 to each edge."""
EMPTY, MINE, THEIRS = ".xo"


def put(edge, square, disc):
    """An edge, as a text of eight cells, after a disc is put on it and the enclosed discs are turned."""
    other = THEIRS if disc == MINE else MINE
    cells = list(edge)
    cells[square] = disc
    left, right = edge[:square], edge[square + 1 :]
    run = len(left) - len(left.rstrip(other))
    if left.rstrip(other).endswith(disc):
        cells[square - run : square] = disc * run
    run = len(right) - len(right.lstrip(other))
    if right.lstrip(other).startswith(disc):
        cells[square + 1 : square + 1 + run] = disc * run
    return "".join(cells)


@functools.cache
def changeable(edge):
    """The places of an edge whose disc some sequence of discs, of either side, turns."""
    places = set()
    for square in range(8):
        if edge[square] == EMPTY:
            for disc in (MINE, THEIRS):
                after = put(edge, square, disc)
                places |= {i for i in range(8) if edge[i] not in (EMPTY, after[i])} | changeable(after)
    return frozenset(i for i in places if edge[i] != EMPTY)


def all_edges():
    edges = [""]
    for _ in range(8):
        edges = [edge + cell for edge in edges for cell in (EMPTY, MINE, THEIRS)]
    return edges


def words_of(edge):
    return tuple(model.word(i for i in range(8) if edge[i] == disc) for disc in (MINE, THEIRS))


@cases("name", EDGE_SYMMETRIES)
def test_edges(name):
    """For all 3**8 arrangements of an edge, exactly the discs that no play on the edge can flip are
    stable."""
    symmetry = EDGE_SYMMETRIES[name]
    for edge in all_edges():
        stable = model.word(i for i in range(8) if edge[i] == MINE and i not in changeable(edge))
        player, opponent = (transform_bits(word, symmetry) for word in words_of(edge))
        assert stable_edges(player, opponent) == transform_bits(stable, symmetry), edge


def promised(player, opponent):
    """The discs that the module promises: stable edges, and discs held along all four lines."""
    discs = set(squares(player | opponent))
    stable = set(squares(stable_edges(player, opponent)))
    inner = {s for s in squares(player) if 0 < s % 8 < 7 and 0 < s // 8 < 7}
    while True:
        held = set()
        for square in inner:
            rays = model.RAYS[square]  # opposite ones from both ends of the list
            if all(
                discs.issuperset(one + other) or stable.intersection((one[0], other[0]))
                for one, other in zip(rays[:4], rays[:3:-1], strict=True)
            ):
                held.add(square)
        if held <= stable:
            return model.word(stable)
        stable |= held


@st.composite
def crowded_words(draw):
    """Boards with few empty squares, full lines and large areas of one color."""
    holes = draw(st.lists(st.integers(0, 63), max_size=12))
    player = draw(words)
    for _ in range(draw(st.integers(0, 2))):
        player |= draw(words)
    empties = model.word(holes)
    return player & ~empties, FULL & ~player & ~empties


@given(crowded_words() | positions.any_words)
def test_stable_discs(pair):
    """An inner disc counts if and only if full lines or stable neighbors hold it in all four directions."""
    assert stable_discs(*pair) == promised(*pair)


@given(words)
def test_nothing_can_be_turned_on_a_full_board(player):
    assert stable_discs(player, FULL & ~player) == player


@given(st.integers(0, 10_000), st.integers(0, 45), st.booleans())
@settings(max_examples=100)
def test_no_random_game_turns_a_disc_of_either_side_that_counts_as_stable(seed, empties, is_turned):
    pair = positions.random_position(seed % 200, empties)
    board = model.from_words(*(pair[::-1] if is_turned else pair))
    mine, theirs = model.to_words(board)
    stable, doomed = stable_discs(mine, theirs), stable_discs(theirs, mine)
    assert stable & ~mine == 0
    assert doomed & ~theirs == 0
    rng = random.Random(seed)
    side = model.MINE
    while not model.is_over(board):
        board = model.play(board, rng.choice(model.legal_moves(board) or [model.PASS]))
        side = -side
    owner = {square: disc * side for square, disc in enumerate(board)}
    assert all(owner[square] == model.MINE for square in squares(stable))
    assert all(owner[square] == model.THEIRS for square in squares(doomed))


def can_change(board, watched):
    """Whether some continuation turns a disc on one of the *watched* squares."""
    for move in model.legal_moves(board) or ([model.PASS] if model.must_pass(board) else []):
        if move != model.PASS and watched.intersection(model.flips(board, move)):
            return True
        if can_change(model.play(board, move), watched):
            return True
    return False


@given(st.integers(0, 200), st.integers(1, 4))
def test_near_the_end_of_the_game_no_continuation_at_all_turns_a_stable_disc(seed, empties):
    pair = positions.random_position(seed, empties)
    watched = set(squares(stable_discs(*pair) | stable_discs(*pair[::-1])))
    assert not can_change(model.from_words(*pair), watched)
