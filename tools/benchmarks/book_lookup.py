"""Measure an opening book's size, memory and lookup speed.

    python -m tools.benchmarks.book_lookup [POSITIONS]

The program builds a book of random positions (100,000 by default), which takes some minutes. Then it prints
the file size per position, how long `Book.get` and `Book.moves` take for positions in random order, and the
additional memory after looking up all positions. Times are from the best of ROUNDS rounds.
"""

import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from othello import Book, Position
from tests.book.books import filled, random_entries
from tools.benchmarks import fastest

ROUNDS = 7
SAMPLE = 5000


def best_microseconds(look_up: Callable[[Position], object], positions: list[Position]) -> float:
    return 1e6 * fastest(lambda: [look_up(position) for position in positions], ROUNDS) / len(positions)


def private_mib() -> float:
    """Return this process's memory without mapped files, in MiB. This works only on Linux."""
    match = re.search(r"RssAnon:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))
    assert match is not None, "Linux has this line"
    return int(match[1]) / 1024


def main(words: list[str]) -> None:
    """Build the book and print the figures."""
    size = int(words[0]) if words else 100_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "random.book")
        with Book(path, writable=True) as book:
            filled(book, random_entries(1, size)).compact()
        print(f"{path.stat().st_size / size:.1f} bytes for each of {size:,} positions")
        with Book(path) as book:
            positions = [position for position, _ in book]
            random.Random(1).shuffle(positions)
            before = private_mib()
            for position in positions:
                book.get(position)
            print(f"{private_mib() - before:.1f} MiB more memory after {size:,} look-ups")
            print(f"get {best_microseconds(book.get, positions[:SAMPLE]):.1f} microseconds")
            print(f"moves {best_microseconds(book.moves, positions[:SAMPLE]):.1f} microseconds")


if __name__ == "__main__":
    main(sys.argv[1:])
