"""Kernels with random arguments: the same results as by the plain rules, as recorded, and on all targets."""

import pytest

from tests import source
from tests.fuzz import kernels

COUNT = 2000
RECORDED = source.DATA / "fuzz" / "kernels.txt"
"""Digests that do not depend on the network, for COUNT and for a million boards."""


def test_results_are_those_of_the_plain_rules_and_those_recorded():
    lines = [
        line for line in RECORDED.read_text(encoding="utf-8").splitlines() if line.startswith(f"{COUNT} ")
    ]
    assert len(lines) == 13
    assert set(lines) <= set(kernels.result(COUNT))


@pytest.mark.slow
@pytest.mark.parametrize("target", kernels.others())
def test_results_and_nodes_are_the_same_on_another_target(target):
    assert kernels.differences(COUNT, target, kernels.result(COUNT)) == []
