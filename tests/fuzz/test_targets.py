"""The targets of the fuzzer, with the inputs that it begins with."""

import importlib

from tests.cases import cases


def targets():
    """Return all targets by name. Importing them makes their inputs, which is too slow for collection."""
    return importlib.import_module("tests.fuzz.targets").TARGETS


@cases("name", targets)
def test_a_target_takes_its_seeds_cut_and_doubled_without_an_error(name):
    target = targets()[name]
    for seed in target.seeds:
        for data in (seed, seed[: len(seed) // 2], seed + seed):
            target.run(data)
