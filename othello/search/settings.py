"""The settings of an engine and their possible values.

This module does not import the engine, so command lines and front ends can fill in `EngineSettings` before
the engine is loaded.
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HAS_THREADS: Final = sys.platform != "emscripten"
"""Whether Python can start threads. Pyodide, a browser's Python, cannot.

In Pyodide, a search runs in slices in the caller's thread (see `analysis`) and can stop only between slices.
"""
DEFAULT_TABLE_MIB: Final = 256 if HAS_THREADS else 16
MIN_TABLE_MIB: Final = 1
MAX_TABLE_MIB: Final = 1 << 20
MAX_THREADS: Final = 256
MAX_SEED: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Settings of an engine (see `Engine.from_settings`)."""

    table_mib: float = DEFAULT_TABLE_MIB
    """Size of the transposition table in mebibytes, MIN_TABLE_MIB to MAX_TABLE_MIB."""
    threads: int = 1
    """Number of threads that search together, 1 to MAX_THREADS."""
    weights: Path | None = None
    """A file with evaluation weights, or "zero". None stands for the shipped network."""


DEFAULT: Final = EngineSettings()


def processor_seconds() -> float:
    """Return this process's processor time, or the elapsed time if Python cannot start threads, in seconds.

    A browser's Python counts processor time as a 32-bit number of microseconds, which overflows after 36
    minutes.
    """
    return time.process_time() if HAS_THREADS else time.perf_counter()
