"""Random games as lines of text, and their positions, by the slow rules alone."""

import random

from tests import model


def random_game(seed, longest=60):
    """The line of a random game of at most *longest* moves."""
    chance, board, names = random.Random(seed), model.start(), []
    while not model.is_over(board) and len(names) < longest:
        if model.must_pass(board):
            board = model.passed(board)
        else:
            move = chance.choice(model.legal_moves(board))
            names.append(model.NAMES[move])
            board = model.play(board, move)
    return "".join(names)


def replayed(line):
    """The positions before each move with the side to move, +1 for black, and the final score for black."""
    board, side, found = model.start(), 1, []
    for at in range(0, len(line), 2):
        if model.must_pass(board):
            board, side = model.passed(board), -side
        found.append((board, side))
        board, side = model.play(board, model.NAMES.index(line[at : at + 2])), -side
    return found, side * model.final_score(board)


def cells(board):
    """The cells of a position, X for the side to move."""
    return "".join("-XO"[disc] for disc in board)
