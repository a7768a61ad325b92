"""The linear evaluation: a sum of learned weights, one for each feature and one for mobility.

The weights, in centidiscs, are 16-bit numbers at `search.weights`: for each phase the tables of
`patterns.LINEAR`, then a table that is looked up with the numbers of legal moves of both sides and
the parity of the empty squares. Docs/evaluation.md says how they were learned.
"""

import functools
from typing import Any, Final

import numpy as np
from numba import types

from othello.kernels import llvm
from othello.kernels.features import INT16_BYTES
from othello.kernels.jit import inlined_kernel
from othello.kernels.memory import Address, load_int16, read_int16
from othello.kernels.patterns import LINEAR, MOBILITY, phase_of

PARITIES: Final = 2
"""There is a table of mobility for even and one for odd numbers of empty squares."""
MOBILITY_START: Final = LINEAR.size
PHASE_SIZE: Final = MOBILITY_START + PARITIES * MOBILITY**2
"""Weights of a phase."""


@functools.cache
def packing() -> Any:
    """For each weight of a phase its place when weights that must be equal are kept once."""
    mobility = LINEAR.packed_size + np.arange(PARITIES * MOBILITY**2)
    return np.concatenate([LINEAR.packing, mobility])


@inlined_kernel
def mobility_index(empties: int, mine: int, theirs: int) -> int:
    """Where in a phase the weight of so many legal moves of the two sides is."""
    place: int = MOBILITY_START + MOBILITY * (MOBILITY * (empties & 1) + mine) + theirs
    return place


@llvm.emitted(types.int64, types.int64, types.int64)
def _sum_of_weights(b: Any, features: Any, weights: Any) -> Any:
    """The sum over all features, written out: a load of the configuration, a load of its weight."""
    total = llvm.I64(0)
    for lane, feature in enumerate(LINEAR.features):
        index = read_int16(b, features, llvm.I64(INT16_BYTES * lane))
        offset = b.mul(b.add(index, llvm.I64(LINEAR.middle(feature))), llvm.I64(INT16_BYTES))
        total = b.add(total, read_int16(b, weights, offset))
    return total


@inlined_kernel
def linear_value(weights: Address, features: Address, empties: int, mine: int, theirs: int) -> int:
    """The sum of the weights for a position with these features and numbers of legal moves."""
    weights += phase_of(empties) * (INT16_BYTES * PHASE_SIZE)
    value: int = load_int16(weights, INT16_BYTES * mobility_index(empties, mine, theirs))
    return value + _sum_of_weights(features, weights)
