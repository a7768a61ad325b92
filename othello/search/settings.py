"""The settings of an engine, and their ranges.

This module does not import the engine, so command lines and front ends can read options into
`EngineSettings` before the engine is loaded.
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HAS_THREADS: Final = sys.platform != "emscripten"
"""Whether Python can start threads. In a browser's Python, Pyodide, it cannot.

There, a search runs in slices in its caller's thread, see `analysis`, and stops only between two slices.
"""
DEFAULT_TABLE_MIB: Final = 256 if HAS_THREADS else 16
MIN_TABLE_MIB: Final = 1
MAX_TABLE_MIB: Final = 1 << 20
MAX_THREADS: Final = 256
MAX_SEED: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Settings of an engine, see `Engine.from_settings`."""

    table_mib: float = DEFAULT_TABLE_MIB
    """Size of the transposition table in mebibytes, MIN_TABLE_MIB to MAX_TABLE_MIB."""
    threads: int = 1
    """Threads that search together, 1 to MAX_THREADS."""
    weights: Path | None = None
    """A file of weights for the evaluation, or "zero". None is the shipped network."""


DEFAULT: Final = EngineSettings()


def processor_seconds() -> float:
    """Return the processor time of this process, or, without threads, the elapsed time.

    A browser's Python counts the processor time in 32 bits of microseconds, which suffice for 36 minutes.
    """
    return time.process_time() if HAS_THREADS else time.perf_counter()
