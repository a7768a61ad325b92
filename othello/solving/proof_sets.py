"""Sorted sets of positions that may be larger than memory.

A position is a pair of bitboards. You first add all positions to a set and then take them in ascending order.
When a buffer is full, its positions are sorted and written to a temporary file as a *run*. Reading merges the
runs.
"""

import tempfile
from typing import IO, Any, Final

import numpy as np

BUFFER: Final = 1 << 20
"""A set that holds this many positions in memory writes them to a file. A position takes 16 bytes."""
AT_ONCE: Final = 1 << 16
"""Number of positions that are read from a file at a time."""
PAIR: Final = np.dtype([("mine", "<u8"), ("theirs", "<u8")])


class ProofSets:
    """A set of positions. Its temporary files are removed when they are no longer used."""

    def __init__(self) -> None:
        self._new: list[Any] = []
        self._size = 0
        self._runs: list[_Run] = []

    def add(self, words: Any) -> None:
        """Add positions, which are uint64 (n, 2)."""
        if len(words):
            self._new.append(np.ascontiguousarray(words, np.uint64).view(PAIR).reshape(-1))
            self._size += len(self._new[-1])
            if self._size >= BUFFER:
                self._spill()

    def take(self, limit: int) -> Any:
        """Remove and return the *limit* smallest positions, or all if there are fewer, as sorted pairs."""
        pairs = np.zeros(0, PAIR)
        while len(pairs) < limit and len(more := self._least(limit - len(pairs))):
            pairs = np.concatenate([pairs, more])
        return pairs

    def _least(self, limit: int) -> Any:
        """Remove and return up to *limit* of the smallest positions. At the end, return no positions."""
        if self._new:
            self._spill()
        heads = [run.peek() for run in self._runs]
        heads = [head for head in heads if len(head)]
        if not heads:
            return np.zeros(0, PAIR)
        # Every position up to *last* is in one of the heads, because each run continues with larger
        # positions.
        last = min(heads, key=lambda head: (int(head[-1]["mine"]), int(head[-1]["theirs"])))[-1:]
        pairs = sorted_set(np.concatenate([head[: _count_up_to(head, last)] for head in heads]))[:limit]
        for run in self._runs:
            run.skip(pairs[-1:])
        return pairs

    def _spill(self) -> None:
        """Turn the positions in memory into a sorted run."""
        pairs = sorted_set(np.concatenate(self._new))
        self._new, self._size = [], 0
        self._runs.append(_Run(pairs))


class _Run:
    """Sorted positions in a temporary file, or in memory if there are only a few."""

    def __init__(self, pairs: Any) -> None:
        self._head: Any = pairs
        self._file: IO[bytes] | None = None
        if len(pairs) > AT_ONCE:
            self._file = tempfile.TemporaryFile(prefix="othello-")  # noqa: SIM115 - closed when unused
            self._file.write(pairs.tobytes())
            self._file.seek(0)
            self._head = np.zeros(0, PAIR)

    def peek(self) -> Any:
        """Return some of the first positions without removing them, or no positions at the end of the run."""
        if not len(self._head) and self._file is not None:
            self._head = np.frombuffer(self._file.read(AT_ONCE * PAIR.itemsize), PAIR)
            if not len(self._head):
                self._close()
        return self._head

    def _close(self) -> None:
        """Close the file, which removes it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    __del__ = _close

    def skip(self, last: Any) -> None:
        """Remove the positions up to *last*, which `peek` must have returned."""
        self._head = self._head[_count_up_to(self._head, last) :]


def sorted_set(pairs: Any) -> Any:
    """Return positions in ascending order, without duplicates."""
    order = np.lexsort((pairs["theirs"], pairs["mine"]))
    sorted_pairs = pairs[order]
    is_new = np.ones(len(sorted_pairs), np.bool_)
    is_new[1:] = sorted_pairs[1:] != sorted_pairs[:-1]
    return sorted_pairs[is_new]


def _count_up_to(pairs: Any, last: Any) -> int:
    """Return how many of the sorted *pairs* are not greater than *last*, an array of one position."""
    mine, theirs = last["mine"][0], last["theirs"][0]
    begin = int(np.searchsorted(pairs["mine"], mine, "left"))
    end = int(np.searchsorted(pairs["mine"], mine, "right"))
    return begin + int(np.searchsorted(pairs["theirs"][begin:end], theirs, "right"))
