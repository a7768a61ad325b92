"""From samples to weights: one regression for each phase, from the end of the game backwards.

Each phase starts from the weights of the phase after it and is held near them by the ridge
(see `regression`), so configurations that are rare in one phase have the value that the
next phases found. The samples of the neighbouring numbers of empty squares are fitted too.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numba
import numpy as np

from othello.kernels import features, memory, patterns
from othello.kernels.bits import popcount
from othello.kernels.features import write_features
from othello.kernels.moves import legal_moves
from othello.kernels.patterns import mobility_index
from othello.search import weights
from othello.search.weights import Weights
from othello.training import regression, samples

RIDGE: Final = 200.0
NOISE: Final = 2.0
"""The ridge is so many times as strong where most values are results of play, not solved ones."""
SOLVED_EMPTIES: Final = 16
"""Up to so many empty squares most values are solved ones."""
ITERATIONS: Final = 24
MARGIN: Final = 2
"""Samples with so many more or fewer empty squares than a phase has are fitted with it."""
COLUMNS: Final = len(patterns.FEATURES) + 1
CENTIDISCS: Final = 100


@dataclass(frozen=True, slots=True)
class PhaseFit:
    """What the fit of a phase came to."""

    phase: int
    samples: int
    """Samples fitted, those of neighbours included."""
    error: float
    """Mean absolute error on them, discs."""
    held_out: int
    held_out_error: float
    """Mean absolute error on the games that were held out, discs, or NaN when there are none."""


def fit(
    data: Any,
    made: str,
    *,
    ridge: float = RIDGE,
    iterations: int = ITERATIONS,
    on_phase: Callable[[PhaseFit], None] = lambda fit: None,
) -> Weights:
    """Weights for the samples *data*, of which some games are held out; *made* says where they come from."""
    empties = samples.empties(data)
    held_out = samples.is_held_out(data)
    found = np.zeros((patterns.PHASES, weights.packed_size()), np.float32)
    prior = found[0]
    for phase in range(patterns.PHASES):
        own = _in_phase(empties, phase, 0)
        chosen = data[_in_phase(empties, phase, MARGIN) & ~held_out]
        strength = ridge if 2 * phase <= SOLVED_EMPTIES else NOISE * ridge
        prior = fitted_phase(chosen, prior, strength, iterations)
        found[phase] = prior
        on_phase(
            PhaseFit(
                phase,
                len(chosen),
                error(data[own & ~held_out], prior),
                int((own & held_out).sum()),
                error(data[own & held_out], prior),
            )
        )
    rounded = np.clip(np.round(CENTIDISCS * found), -(2**15), 2**15 - 1).astype(np.int16)
    return Weights(rounded, made)


def _in_phase(empties: Any, phase: int, margin: int) -> Any:
    low = 2 * phase if phase > 0 else 0
    high = low + 1 if phase < patterns.PHASES - 1 else 60
    return (empties >= low - margin) & (empties <= high + margin)


def fitted_phase(data: Any, prior: Any, ridge: float, iterations: int) -> Any:
    """Weights of one phase in discs, near *prior*."""
    if len(data) == 0:
        return prior.copy()
    values = data["value"].astype(np.float32)
    return regression.fitted(indices(data), values, prior, ridge=ridge, iterations=iterations)


def error(data: Any, table: Any) -> float:
    """The mean absolute error of weights of one phase, in discs."""
    return float(np.abs(estimated(data, table) - data["value"]).mean()) if len(data) else float("nan")


def estimated(data: Any, table: Any) -> Any:
    """The values that weights of one phase give, in discs, clipped as the evaluation clips them."""
    found = np.empty(len(data), np.float32)
    if len(data):
        regression.estimates(indices(data), table, found)
    return np.clip(found, -64, 64)


def indices(data: Any) -> Any:
    """For each sample the places of its weights among the packed ones: int32, shape (samples, COLUMNS)."""
    found = np.empty((len(data), COLUMNS), np.int32)
    starts = np.array([patterns.TABLE_STARTS[each.pattern] for each in patterns.FEATURES])
    halves = np.array([patterns.TABLE_SIZES[each.pattern] // 2 for each in patterns.FEATURES])
    packing = patterns.packing().astype(np.int32)
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        jobs = [
            pool.submit(_write_indices, part["player"], part["opponent"], starts + halves, packing, rows)
            for part, rows in zip(np.array_split(data, threads), np.array_split(found, threads), strict=True)
        ]
        for job in jobs:
            job.result()
    return found


def _write_indices(player: Any, opponent: Any, middles: Any, packing: Any, into: Any) -> None:
    slot = memory.aligned(features.SLOT_BYTES // 8)
    lanes = slot.view(np.int16)
    _fill(player, opponent, slot.ctypes.data, lanes, middles, packing, into)


@numba.njit(nogil=True, boundscheck=False)
def _fill(player: Any, opponent: Any, slot: Any, lanes: Any, middles: Any, packing: Any, into: Any) -> None:
    for row in range(len(player)):
        write_features(slot, player[row], opponent[row])
        for lane in range(len(middles)):
            into[row, lane] = packing[middles[lane] + lanes[lane]]
        mine = popcount(legal_moves(player[row], opponent[row]))
        theirs = popcount(legal_moves(opponent[row], player[row]))
        empties = 64 - popcount(player[row] | opponent[row])
        into[row, len(middles)] = packing[mobility_index(empties, mine, theirs)]
