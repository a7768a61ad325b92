"""Measurements that people run by hand; each prints a table or figures for a page of docs/."""

import argparse
import time
from collections.abc import Callable


def parser(text: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is the docstring of a benchmark."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def fastest(measured: Callable[[], object], rounds: int) -> float:
    """Return the seconds of the fastest of some calls."""
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        measured()
        seconds.append(time.perf_counter() - began)
    return min(seconds)
