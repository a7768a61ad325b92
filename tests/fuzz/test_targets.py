"""The targets of the fuzzer, with the inputs that it begins with."""

import pytest

from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_its_seeds_cut_and_doubled_without_an_error(name):
    for seed in TARGETS[name].seeds:
        for data in (seed, seed[: len(seed) // 2], seed + seed):
            TARGETS[name].run(data)
