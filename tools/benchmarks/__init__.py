"""Benchmarks to run by hand. Each prints a table or figures for a page in docs/."""

import argparse
import time
from collections.abc import Callable


def parser(text: str | None) -> argparse.ArgumentParser:
    """Return an argument parser whose help is a benchmark's docstring."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def fastest(measured: Callable[[], object], rounds: int) -> float:
    """Call a function several times, and return the fastest time in seconds."""
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        measured()
        seconds.append(time.perf_counter() - began)
    return min(seconds)
