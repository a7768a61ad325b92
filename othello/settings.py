"""The settings of an engine, and their ranges.

This module imports nothing of the engine: command lines and front ends read options into
`EngineSettings` and pass them on until an engine is needed.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

DEFAULT_TABLE_MIB: Final = 256
MIN_TABLE_MIB: Final = 1
MAX_TABLE_MIB: Final = 1 << 20
MAX_THREADS: Final = 256


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """How to make an engine, see `Engine.from_settings`."""

    table_mib: float = DEFAULT_TABLE_MIB
    """Size of the transposition table in mebibytes, MIN_TABLE_MIB to MAX_TABLE_MIB."""
    threads: int = 1
    """Threads that search together, 1 to MAX_THREADS."""
    weights: Path | None = None
    """A file of weights for the evaluation, or "zero"; None is the file that comes with the program."""


DEFAULT: Final = EngineSettings()
