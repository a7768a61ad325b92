"""The node count of the benchmark is the same in code for other processors."""

import os
import platform
import subprocess
import sys

import pytest
from llvmlite import binding

from tests import source

NEEDED = {"x86-64": "sse2", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl"}
"""Processors by their LLVM names, and a feature that this computer must have to run their code."""


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
    assert f"nodes    {int(source.SIGNATURE.read_text())}\n" in done.stdout
