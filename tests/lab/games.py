"""Games for tests of the lab: with passes, as lists of moves and as rows."""

import numpy as np

from tests import model, positions


def rows_of(games):
    """Games as rows of moves, passes left out."""
    rows = np.full((len(games), 60), 255, np.uint8)
    for row, moves in zip(rows, games, strict=True):
        squares = [move for move in moves if move != model.PASS]
        row[: len(squares)] = squares
    return rows


def lopsided_moves(seed):
    """The moves of a game with passes."""
    return list(positions.moves_of(positions.lopsided_game(seed)))
