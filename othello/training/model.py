"""A network in training, with floating-point numbers, and its conversion from and to integers."""

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from othello.kernels import network
from othello.kernels.network import HALF, MAX_IN_ROW, MIN_IN_ROW, ORIENTATIONS, UNITS, WIDTH
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.kernels.sgd import MIN_ROW_SUM
from othello.rules.score import DISC
from othello.search.network import Network
from othello.training.arrays import Arrays, packed_rows, unchanged, unpacked_rows

SPREAD_OF_ROWS: Final = 0.02
SPREAD_OF_WEIGHTS: Final = 2.0
FIRST_BIAS: Final = 0.3
"""An untrained network begins with random numbers of these standard deviations and with this bias."""
KNOWN_ROW_SUM: Final = 20.0
KNOWN_SUM: Final = 1e5
"""The initial sums of squares if a trained network is trained further."""


@dataclass(eq=False)
class Model:
    """A network in training, with its numbers and sums of squares as float32 arrays (see `kernels.sgd`)."""

    rows: Any
    weights: Any
    biases: Any
    mobility: Any
    offsets: Any
    row_sums: Any
    weight_sums: Any
    mobility_sums: Any

    @classmethod
    def untrained(cls, seed: int) -> Self:
        """Return a model that begins with random numbers."""
        random = np.random.default_rng(seed)
        shape = NETWORK.packed_size, WIDTH
        model = cls(
            rows=np.float32(SPREAD_OF_ROWS) * random.standard_normal(shape, np.float32),
            weights=np.tile(SPREAD_OF_WEIGHTS * random.standard_normal(UNITS, np.float32), (PHASES, 1)),
            biases=np.full((PHASES, UNITS), FIRST_BIAS, np.float32),
            mobility=np.zeros((2 * MOBILITY, UNITS), np.float32),
            offsets=np.zeros(PHASES, np.float32),
            row_sums=np.zeros(NETWORK.packed_size, np.float32),
            weight_sums=np.zeros((PHASES, UNITS), np.float32),
            mobility_sums=np.zeros((2 * MOBILITY, UNITS), np.float32),
        )
        model.make_symmetric()
        return model

    @classmethod
    def of(cls, trained: Network) -> Self:
        """Return a model with the numbers of a trained network. Except for rounding, this reverses `network`.

        `kernels.network` describes the integers of a network. A model's numbers are floating-point numbers.
        The unit is 1 in the hidden layer and a disc for values.
        """
        one, arrays = np.float32(network.ONE), Arrays.of(trained)
        rows = unpacked_rows(arrays.rows) * np.float32(network.ROW_STEP / network.ONE)
        # An integer weight times the phase's scale is the number of centidiscs that the square of a hidden
        # unit adds. The integers of the hidden layer are in units of 1 / ONE.
        weight_unit = (arrays.scales * one**2 / np.float32(DISC << network.SCALE_BITS)).astype(np.float32)
        return cls(
            rows=rows,
            weights=arrays.weights.astype(np.float32) * weight_unit[:, None],
            biases=arrays.biases.astype(np.float32) / one,
            mobility=arrays.mobility.reshape(2 * MOBILITY, UNITS).astype(np.float32) / one,
            offsets=arrays.offsets.astype(np.float32) / np.float32(DISC),
            # A row of zeros has never been trained, so it must be able to change as quickly as a new row.
            row_sums=np.where(rows.any(axis=1), np.float32(KNOWN_ROW_SUM), np.float32(0)),
            weight_sums=np.full((PHASES, UNITS), KNOWN_SUM, np.float32),
            mobility_sums=np.full((2 * MOBILITY, UNITS), KNOWN_SUM, np.float32),
        )

    def keep(self, units: int | None, rows: Any = None) -> None:
        """Keep only *units* units and the rows with the indexes *rows*. All other numbers stay zero.

        *units* is an even number. None keeps all units or all rows.
        """
        if units is not None:
            unused = np.arange(UNITS) % HALF >= units // 2
            self.rows.reshape(-1, ORIENTATIONS, UNITS)[..., unused] = 0
            for array in (self.weights, self.biases, self.mobility):
                array[:, unused] = 0
        if rows is not None:
            others = np.setdiff1d(np.arange(NETWORK.packed_size), rows)
            self.rows[others] = 0
            # Training divides the learning rate of a row by the square root of its sum.
            self.row_sums[others] = np.inf

    def make_symmetric(self) -> None:
        """Average the blocks of a row that a symmetry exchanges without changing the row's configuration."""
        for turned, places in unchanged():
            rows = self.rows[places]
            self.rows[places] = (rows + rows[:, turned]) / 2

    def shrink(self, step: float) -> None:
        """Move the numbers of all rows toward zero, which is the step for a penalty on their magnitudes.

        *step* is the penalty times the learning rate. As in `kernels.sgd`, it is divided by the root of the
        row's sum. Smaller numbers become zero.

        Source: J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods for Online Learning and
        Stochastic Optimization" (2011), section 5.1.
        """
        limits = np.float32(step) / np.sqrt(self.row_sums[:, None] + np.float32(MIN_ROW_SUM))
        self.rows -= np.clip(self.rows, -limits, limits)

    def network(self, made: str) -> Network:
        """Return the model as a network of integers. *made* describes its origin.

        Rows that no sample used are zero. A phase without samples uses the numbers of the closest phase that
        had samples.
        """
        seen = np.flatnonzero(self.weight_sums.any(axis=1))
        phases = np.arange(PHASES)
        if len(seen):
            phases = seen[np.abs(phases[:, None] - seen).argmin(axis=1)]
        weights, one = self.weights[phases], network.ONE
        greatest = np.abs(weights).max(axis=1)
        numbers = _integers(self.rows * (one / network.ROW_STEP), np.int8, MIN_IN_ROW, MAX_IN_ROW)
        numbers[self.row_sums == 0] = 0
        return Arrays(
            biases=_integers(one * self.biases[phases], np.int16),
            mobility=_integers(one * self.mobility, np.int16).reshape(2, MOBILITY, UNITS),
            weights=_integers(weights * (network.MOST / greatest)[:, None], np.int16),
            offsets=_integers(DISC * self.offsets[phases], np.int32),
            scales=_integers(greatest * ((DISC << network.SCALE_BITS) / (network.MOST * one**2)), np.int32),
            rows=packed_rows(numbers),
        ).network(made)


def _integers(array: Any, kind: Any, minimum: int | None = None, maximum: int | None = None) -> Any:
    """Round to integers of type *kind*, clipped to the limits if they are given, or to the type's limits."""
    limits = np.iinfo(kind)
    minimum, maximum = limits.min if minimum is None else minimum, limits.max if maximum is None else maximum
    return np.clip(np.round(array), minimum, maximum).astype(kind)
