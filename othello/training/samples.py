"""Data sets: positions with their values, in files that can be appended to and joined.

A file is the 24 bytes of MAGIC and then samples of 24 bytes, all little-endian, each as
`kernels.selfplay` writes them. Files are joined by reading several. A file that was cut
off in the middle of a sample loses that sample and nothing else.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from othello.errors import FormatError, usable
from othello.kernels.hashing import GOLDEN_RATIO
from othello.kernels.symmetry import canonical_symmetry, transformed

MAGIC: Final = b"othello-samples 1      \n"
SAMPLE: Final = np.dtype(
    [
        ("player", "<u8"),
        ("opponent", "<u8"),
        ("game", "<u4"),
        ("value", "<i2"),
        ("kind", "u1"),
        ("is_test", "u1"),
    ]
)
SUFFIX: Final = ".samples"
HELD_OUT: Final = 20
"""One game in so many is kept for testing."""


def files(sources: Iterable[Path]) -> list[Path]:
    """The files of samples among *sources*, sorted, with those in folders; raises FormatError."""
    found: list[Path] = []
    for source in sources:
        inside = sorted(source.glob(f"*{SUFFIX}")) if source.is_dir() else [source]
        if not inside:
            raise FormatError(source, None, f"there is no file *{SUFFIX} in this folder")
        found += inside
    return sorted(set(found))


def to_fit(paths: Iterable[Path]) -> Any:
    """As `read`; raises FormatError for a file with samples that are for tests as well."""
    parts = [np.zeros(0, SAMPLE)]
    for path in paths:
        parts.append(_read(path))
        if parts[-1]["is_test"].any():
            raise FormatError(path, None, "these samples are for tests, and must not be fitted")
    return np.concatenate(parts)


def read(paths: Iterable[Path]) -> Any:
    """All samples of these files; raises FormatError for one that is no file of samples."""
    return np.concatenate([np.zeros(0, SAMPLE), *(_read(path) for path in paths)])


def _read(path: Path) -> Any:
    with usable(path):
        data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise FormatError(path, None, f"no samples: the file does not begin with {MAGIC.decode().strip()!r}")
    whole = (len(data) - len(MAGIC)) // SAMPLE.itemsize
    return np.frombuffer(data, SAMPLE, whole, len(MAGIC))


def append(path: Path, samples: Any) -> None:
    """Add samples to a file, which is made if it is not there; raises FormatError."""
    with usable(path), path.open("ab") as file:
        if file.tell() == 0:
            file.write(MAGIC)
        file.write(samples.tobytes())


def mend(path: Path) -> None:
    """Cut a file back to whole games; raises FormatError.

    The last game may be incomplete, and is removed: whoever goes on makes it again.
    """
    with usable(path):
        if path.stat().st_size < len(MAGIC) and MAGIC.startswith(path.read_bytes()):
            path.write_bytes(MAGIC)
        samples = _read(path)
        kept = int(np.argmax(samples["game"] == samples["game"][-1])) if len(samples) else 0
        with path.open("r+b") as file:
            file.truncate(len(MAGIC) + kept * SAMPLE.itemsize)


def empties(samples: Any) -> Any:
    """The number of empty squares of each sample."""
    return 64 - np.bitwise_count(samples["player"] | samples["opponent"]).astype(np.int64)


def is_held_out(samples: Any) -> Any:
    """Whether each sample belongs to a game that is kept for testing: whole games are, never positions."""
    mixed = samples["game"].astype(np.uint64) * GOLDEN_RATIO
    return (mixed >> np.uint64(32)) % np.uint64(HELD_OUT) == 0


def distinct(samples: Any) -> Any:
    """One sample for each position, positions that a symmetry maps onto each other being the same.

    Of several, one that was solved is kept if there is one; else the first gets the mean value.
    """
    boards = np.empty((len(samples), 2), np.uint64)
    _canonical(samples["player"], samples["opponent"], boards)
    order = np.lexsort((-samples["kind"].astype(np.int64), boards[:, 1], boards[:, 0]))
    sorted_boards = boards[order]
    starts = np.flatnonzero(np.r_[True, (sorted_boards[1:] != sorted_boards[:-1]).any(axis=1)])
    found = samples[order[starts]]
    values = samples["value"][order].astype(np.float64)
    means = np.add.reduceat(values, starts) / np.diff(np.r_[starts, len(samples)])
    found["value"] = np.where(found["kind"] == 1, found["value"], np.round(means)).astype(np.int16)
    return found


@numba.njit(nogil=True)
def _canonical(player: Any, opponent: Any, into: Any) -> None:
    for row in range(len(player)):
        symmetry = canonical_symmetry(player[row], opponent[row])
        into[row, 0] = transformed(player[row], symmetry)
        into[row, 1] = transformed(opponent[row], symmetry)
