"""What a fit of weights needs of many positions: canonical boards, indices of weights, and sums.

Arrays have a position in each row. Indices say which weights a position sums: one for each
feature, and one for mobility, in the packed order of `linear.packing`.
"""

from typing import Annotated, Any, Final

import numpy as np
from numba import types

from othello.kernels.bits import popcount
from othello.kernels.features import INT16_BYTES, write_features
from othello.kernels.jit import kernel
from othello.kernels.linear import mobility_index
from othello.kernels.memory import Address, load_int16
from othello.kernels.moves import legal_moves
from othello.kernels.patterns import LINEAR
from othello.kernels.replay import Words
from othello.kernels.symmetry import canonical_symmetry, transformed

COLUMNS: Final = len(LINEAR.features) + 1
"""Weights that a position sums."""

WordRows = Annotated[Any, types.Array(types.uint64, 2, "C")]
Integers = Annotated[Any, types.Array(types.int32, 1, "C")]
IntegerRows = Annotated[Any, types.Array(types.int32, 2, "C")]
Floats = Annotated[Any, types.Array(types.float32, 1, "C")]


@kernel
def canonical_boards(players: Words, opponents: Words, into: WordRows) -> None:
    """Write the least image of each position under symmetry: player and opponent."""
    for row in range(len(players)):
        symmetry = canonical_symmetry(players[row], opponents[row])
        into[row, 0] = transformed(players[row], symmetry)
        into[row, 1] = transformed(opponents[row], symmetry)


@kernel
def weight_indices(
    players: Words,
    opponents: Words,
    powers: Address,
    slot: Address,
    middles: Integers,
    packing: Integers,
    into: IntegerRows,
) -> None:
    """Write the indices of each position's weights, COLUMNS a row.

    *powers* is the address of `patterns.LINEAR.powers`, *slot* that of memory for the features of a
    position. *middles* has for each feature the place in a phase of the weight of its empty
    configuration, *packing* for each place in a phase the index.
    """
    for row in range(len(players)):
        write_features(powers, slot, players[row], opponents[row])
        for lane in range(len(middles)):
            into[row, lane] = packing[middles[lane] + load_int16(slot, INT16_BYTES * lane)]
        mine = popcount(legal_moves(players[row], opponents[row]))
        theirs = popcount(legal_moves(opponents[row], players[row]))
        empties = 64 - popcount(players[row] | opponents[row])
        into[row, len(middles)] = packing[mobility_index(empties, mine, theirs)]


@kernel
def sum_weights(indices: IntegerRows, weights: Floats, into: Floats) -> None:
    """Write the sum of the weights of each row."""
    rows, columns = indices.shape
    for row in range(rows):
        total = np.float32(0)
        for column in range(columns):
            total += weights[indices[row, column]]
        into[row] = total


@kernel
def add_errors(indices: IntegerRows, errors: Floats, into: Floats) -> None:
    """Add the error of each row to the places of its weights in *into*."""
    rows, columns = indices.shape
    for row in range(rows):
        for column in range(columns):
            into[indices[row, column]] += errors[row]
