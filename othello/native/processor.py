"""Asks the operating system which instructions this computer's processor supports.

A *level* is a set of instructions that processors have supported since a certain year, as defined by the
x86-64 psABI: v2 (2009), v3 (2013, AVX2 and BMI2) and v4 (2017, AVX-512). Other processors have only one
level.
"""

import ctypes
import functools
import platform
import sys
from typing import Final

FEATURES: Final = {
    "x86-64-v4": ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
    "x86-64-v3": ("avx2", "bmi1", "bmi2", "fma", "movbe", "f16c", "abm"),
    "x86-64-v2": ("sse4_2", "popcnt", "ssse3"),
}
"""The features that each level adds to the levels below it, under their Linux names."""
WINDOWS: Final = {"avx512f": 41, "avx2": 40, "sse4_2": 38, "ssse3": 36}
"""Some features and their numbers for IsProcessorFeaturePresent. Each feature implies the rest of its
level."""


@functools.cache
def machine() -> str:
    """Return the kind of processor: "x86-64", "arm64", or Python's name for any other kind."""
    name = platform.machine().lower()
    return {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "arm64"}.get(name, name)


@functools.cache
def levels() -> tuple[str, ...]:
    """Return the levels of this processor, best first, or only its kind if that kind has no levels."""
    if machine() != "x86-64":
        return (machine(),)
    return tuple(level for level, needed in FEATURES.items() if all(map(_has, needed))) or ("x86-64",)


def identity() -> str:
    """Return a string that is the same for processors that can share native code."""
    if sys.platform == "linux":
        return "\n".join(
            f"{name}: {_linux().get(name, '')}" for name in ("model name", "flags", "CPU part", "Features")
        )
    return f"{platform.processor()} {levels()}"


def _has(feature: str) -> bool:
    if sys.platform == "linux":
        return feature in _flags()
    if sys.platform == "win32":
        return feature not in WINDOWS or bool(
            ctypes.windll.kernel32.IsProcessorFeaturePresent(WINDOWS[feature])
        )
    return _has_on_mac(feature)


def _has_on_mac(feature: str) -> bool:
    """Return whether macOS reports this feature.

    Also return True if macOS has no name for the feature, which is then implied by the rest of its level.
    """
    name = f"hw.optional.{feature}".encode()
    value, size = ctypes.c_int(0), ctypes.c_size_t(4)
    failed = ctypes.CDLL(None).sysctlbyname(name, ctypes.byref(value), ctypes.byref(size), None, 0)
    return bool(failed) or value.value != 0


@functools.cache
def _flags() -> frozenset[str]:
    return frozenset(_linux().get("flags", "").split())


@functools.cache
def _linux() -> dict[str, str]:
    """Return what Linux reports about the first processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(8192).partition("\n\n")[0]
    except OSError:
        return {}
    lines = (line.partition(":") for line in first.splitlines())
    return {name.strip(): value.strip() for name, _, value in lines}
