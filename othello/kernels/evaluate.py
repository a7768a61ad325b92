"""The static evaluation: what a position is worth without searching it.

`evaluate(search, player, opponent)` is the whole interface: the expected final difference
in centidiscs, from the player's view, within -LIMIT..LIMIT, so that no estimate is as
good as a certain wipe-out.

It is a sum of weights that were learned (docs/evaluation.md): one for each feature of
`patterns`, read with the configuration that `features` keeps, and one for the numbers of
legal moves. The weights, in centidiscs, are 16-bit numbers at `search.weights`: PHASES times
the PHASE_SIZE numbers that `patterns` lays out, a change of phase every other move.
"""

from typing import Any, Final

from numba import types

from othello.kernels import llvm
from othello.kernels.bits import Word, popcount
from othello.kernels.constants import DISC, HIGHEST
from othello.kernels.features import features_at
from othello.kernels.jit import kernel
from othello.kernels.memory import Address, load_int16, read_int16
from othello.kernels.moves import legal_moves
from othello.kernels.patterns import (
    FEATURES,
    PHASE_SIZE,
    TABLE_SIZES,
    TABLE_STARTS,
    mobility_index,
    phase_of,
)
from othello.kernels.search_state import SearchState

LIMIT: Final = HIGHEST - DISC
INT16_BYTES = 2


@llvm.emitted(types.int64, types.int64, types.int64)
def _sum_of_weights(b: Any, features: Any, weights: Any) -> Any:
    """The sum over all features, written out: a load of the configuration, a load of its weight."""
    total = llvm.I64(0)
    for lane, feature in enumerate(FEATURES):
        index = read_int16(b, features, llvm.I64(INT16_BYTES * lane))
        middle = TABLE_STARTS[feature.pattern] + TABLE_SIZES[feature.pattern] // 2
        offset = b.mul(b.add(index, llvm.I64(middle)), llvm.I64(INT16_BYTES))
        total = b.add(total, read_int16(b, weights, offset))
    return total


@kernel
def evaluate(search: SearchState, player: Word, opponent: Word) -> int:
    """The expected final difference, player minus opponent, in centidiscs; needs the features."""
    empties = 64 - popcount(player | opponent)
    first: Address = search.weights
    weights = first + phase_of(empties) * (INT16_BYTES * PHASE_SIZE)
    mine, theirs = popcount(legal_moves(player, opponent)), popcount(legal_moves(opponent, player))
    score = _sum_of_weights(features_at(search, empties), weights)
    score += load_int16(weights, INT16_BYTES * mobility_index(empties, mine, theirs))
    return max(-LIMIT, min(LIMIT, score))
