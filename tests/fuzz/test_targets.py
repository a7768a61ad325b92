"""The targets of the fuzzer, with the inputs that it begins with."""

import pytest

from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name):
    """A target takes its seeds, cut and doubled, without an error."""
    for seed in TARGETS[name].seeds:
        for data in (seed, seed[: len(seed) // 2], seed + seed):
            TARGETS[name].run(data)
