"""The linear evaluation: its numbers, its arrays for kernels, and weights that are all zero."""

import numpy as np
import pytest

from othello.engine import Engine
from othello.kernels import linear, patterns
from othello.limits import Limits
from othello.position import Position
from othello.search import evaluation_files
from othello.search.evaluation import Deviations
from othello.search.weights import Weights, packed_size


@pytest.fixture(scope="module")
def some():
    # Mostly zeros, which compress quickly.
    packed = np.zeros((patterns.PHASES, packed_size()), np.int16)
    packed[:, ::97] = np.random.default_rng(7).integers(-(2**15), 2**15, packed[:, ::97].shape, np.int16)
    packed[:2, 5], packed[2, 5] = -(2**15), 2**15 - 1
    return Weights(packed)


def test_tables(some):
    """Kernels get each weight at every index that equals its own by symmetry."""
    tables = some.tables
    assert tables.shape == (patterns.PHASES, linear.PHASE_SIZE)
    assert tables.dtype == np.int16
    assert tables.flags.c_contiguous
    places, counts = np.unique(linear.packing(), return_counts=True)
    place = next(place for place in places[counts > 1].tolist() if some.packed[:, place].any())
    for index in np.flatnonzero(linear.packing() == place):
        assert np.array_equal(tables[:, index], some.packed[:, place])


def test_arrays(some):
    """A workspace gets the tables, which all workspaces share, the deviations and the tempo."""
    arrays = some.arrays()
    assert set(arrays) == {"powers", "weights", "deviations", "tempo"}
    assert arrays["weights"] is some.arrays()["weights"]
    assert np.array_equal(arrays["deviations"], some.deviations.table())
    assert np.array_equal(arrays["tempo"], some.deviations.tempo_table())


def test_checksum(some):
    """The checksum depends on the weights and on the deviations, and not on the description."""
    same = Weights(some.packed.copy(), made="another description")
    assert same.checksum() == some.checksum()
    assert Weights(some.packed, deviations=Deviations(exact=(1, 0, 0))).checksum() != some.checksum()
    assert Weights.zero().checksum() != some.checksum()


def test_extreme_weights_keep_their_values(some):
    """The body of a file keeps every 16-bit number, also where phases differ by more than 16 bits."""
    found = Weights.from_body(some.to_body(), "by a test", some.deviations)
    assert np.array_equal(found.packed, some.packed)


def test_zero_weights():
    """Zero weights have the default deviations, and an engine with them plays legal moves."""
    zero = evaluation_files.load(evaluation_files.ZERO)
    assert not zero.tables.any()
    assert zero.deviations == Deviations()
    with Engine(table_mib=1, evaluation=zero) as engine:
        result = engine.play(Position.start(), Limits(depth=5))
        assert result.move in Position.start().legal_moves
        assert result.score.discs == 0
