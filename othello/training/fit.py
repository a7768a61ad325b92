"""Weights fitted to samples: a regression for each phase, from the end of the game backwards.

The prior of each phase is the fit of the following phase, and the ridge keeps the weights near it (see
`regression`), so a configuration that is rare in one phase keeps its value of the following phase. The
fit of a phase also uses samples with slightly more or fewer empties.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from othello.kernels import features, linear, memory, patterns
from othello.kernels.fitting import COLUMNS, sum_weights, weight_indices
from othello.kernels.patterns import LINEAR
from othello.score import DISC
from othello.search.weights import Weights, packed_size
from othello.training import regression, samples
from othello.training.settings import FitSettings

NOISE: Final = 2.0
"""Factor of the ridge in phases where most values are not solved."""
SOLVED_EMPTIES: Final = 16
"""Phases with at most this many empties have mostly solved values."""
MARGIN: Final = 2
"""Maximum difference in empties between a phase and the samples of its fit."""

DEFAULTS: Final = FitSettings()


@dataclass(frozen=True, slots=True)
class PhaseFit:
    """The result of fitting one phase."""

    phase: int
    samples: int
    """Number of fitted samples, including those within MARGIN."""
    error: float
    """Mean absolute error on the samples of the phase itself, discs; NaN if there are none."""
    held_out: int
    """Number of held-out samples of the phase."""
    held_out_error: float
    """Mean absolute error on the held-out samples, discs; NaN if there are none."""


def fit(
    data: Any,
    values: Any,
    made: str,
    settings: FitSettings = DEFAULTS,
    on_phase: Callable[[PhaseFit], None] = lambda fit: None,
) -> Weights:
    """Return weights fitted to the samples *data*, except held-out games (`samples.is_held_out`).

    *values* has the value of each sample, in discs. *made* is a text about the origin of the weights, which
    is stored with them. *on_phase* is called with the result of each phase.
    """
    empties = samples.empties(data)
    held_out = samples.is_held_out(data)
    found = np.zeros((patterns.PHASES, packed_size()), np.float32)
    prior = found[0]
    for phase in range(patterns.PHASES):
        own = _in_phase(empties, phase, 0)
        chosen = _in_phase(empties, phase, MARGIN) & ~held_out
        ridge = settings.ridge if 2 * phase <= SOLVED_EMPTIES else NOISE * settings.ridge
        prior = fit_phase(data[chosen], values[chosen], prior, ridge, settings.iterations)
        found[phase] = prior
        on_phase(
            PhaseFit(
                phase,
                int(chosen.sum()),
                error(data[own & ~held_out], values[own & ~held_out], prior),
                int((own & held_out).sum()),
                error(data[own & held_out], values[own & held_out], prior),
            )
        )
    rounded = np.clip(np.round(DISC * found), -(2**15), 2**15 - 1).astype(np.int16)
    return Weights(rounded, made=made)


def _in_phase(empties: Any, phase: int, margin: int) -> Any:
    own = patterns.phase_empties(phase)
    return (empties >= own.start - margin) & (empties < own.stop + margin)


def fit_phase(data: Any, values: Any, prior: Any, ridge: float, iterations: int) -> Any:
    """Return fitted weights of one phase, in discs; *ridge* keeps them near *prior*."""
    if len(data) == 0:
        return prior.copy()
    return regression.fit(indices(data), values, prior, ridge=ridge, iterations=iterations)


def error(data: Any, values: Any, table: Any) -> float:
    """Return the mean absolute error of the weights of one phase on *data*, in discs."""
    return float(np.abs(estimate(data, table) - values).mean()) if len(data) else float("nan")


def estimate(data: Any, table: Any) -> Any:
    """Return the estimate of one phase for each sample, in discs, limited to -64..64."""
    found = np.empty(len(data), np.float32)
    if len(data):
        sum_weights(indices(data), table, found)
    return np.clip(found, -64, 64)


def indices(data: Any) -> Any:
    """Return the indices of each sample's packed weights: int32, shape (samples, COLUMNS)."""
    found = np.empty((len(data), COLUMNS), np.int32)
    middles = list(map(LINEAR.middle, LINEAR.features))
    packing = linear.packing().astype(np.int32)
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        jobs = [
            pool.submit(_write_indices, part, np.array(middles, np.int32), packing, rows)
            for part, rows in zip(np.array_split(data, threads), np.array_split(found, threads), strict=True)
        ]
        for job in jobs:
            job.result()
    return found


def _write_indices(data: Any, middles: Any, packing: Any, into: Any) -> None:
    players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
    slot = memory.aligned(features.SLOT_BYTES // 8)
    weight_indices(players, opponents, LINEAR.powers.ctypes.data, slot.ctypes.data, middles, packing, into)
