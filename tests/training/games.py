"""Games for tests: random ones in the form of WTHOR files, and samples of self-play."""

import random

import numpy as np

from othello.formats import wthor
from othello.kernels import table
from othello.rules import arrays
from othello.rules.position import Position
from othello.rules.square import NO_MOVE
from othello.search.thread_data import ThreadData
from othello.training import games, generate
from tests import model


def random_games(count, seed=1):
    """*count* games of random moves, all played to their ends."""
    rows = [_moves(random.Random(f"{seed} {number}")) for number in range(count)]
    zeros = np.zeros(count, np.uint16)
    return wthor.GameTable(
        moves=np.array([row + [NO_MOVE] * (60 - len(row)) for row in rows], np.uint8),
        scores=np.full(count, 32, np.uint8),
        best_scores=np.full(count, 32, np.uint8),
        solved_empties=np.full(count, 22, np.uint8),
        blacks=zeros,
        whites=zeros,
        tournaments=zeros,
        years=np.full(count, 2001, np.uint16),
    )


def _moves(chance):
    position, moves = Position.start(), []
    while not position.is_over:
        if position.must_pass:
            position = position.pass_turn()
        else:
            moves.append(chance.choice(list(position.legal_moves)))
            position = position.play(moves[-1])
    return moves


def self_play(settings, numbers):
    """The samples of each of the games *numbers* of a run."""
    workspace = ThreadData(table.new_table(1))
    openings = generate.no_openings()
    return [samples_of(generate.play_game(workspace, number, settings, openings)) for number in numbers]


def samples_of(rows):
    """The samples of rows of `games.GAME`."""
    return games.to_samples(rows, arrays.replayed(rows["moves"]))


def board_of(sample):
    """The position of a sample, for the slow model."""
    return model.from_words(int(sample["player"]), int(sample["opponent"]))
