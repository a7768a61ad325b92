"""The kernel that replays games, from any starting position."""

import numpy as np
from hypothesis import given

from othello.kernels.replay import replay_game, replay_games
from tests import model
from tests.formats import records


@given(records.games())
def test_replay_game(game):
    """From any starting position, the positions before each move are those of the slow model."""
    start, all_moves = game
    moves = np.array([7, *(move for move in all_moves if move < 64), 7], np.uint8)
    players, opponents = np.zeros((2, len(moves)), np.uint64)
    turns = np.zeros(len(moves), np.uint8)
    first = np.array([start.player, start.opponent], np.uint64)
    end = replay_game(moves, 1, len(moves) - 1, players, opponents, turns, first)
    assert end == len(moves) - 1
    board, turn, index = model.from_words(start.player, start.opponent), 0, 1
    for move in all_moves:
        if move != model.PASS:
            assert (int(players[index]), int(opponents[index])) == model.to_words(board)
            assert turns[index] == turn
            index += 1
        board, turn = model.play(board, move), 1 - turn
    assert players[0] == opponents[0] == players[-1] == opponents[-1] == 0


def test_replay_games():
    """Each game has its own first illegal move; a game without moves has none."""
    moves = np.array([37, 43, 37, 37, 19], np.uint8)
    players, opponents = np.zeros((2, 5), np.uint64)
    ends = np.zeros(4, np.int64)
    start = np.array(model.to_words(model.start()), np.uint64)
    offsets = np.array([0, 2, 2, 4, 5])
    replay_games(moves, offsets, players, opponents, np.zeros(5, np.uint8), start, ends)
    assert ends.tolist() == [2, 2, 3, 5]
