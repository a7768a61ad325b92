"""The targets of the fuzzer, with the inputs that it begins with."""

from tests.cases import cases
from tests.fuzz.targets import TARGETS


@cases("name", TARGETS)
def test_a_target_takes_its_seeds_cut_and_doubled_without_an_error(name):
    for seed in TARGETS[name].seeds:
        for data in (seed, seed[: len(seed) // 2], seed + seed):
            TARGETS[name].run(data)
