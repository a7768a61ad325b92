"""The static evaluation: what a position is worth without searching it.

`evaluate(search, player, opponent)` is the whole interface: the expected final difference
in centidiscs, from the player's view, within -LIMIT..LIMIT, so that no estimate is as
good as a certain wipe-out.

This evaluation is made by hand from what players look at: mobility, potential mobility,
corners, the squares beside empty corners, stable discs and parity, each difference with a
weight that changes with the number of empty squares.
"""

import numpy as np

from othello.kernels.bits import CORNERS, FILE_A, FILE_H, ONE, Word, popcount, word, word_of
from othello.kernels.frozen import frozen_numbers
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.moves import legal_moves, potential_moves
from othello.kernels.stability import stable_edges
from othello.kernels.state import State

LIMIT = 6300
FEATURES = 7
EIGHT, NINE, SEVEN = word(8), word(9), word(7)

WEIGHTS = (
    # empties: 60  48  36  24  12   0   centidiscs for
    (100, 110, 120, 130, 110, 60),  # a legal move
    (40, 45, 50, 40, 30, 0),  # an empty square beside an opponent's disc
    (900, 1000, 1000, 900, 600, 200),  # a corner
    (-300, -350, -350, -300, -200, 0),  # a disc diagonally beside an empty corner
    (-150, -150, -150, -120, -80, 0),  # a disc beside an empty corner on the edge
    (50, 60, 80, 100, 100, 100),  # a stable disc on an edge
    (0, 0, 0, 50, 100, 150),  # being the one to play the last square: an odd number is empty
)


@frozen_numbers(bits=16)
def _weights() -> list[int]:
    """Index FEATURES * empties + feature, interpolated between the columns of WEIGHTS."""
    columns = [60, 48, 36, 24, 12, 0]
    rows = [np.interp(range(65), columns[::-1], weights[::-1]) for weights in WEIGHTS]
    return [round(row[empties]) for empties in range(65) for row in rows]


@inlined_kernel
def _weight(index: int) -> int:
    """Index FEATURES * empties + feature."""
    return _weights(word_of(index))


@inlined_kernel
def _diagonal_neighbours(corners: Word) -> Word:
    """The X squares of these corners."""
    right = ((corners & ~FILE_H) << NINE) | ((corners & ~FILE_H) >> SEVEN)
    left = ((corners & ~FILE_A) << SEVEN) | ((corners & ~FILE_A) >> NINE)
    return right | left


@inlined_kernel
def _edge_neighbours(corners: Word) -> Word:
    """The C squares of these corners."""
    return (
        (corners << EIGHT) | (corners >> EIGHT) | ((corners & ~FILE_H) << ONE) | ((corners & ~FILE_A) >> ONE)
    )


@kernel
def evaluate(search: State, player: Word, opponent: Word) -> int:
    """The expected final difference, player minus opponent, in centidiscs."""
    occupied = player | opponent
    empty_corners = CORNERS & ~occupied
    x_squares, c_squares = _diagonal_neighbours(empty_corners), _edge_neighbours(empty_corners)
    empties = 64 - popcount(occupied)
    first = FEATURES * empties
    moves = popcount(legal_moves(player, opponent)) - popcount(legal_moves(opponent, player))
    potential = popcount(potential_moves(player, opponent)) - popcount(potential_moves(opponent, player))
    score = moves * _weight(first) + potential * _weight(first + 1)
    score += (popcount(player & CORNERS) - popcount(opponent & CORNERS)) * _weight(first + 2)
    score += (popcount(player & x_squares) - popcount(opponent & x_squares)) * _weight(first + 3)
    score += (popcount(player & c_squares) - popcount(opponent & c_squares)) * _weight(first + 4)
    stable = popcount(stable_edges(player, opponent)) - popcount(stable_edges(opponent, player))
    score += stable * _weight(first + 5) + (2 * (empties & 1) - 1) * _weight(first + 6)
    return max(-LIMIT, min(LIMIT, score))
