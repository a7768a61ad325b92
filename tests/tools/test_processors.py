"""The node count of the benchmark is the same in code for other processors, and in code that counts more."""

import json
import os
import platform
import subprocess
import sys

import pytest
from llvmlite import binding

from tests import source

SIGNATURE = source.DATA / "bench" / "signature.txt"
NEEDED = {"x86-64": "sse2", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl"}
"""Processors by their LLVM names, and a feature that this computer must have to run their code."""

NAMES = ("nodes", "nodes_all")
"""Counts that the benchmark prints."""


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64", reason="code for x86-64 runs on x86-64 only")
@pytest.mark.parametrize("processor", NEEDED)
def test_node_counts(processor, tmp_path):
    """Code for plain x86-64, for AVX2 and for AVX-512 searches the recorded number of nodes."""
    if not binding.get_host_cpu_features().get(NEEDED[processor]):
        pytest.skip(f"this computer has no {NEEDED[processor]}")
    settings = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    bench = [sys.executable, "-m", "othello", "bench"]
    done = subprocess.run(
        bench, cwd=source.ROOT, env=os.environ | settings, capture_output=True, text=True, check=True
    )
    assert f"nodes    {int(SIGNATURE.read_text())}\n" in done.stdout


@pytest.mark.slow
def test_code_that_counts_all():
    """Code that counts every position searches the recorded number of nodes, and counts more."""
    bench = [sys.executable, "-m", "othello", "bench", "--count-all"]
    done = subprocess.run(bench, cwd=source.ROOT, capture_output=True, text=True, check=True)
    nodes, nodes_all = (int(done.stdout.split()[done.stdout.split().index(each) + 1]) for each in NAMES)
    assert nodes == int(SIGNATURE.read_text())
    assert 1.3 * nodes < nodes_all < 3 * nodes


@pytest.mark.slow
def test_solutions_with_all_positions():
    """`solve --count-all` adds `nodes_all` and changes nothing else; its workers count as well."""
    file, results = source.DATA / "ffo" / "fforum-1-19.obf", []
    for more in ([], ["--count-all"], ["--count-all", "-j", "2"]):
        solve = [sys.executable, "-m", "othello", "solve", "--json", "--hash", "1", str(file), *more]
        done = subprocess.run(solve, cwd=source.ROOT, capture_output=True, text=True, check=True)
        found = [json.loads(line) | {"seconds": 0} for line in done.stdout.splitlines()]
        results.append(sorted(found, key=lambda each: each["number"]))
    plain, counted, shared = results
    assert counted == shared
    assert [each | {"nodes_all": None} for each in counted] == plain
    assert all(each["nodes_all"] > each["nodes"] for each in counted)
