"""Finds out how much memory this computer has, which limits the size of the transposition table."""

import contextlib
import ctypes
import os
import sys
from pathlib import Path
from typing import Final

from othello.search.settings import MAX_TABLE_MIB

CONTAINER_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Files that contain a Linux container's memory limit, for versions 2 and 1 of control groups."""


def largest_table_mib() -> int:
    """Return the maximum table size, in MiB, that this computer's memory allows."""
    known = [size >> 20 for size in (_physical(), *map(_container, CONTAINER_LIMITS)) if size]
    return min(known, default=MAX_TABLE_MIB)


def _physical() -> int | None:
    """Return this computer's memory in bytes, or None if it is unknown."""
    if sys.platform == "win32":
        status = _MemoryStatus()
        status.size = ctypes.sizeof(status)
        return status.physical if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else None
    with contextlib.suppress(OSError, ValueError):  # some systems do not support these names
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


def _container(path: Path) -> int | None:
    """Return the limit, in bytes, from the file *path*, or None if the file is missing or contains "max"."""
    with contextlib.suppress(OSError, ValueError):
        return int(path.read_text())
    return None


class _MemoryStatus(ctypes.Structure):
    """Windows' structure MEMORYSTATUSEX."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("physical", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 6),
    )
