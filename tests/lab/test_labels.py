"""Labels of boards: values, best moves and kinds, compared with the slow model."""

import numpy as np
import pytest

from othello import Engine, OthelloError, lab
from othello.rules.arrays import positions as positions_of
from tests import model, positions
from tests.cases import cases


def boards(empties, count, first=0):
    """Boards of random games with this many empty squares."""
    pairs = [positions.random_position(seed, empties) for seed in range(first, first + count)]
    return tuple(np.array(pairs, np.uint64).T)


@cases("empties", [0, 1, 3, 5])
def test_solved_boards(empties):
    """Solved boards have the slow model's values, and moves that reach them."""
    mine, theirs = boards(empties, 20)
    labels = lab.values(mine, theirs, 1, exact=empties)
    assert (labels.kinds == 1).all()
    for index, (value, move) in enumerate(zip(labels.values.tolist(), labels.moves.tolist(), strict=True)):
        board = model.from_words(int(mine[index]), int(theirs[index]))
        assert value == model.solve(board)
        if model.is_over(board):
            assert move == 255
        else:
            assert -model.solve(model.play(board, move)) == value


@cases("depth", [1, 2, 3, 4, 6])
def test_searches(depth):
    """A label contains the value of an engine search to the same depth, and a move with that value."""
    mine, theirs = boards(34, 12)
    labels = lab.values(mine, theirs, depth, exact=0)
    with Engine(table_mib=1) as engine:
        for index, position in enumerate(positions_of(np.stack([mine, theirs], axis=1))):
            engine.new_game()
            lines = engine.analyze(position, depth=depth, multipv=60)
            assert labels.values[index] == pytest.approx(lines[0].score.discs, abs=0.006)
            value = next(line.score.discs for line in lines if line.move == labels.moves[index])
            assert value == pytest.approx(lines[0].score.discs, abs=0.006)


def test_labels_depend_on_the_board_alone():
    """The order and shape of boards and the number of threads change no label."""
    sets = [boards(empties, 60) for empties in (8, 20, 40)]
    mine, theirs = (np.concatenate(parts) for parts in zip(*sets, strict=True))
    labels = lab.values(mine, theirs, 4, exact=9)
    order = np.random.default_rng(1).permutation(len(mine))
    other = lab.values(mine[order].reshape(3, -1), theirs[order].reshape(3, -1), 4, exact=9, threads=2)
    for one, two in zip(labels, other, strict=True):
        assert (one[order] == two.ravel()).all()


def test_a_wipe_out_is_the_best_move():
    """A move that flips all discs is found at every depth, although searches store no hash move for it."""
    player, opponent = np.uint64(0b1), np.uint64(0b10)
    for depth in (1, 2, 3, 6):
        labels = lab.values(player, opponent, depth, exact=0)
        assert (float(labels.values), int(labels.moves), int(labels.kinds)) == (64, 2, 1)


def test_passes_and_ends():
    """If the side must pass, the move is 64 and the value is the value after the pass. If the game is over,
    there is no move, and the value is the result."""
    passing, over = (np.uint64(0b10), np.uint64(0b1)), (np.uint64(0b111), np.uint64(0))
    for mine, theirs in (passing, over):
        board = model.from_words(int(mine), int(theirs))
        labels = lab.values(mine, theirs, 3, exact=60)
        assert float(labels.values) == model.solve(board)
        assert int(labels.moves) == (255 if model.is_over(board) else (model.legal_moves(board) or [64])[0])


def test_boards_with_many_empty_squares_are_solved():
    """A board with too many empty squares for the kernel has the value of `Engine.solve`."""
    mine, theirs = boards(17, 2)
    labels = lab.values(mine, theirs, 1, exact=17)
    assert (labels.kinds == 1).all()
    with Engine(table_mib=2) as engine:
        for index, position in enumerate(positions_of(np.stack([mine, theirs], axis=1))):
            assert labels.values[index] == engine.solve(position).score.discs


def test_losses():
    """In the solved part of a game, each move's loss equals its loss in the slow model. Best moves lose
    nothing."""
    games = lab.random_games(20, seed=8, full=True)
    losses = lab.losses(games.moves, 1, exact=6)
    assert losses.shape == (20, 60)
    assert not np.isnan(losses).any()
    assert (losses >= 0).all()
    before = lab.replay(games.moves)
    for index in range(20):
        for ply in range(56, 60):
            board = model.from_words(int(before.players[index, ply]), int(before.opponents[index, ply]))
            after = -model.solve(model.play(board, int(games.moves[index, ply])))
            assert losses[index, ply] == model.solve(board) - after


def test_after_the_end_of_a_game_there_is_no_loss():
    games = lab.random_games(300, seed=9)
    short = games.moves[games.lengths < 60]
    losses = lab.losses(short[:5], 1, exact=1)
    assert (np.isnan(losses) == (short[:5] == 255)).all()


def test_progress_counts_the_boards_and_ends_with_all_of_them():
    mine, theirs = boards(30, 300)
    counts = []
    lab.values(mine, theirs, 1, 0, threads=2, progress=counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == 300


@cases(("depth", "exact"), [(0, 0), (31, 0), (1, -1), (1, 61)])
def test_numbers_out_of_range(depth, exact):
    """A depth or a number of empty squares out of range raises an error that names it."""
    with pytest.raises(OthelloError, match=r"the (depth|number of empty squares to solve) must be"):
        lab.values(np.uint64(1), np.uint64(2), depth, exact)
