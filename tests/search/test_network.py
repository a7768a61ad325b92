"""The network: its arrays for kernels, its checksum, and a network of zeros."""

from dataclasses import replace

import pytest

from othello import Engine, Limits, Position
from othello.kernels.constants import HIGHEST
from othello.search import evaluation_files
from othello.search.network import Network
from othello.search.probcut_margins import ProbCutMargins
from othello.training.arrays import SHAPES, Arrays


@pytest.fixture(scope="module")
def zero():
    return evaluation_files.load(evaluation_files.ZERO)


def test_arrays(zero):
    """A workspace gets the powers, the deviations, the tempo, and the network, which all workspaces share."""
    arrays = zero.arrays()
    assert set(arrays) == {"powers", "network", "deviations", "tempo"}
    assert arrays["network"] is zero.arrays()["network"]
    assert arrays["deviations"] is zero.deviations.table() is replace(zero.deviations).table()
    assert bytes(arrays["tempo"].bytes) == bytes(zero.deviations.tempo_table().bytes)


def test_the_greatest_factors_that_a_file_may_have_give_the_greatest_deviations_and_tempo():
    greatest = ProbCutMargins(search=(9.9,) * 4, exact=(9.9,) * 3, tempo=(9.9,) * 3)
    assert greatest.is_valid
    assert max(greatest.table().view("h")) == max(greatest.tempo_table().view("h")) == HIGHEST


def test_checksum(zero):
    """The checksum depends on the numbers and on the deviations, but not on the description."""
    assert replace(Network.zero(), made="another description").checksum() == zero.checksum()
    assert replace(zero, deviations=ProbCutMargins(exact=(1, 0, 0))).checksum() != zero.checksum()
    arrays = Arrays.of(zero)
    for name in SHAPES:
        array = getattr(arrays, name).copy()
        array.flat[-1] += 1
        assert replace(arrays, **{name: array}).network().checksum() != zero.checksum(), name


def test_zero(zero):
    """A network of zeros has the default deviations, and an engine with it plays legal moves."""
    assert zero.deviations == ProbCutMargins()
    with Engine(table_mib=1, evaluation=zero) as engine:
        assert engine.evaluate(Position.start()).discs == 0
        result = engine.play(Position.start(), Limits(depth=5))
    assert result.move in Position.start().legal_moves
    assert result.score.discs == 0
