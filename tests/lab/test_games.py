"""Games as arrays, compared with the slow model of the rules."""

import hashlib

import numpy as np
import pytest

from othello import InvalidNotationError, OthelloError, lab
from tests import model
from tests.cases import cases

DIGEST = "c127c1537e0ebc6ed936841102240aacd4f52247e6c827d7753b269f79825bcb"
"""SHA-256 of the first 1000 games with the seed 2026, the same on every processor."""


def check(games):
    """Compare games, with their boards and legal moves, to the slow model, to their last board."""
    assert (games.moves[np.arange(60) >= games.lengths[:, None]] == 255).all()
    for index, row in enumerate(games.moves):
        board, view = model.start(), 1
        for ply, move in enumerate(row[: games.lengths[index]].tolist()):
            if model.must_pass(board):
                board, view = model.passed(board), -view
            pair = int(games.players[index, ply]), int(games.opponents[index, ply])
            assert pair == model.to_words(board)
            moves = model.legal_moves(board)
            assert int(games.legal[index, ply]) == model.word(moves)
            assert move in moves
            board, view = model.play(board, move), -view
        assert model.is_over(board)
        assert games.results[index] == view * model.final_score(board)


def test_random_games():
    """Random games are legal to their end, and their boards, masks and results equal the slow model's."""
    games = lab.random_games(120, seed=11, boards=True)
    assert (games.lengths < 60).any()
    check(games)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_a_hundred_thousand_random_games(block):
    """100,000 random games are legal to their end, and their boards and results equal the slow model's."""
    check(lab.random_games(5_000, seed=12, first=5_000 * block, boards=True))


def test_boards_come_with_games_or_after_them():
    """The boards that come with games equal the replayed boards. Without boards, the games are the same."""
    games = lab.random_games(500, seed=1, boards=True)
    boards = lab.replay(games.moves)
    for name in ("players", "opponents", "legal", "lengths", "results"):
        assert (getattr(boards, name) == getattr(games, name)).all()
    for name in ("moves", "lengths", "results"):
        assert (getattr(lab.random_games(500, seed=1), name) == getattr(games, name)).all()


def test_each_of_the_four_first_moves_is_played_about_as_often_as_the_others():
    counts = np.bincount(lab.random_games(40_000, seed=5).moves[:, 0])
    assert (abs(counts[[19, 26, 37, 44]] - 10_000) < 500).all()  # 5 standard deviations are 433
    assert counts.sum() == counts[[19, 26, 37, 44]].sum()


def test_a_game_depends_on_its_seed_and_number():
    """Threads and parts of a run give the same games. Other seeds and numbers give other games."""
    games = lab.random_games(1000, seed=2026)
    assert (lab.random_games(1000, seed=2026, threads=2).moves == games.moves).all()
    assert (lab.random_games(100, seed=2026, first=900).moves == games.moves[900:]).all()
    assert len(np.unique(games.moves, axis=0)) == 1000
    assert not (lab.random_games(1000, seed=2027).moves == games.moves).all(axis=1).any()


def test_the_games_of_a_seed():
    """The games of a seed are the same bytes in every version and on every processor."""
    moves = lab.random_games(1000, seed=2026).moves
    assert hashlib.sha256(moves.tobytes()).hexdigest() == DIGEST


def test_full_games():
    """Full games have 60 moves. Games that are full at the first attempt stay as they are."""
    games, all_games = (lab.random_games(2000, seed=4, full=full) for full in (True, False))
    assert (games.lengths == 60).all()
    is_full = all_games.lengths == 60
    assert is_full.any()
    assert not is_full.all()
    assert (games.moves[is_full] == all_games.moves[is_full]).all()
    assert (lab.replay(games.moves).results == games.results).all()


def test_games_begin_with_any_board_also_one_whose_mover_must_pass():
    start = "f5d6c3"
    games = lab.random_games(50, seed=1, start=start)
    replay = lab.replay(games.moves, start=start)
    assert (replay.results == games.results).all()
    assert (games.lengths <= 57).all()
    with pytest.raises(OthelloError, match="begin with the usual position"):
        lab.random_games(1, full=True, start=start)
    passing = "OX-X" + "-" * 60 + " O"
    games = lab.random_games(1, start=passing)
    assert lab.replay(games.moves, start=passing).lengths == games.lengths


def test_games_of_the_engine():
    """Games of the engine begin with random moves, are complete, and are the same in parts and threads."""
    games = lab.selfplay_games(4, 3, seed=6, noise=0.2)
    assert (lab.replay(games.moves).results == games.results).all()
    begun = lab.random_games(4, seed=6)
    assert (games.moves[:, :8] == begun.moves[:, :8]).all()
    assert not (games.moves[:, :20] == begun.moves[:, :20]).all(axis=1).any()
    part = lab.selfplay_games(2, 3, seed=6, noise=0.2, first=2, threads=2)
    assert (part.moves == games.moves[2:]).all()
    ends = lab.replay(games.moves, after=True)
    last = ends.legal[np.arange(4), games.lengths - 1]
    assert not last.any()


def test_noise_decides_how_often_the_engine_moves():
    """With noise 1 all moves are random. With noise 0 the engine wins against random moves."""
    quiet = lab.selfplay_games(2, 3, seed=1, noise=0, opening=0)
    assert (quiet.moves == quiet.moves[0]).all()
    loud = lab.selfplay_games(2, 3, seed=1, noise=1, opening=0)
    assert len(np.unique(loud.moves[:, :6], axis=0)) > 1
    assert np.nanmean(lab.losses(quiet.moves[:1], 3)) < np.nanmean(lab.losses(loud.moves[:1], 3))


def test_games_as_of_people():
    """Human-like games are complete, and each depends only on the seed and its number."""
    games = lab.human_games(3, "casual", seed=3)
    assert (lab.replay(games.moves).results == games.results).all()
    assert not lab.replay(games.moves, after=True).legal[np.arange(3), games.lengths - 1].any()
    assert (lab.human_games(2, "casual", seed=3, first=1, threads=2).moves == games.moves[1:]).all()
    with pytest.raises(InvalidNotationError, match="'expert' is not a level"):
        lab.human_games(1, "expert")


@cases(
    ("message", "call"),
    {
        "the number of games must be from 0 to .*, not -1": lambda: lab.random_games(-1),
        "the seed must be from 0 to .*, not -1": lambda: lab.random_games(1, -1),
        "the number of the first game must be": lambda: lab.random_games(1, first=2**63),
        "noise must be from 0 to 1, not 2": lambda: lab.selfplay_games(1, 3, noise=2),
        "the depth must be from 1 to 30, not 0": lambda: lab.selfplay_games(1, 0),
        "the length of the opening must be from 0 to 60, not 61": lambda: lab.selfplay_games(
            1, 3, opening=61
        ),
        "the number of games must be from 0 to .*, not 4611686018427387904": lambda: lab.random_games(2**62),
        "the seed must be an integer from 0 to .*, not 1.5": lambda: lab.random_games(1, 1.5),
        "the number of games must be an integer from .*, not '3'": lambda: lab.human_games("3"),
    }.items(),
)
def test_a_number_out_of_range_raises_an_error_that_names_it(message, call):
    with pytest.raises(OthelloError, match=message):
        call()


def test_integers_of_numpy_are_numbers_of_games():
    """Seeds and numbers may be NumPy integers of any width, and their sums do not overflow."""
    wide, narrow = np.int64(2**62), np.uint8(250)
    pairs = [
        (lab.random_games(narrow, narrow, first=narrow), lab.random_games(250, 250, first=250)),
        (lab.human_games(1, 1, wide, first=narrow), lab.human_games(1, 1, 2**62, first=250)),
        (lab.selfplay_games(1, np.uint8(2), narrow), lab.selfplay_games(1, 2, 250)),
    ]
    for given, wanted in pairs:
        assert (given.moves == wanted.moves).all()
