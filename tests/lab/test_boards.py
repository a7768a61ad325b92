"""Boards as arrays, compared with the slow model of the rules."""

import itertools

import numpy as np
import pytest

from othello import IllegalMoveError, InvalidPositionError, OthelloError, lab
from tests import model, positions
from tests.cases import cases
from tests.lab.games import lopsided_moves, rows_of

FULL = 2**64 - 1


def unreachable(seed, count):
    """Boards of random discs, from nearly empty to full. Few of them occur in games."""
    random = np.random.default_rng(seed)
    share = random.random((2, count, 1))
    is_disc, is_mine = random.random((2, count, 64)) < share
    return lab.words(is_disc & is_mine, (64,)), lab.words(is_disc & ~is_mine, (64,))


def check(players, opponents, seed):
    """Compare the legal moves, masks and flips of boards, and the boards after moves, with the model."""
    legal, masks = lab.legal(players, opponents), lab.masks(players, opponents)
    must_pass = lab.must_pass(players, opponents)
    squares = np.random.default_rng(seed).integers(0, 65, len(players))
    turned = lab.flips(players, opponents, squares)
    for index in range(len(players)):
        board = model.from_words(int(players[index]), int(opponents[index]))
        moves = model.legal_moves(board)
        assert int(legal[index]) == model.word(moves)
        passes = not moves and model.has_moves(model.passed(board))
        assert must_pass[index] == passes
        assert masks[index].nonzero()[0].tolist() == [*moves, *([model.PASS] if passes else [])]
        square = int(squares[index])
        flipped = model.flips(board, square) if square < 64 else []
        assert int(turned[index]) == model.word(flipped)
        if flipped:
            after = lab.play(players[index], opponents[index], square)
            assert tuple(map(int, after)) == model.to_words(model.play(board, square))


def test_unreachable_boards():
    """Boards that no game reaches have the slow model's legal moves and flips."""
    check(*unreachable(1, 500), seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_million_unreachable_boards(block):
    """A million boards that no game reaches have the slow model's legal moves and flips."""
    check(*unreachable(100 + block, 50_000), seed=block)


def expected(moves, *, after):
    """The boards before each move, or after each move and the pass behind it, and who is to move."""
    board, turn = model.start(), 0
    for move in moves:
        if not after:
            yield model.to_words(board), turn
        board, turn = model.play(board, move), 1 - turn
        if model.must_pass(board):
            board, turn = model.passed(board), 1 - turn
        if after:
            yield model.to_words(board), turn


@cases("after", [False, True])
def test_games_with_passes(after):
    """In games with passes, the boards before and after each move equal the slow model's."""
    games = [lopsided_moves(seed) for seed in range(30)]
    assert any(model.PASS in game for game in games)
    replay = lab.replay(rows_of(games), after=after)
    for index, game in enumerate(games):
        squares = [move for move in game if move != model.PASS]
        assert replay.lengths[index] == len(squares)
        for ply, (pair, turn) in enumerate(expected(squares, after=after)):
            assert (int(replay.players[index, ply]), int(replay.opponents[index, ply])) == pair
            assert replay.turns[index, ply] == turn
            assert int(replay.legal[index, ply]) == model.word(model.legal_moves(model.from_words(*pair)))
        assert (replay.turns[index, len(squares) :] == 255).all()
        assert not replay.players[index, len(squares) :].any()
    assert (replay.illegal == -1).all()
    assert ((replay.black | replay.white) == (replay.players | replay.opponents)).all()


def test_the_boards_of_games_are_the_same_with_one_thread_and_with_two():
    moves = lab.random_games(100, 3).moves
    one, two = lab.replay(moves), lab.replay(moves, threads=2)
    assert all((first == second).all() for first, second in zip(one, two, strict=True))


@cases("wrong", [0, 27, 37, 64, 200])
def test_illegal_moves(wrong):
    """An illegal move raises an error with its game and ply, or ends its game before it."""
    moves = rows_of([[37, 43, 18], [37, wrong, 18]])
    with pytest.raises(IllegalMoveError, match="move 1 of game 1 is illegal"):
        lab.replay(moves)
    replay = lab.replay(moves, strict=False)
    assert replay.illegal.tolist() == [-1, 1]
    assert replay.lengths.tolist() == [3, 1]


def test_a_move_after_the_end_is_illegal():
    """A gap in the moves of a game makes the next move illegal. It does not shorten the game."""
    moves = rows_of([[37, 43, 18]])
    moves[0, 5] = 19
    assert lab.replay(moves, strict=False).illegal.tolist() == [5]


def test_passes():
    """A pass is illegal where the side to move has a legal move, and where neither side has one."""
    start = [np.uint64(word) for word in model.to_words(model.start())]
    with pytest.raises(IllegalMoveError, match=r"move 1 is illegal: pass"):
        lab.play(*start, [19, 64])
    with pytest.raises(IllegalMoveError, match="move 0 is illegal: pass"):
        lab.play(np.uint64(0b10), np.uint64(0), 64)


def test_a_pass_changes_only_the_side_to_move():
    for seed in range(50):
        for before, after in itertools.pairwise(positions.lopsided_game(seed)):
            if model.must_pass(before):
                words = [np.uint64(word) for word in model.to_words(before)]
                assert lab.must_pass(*words)
                assert tuple(map(int, lab.play(*words, 64))) == model.to_words(after)
                return
    raise AssertionError("no game has a pass")


def test_shapes_are_broadcast():
    """One board and all squares give the flips of all moves, in the shape of the squares."""
    start = [np.uint64(word) for word in model.to_words(model.start())]
    flips = lab.flips(*start, np.arange(64).reshape(8, 8))
    assert flips.shape == (8, 8)
    assert (flips != 0).nonzero()[0].tolist() == [2, 3, 4, 5]


def test_bits_there_and_back():
    """Words become truth values by row and file, and words again, in every shape."""
    words = np.random.default_rng(2).integers(0, FULL, (3, 5), np.uint64)
    squares = lab.bits(words, (64,))
    assert squares.shape == (3, 5, 64)
    assert squares.dtype == np.bool_
    for word, row in zip(words.ravel().tolist(), squares.reshape(-1, 64), strict=True):
        assert [bool(word >> square & 1) for square in range(64)] == row.tolist()
    assert (lab.bits(words) == squares.reshape(3, 5, 8, 8)).all()
    assert (lab.words(lab.bits(words)) == words).all()
    assert (lab.words(squares.astype(float), (64,)) == words).all()


def test_planes_stand_before_the_board_or_behind_it_as_in_envpool_and_pgx():
    mine, theirs = unreachable(3, 4)
    planes = lab.planes(mine, theirs)
    assert planes.shape == (4, 2, 8, 8)
    assert (planes[:, 0] == lab.bits(mine)).all()
    assert (planes[:, 1] == lab.bits(theirs)).all()
    assert (lab.planes(mine, theirs, "last") == np.moveaxis(planes, 1, -1)).all()


def test_read_only_arrays_and_parts_of_arrays_give_what_copies_of_them_give():
    mine, theirs = unreachable(4, 8)
    whole = lab.legal(mine, theirs)
    mine.flags.writeable = False
    assert (lab.legal(mine[::2], theirs[::2]) == whole[::2]).all()
    assert (lab.legal(mine.reshape(2, 4).T, theirs.reshape(2, 4).T) == whole.reshape(2, 4).T).all()


WORD = np.uint64(1)
WRONG = {
    "players must be an array of uint64, not int64": lambda: lab.legal(
        np.array([1]), np.array([2], np.uint64)
    ),
    "opponents must be an array of uint64, not float64": lambda: lab.legal(WORD, np.array([2.0])),
    r"players of shape \(2,\) and opponents of shape \(3,\) do not match": lambda: lab.legal(
        np.zeros(2, np.uint64), np.zeros(3, np.uint64)
    ),
    "squares must be an array of integers, not float64": lambda: lab.flips(WORD, WORD * 0, 1.5),
    r"squares 1 must be from 0 to 64, not 65": lambda: lab.flips(WORD, WORD * 0, [3, 65]),
    r"squares 0 must be from 0 to 64, not -1": lambda: lab.play(WORD, WORD * 0, [-1]),
    r"boards of shape \(2,\) and squares of shape \(3,\) do not match": lambda: lab.flips(
        np.zeros(2, np.uint64), WORD * 0, [1, 2, 3]
    ),
    r"the moves must be uint8 \(n, 60\)": lambda: lab.replay(np.zeros((2, 59), np.uint8)),
    "moves must be uint8 .*, not int64": lambda: lab.replay(np.zeros((2, 60), int)),
    "does not have 64 elements": lambda: lab.bits(WORD, (8, 9)),
    "last dimensions must be": lambda: lab.words(np.zeros((8, 9))),
    "the order must be 'first' or 'last', not 'middle'": lambda: lab.planes(WORD, WORD, "middle"),
    "threads must be from 1 to .*, not 0": lambda: lab.replay(np.zeros((2, 60), np.uint8), threads=0),
}


@cases("message", WRONG)
def test_wrong_arrays(message):
    """An argument of another type, shape or range raises an error that names it."""
    with pytest.raises(OthelloError, match=message):
        WRONG[message]()


def test_overlapping_discs():
    """Two discs on one square raise an error with the index of the board, in each function of boards."""
    mine, theirs = np.array([[1, 2], [3, 4]], np.uint64), np.array([[2, 1], [4, 6]], np.uint64)
    for call in (lab.legal, lab.must_pass, lab.masks, lab.values):
        with pytest.raises(InvalidPositionError, match=r"board \(1, 1\) has two discs on one square"):
            call(mine, theirs)
    for call in (lab.flips, lab.play):
        with pytest.raises(InvalidPositionError, match=r"board \(1, 1\)"):
            call(mine, theirs, 5)


def test_a_board_beside_no_boards_gives_none():
    """A view of one element that is repeated 0 times looks writable, but machine code refuses it."""
    one, none = np.zeros(1, np.uint64), np.empty(0, np.uint64)
    assert lab.legal(one, none).shape == lab.flips(none, one, [3]).shape == (0,)


def test_empty_arrays_give_empty_arrays():
    none = np.empty((0, 3), np.uint64)
    assert lab.legal(none, none).shape == (0, 3)
    assert lab.masks(none, none).shape == (0, 3, 65)
    assert lab.replay(np.empty((0, 60), np.uint8)).players.shape == (0, 60)
