"""Networks for tests."""

import numpy as np

from othello.kernels import network
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.training.arrays import Arrays, packed_rows, unchanged


def senseless(seed=1, most=network.MAX_IN_ROW):
    """A network of random numbers, equivariant as a trained one."""
    return senseless_arrays(seed, most).network()


def senseless_arrays(seed=1, most=network.MAX_IN_ROW):
    """The numbers of `senseless`."""
    random = np.random.default_rng(seed)
    rows = random.integers(-most - 1, most + 1, (NETWORK.packed_size, network.WIDTH), np.int8)
    for turned, places in unchanged():
        rows[places] = (rows[places] + rows[places][:, turned]) >> 1
    return Arrays(
        biases=random.integers(-50, 100, (PHASES, network.UNITS), np.int16),
        mobility=random.integers(-40, 40, (2, MOBILITY, network.UNITS), np.int16),
        weights=random.integers(-network.MOST, network.MOST + 1, (PHASES, network.UNITS), np.int16),
        offsets=random.integers(-300, 300, PHASES, np.int32),
        scales=random.integers(1, 20, PHASES, np.int32),
        rows=packed_rows(rows),
    )
