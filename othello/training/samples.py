"""Samples: positions with their values, and files of them.

A file has MAGIC, then samples of 24 bytes, little-endian, in the form of `kernels.selfplay`. A file that
ends in the middle of a sample loses only that sample.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, usable
from othello.kernels.fitting import canonical_boards
from othello.kernels.hashing import GOLDEN_RATIO

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
"""One game in HELD_OUT games is held out of fits."""


def files(sources: Iterable[Path]) -> list[Path]:
    """Return the files of *sources*, sorted; a folder stands for the files of samples in it.

    Raises FormatError for a folder without files of samples.
    """
    found: list[Path] = []
    for source in sources:
        inside = sorted(source.glob(f"*{SUFFIX}")) if source.is_dir() else [source]
        if not inside:
            raise FormatError(source, None, f"no file *{SUFFIX} in this folder")
        found += inside
    return sorted(set(found))


def to_fit(paths: Iterable[Path]) -> Any:
    """Read samples to fit; raises FormatError as `read` does, and for test samples."""
    parts = [np.zeros(0, SAMPLE)]
    for path in paths:
        parts.append(_read(path))
        if parts[-1]["is_test"].any():
            raise FormatError(path, None, "these samples are for tests and must not be fitted")
    return np.concatenate(parts)


def read(paths: Iterable[Path]) -> Any:
    """Read all samples of files; raises FormatError for a file that has no samples."""
    return np.concatenate([np.zeros(0, SAMPLE), *(_read(path) for path in paths)])


def _read(path: Path) -> Any:
    with usable(path):
        data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise FormatError(
            path, None, f"not a file of samples: it does not begin with {MAGIC.decode().strip()!r}"
        )
    whole = (len(data) - len(MAGIC)) // SAMPLE.itemsize
    return np.frombuffer(data, SAMPLE, whole, len(MAGIC))


def append(path: Path, samples: Any) -> None:
    """Append samples to a file, which is created if needed; raises FormatError."""
    with usable(path), path.open("ab") as file:
        if file.tell() == 0:
            file.write(MAGIC)
        file.write(samples.tobytes())


def mend(path: Path) -> None:
    """Truncate a file to whole games; raises FormatError.

    The last game is removed, because it may be incomplete.
    """
    with usable(path):
        if path.stat().st_size < len(MAGIC) and MAGIC.startswith(path.read_bytes()):
            path.write_bytes(MAGIC)
        samples = _read(path)
        kept = int(np.argmax(samples["game"] == samples["game"][-1])) if len(samples) else 0
        with path.open("r+b") as file:
            file.truncate(len(MAGIC) + kept * SAMPLE.itemsize)


def empties(samples: Any) -> Any:
    """Return the number of empties of each sample."""
    return 64 - np.bitwise_count(samples["player"] | samples["opponent"]).astype(np.int64)


def is_held_out(samples: Any) -> Any:
    """Return for each sample whether its game is held out of fits."""
    mixed = samples["game"].astype(np.uint64) * GOLDEN_RATIO
    return (mixed >> np.uint64(32)) % np.uint64(HELD_OUT) == 0


def distinct(samples: Any) -> Any:
    """Return one sample for each position; images under symmetry are the same position.

    Of several samples, a solved one is kept. If none is solved, the first one gets the mean value.
    """
    boards = np.empty((len(samples), 2), np.uint64)
    players, opponents = (np.ascontiguousarray(samples[side]) for side in ("player", "opponent"))
    canonical_boards(players, opponents, boards)
    order = np.lexsort((-samples["kind"].astype(np.int64), boards[:, 1], boards[:, 0]))
    sorted_boards = boards[order]
    starts = np.flatnonzero(np.r_[True, (sorted_boards[1:] != sorted_boards[:-1]).any(axis=1)])
    found = samples[order[starts]]
    values = samples["value"][order].astype(np.float64)
    means = np.add.reduceat(values, starts) / np.diff(np.r_[starts, len(samples)])
    found["value"] = np.where(found["kind"] == 1, found["value"], np.round(means)).astype(np.int16)
    return found
