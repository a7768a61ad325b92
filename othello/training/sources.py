"""Reads samples from files of samples and from files of games."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, OthelloError
from othello.training import games, samples

SUFFIXES: Final = (games.FORMAT.suffix, samples.FORMAT.suffix)
MAX_SHOWN: Final = 20
"""Maximum number of file names in the string returned by `names`."""


def files(sources: Iterable[Path], suffixes: Sequence[str] = SUFFIXES) -> list[Path]:
    """Return the files in *sources* in sorted order. A folder stands for all its files with these *suffixes*.

    Raises FormatError if a folder contains no such file.
    """
    paths: list[Path] = []
    for source in sources:
        inside = (
            [path for path in source.iterdir() if path.suffix in suffixes] if source.is_dir() else [source]
        )
        if not inside:
            raise FormatError(source, None, f"this folder contains no file *{' or *'.join(suffixes)}")
        paths += inside
    return sorted(set(paths))


def names(paths: Sequence[Path]) -> str:
    """Return a string with the names of the first MAX_SHOWN files and the number of other files."""
    shown = ", ".join(path.name for path in paths[:MAX_SHOWN])
    return shown if len(paths) <= MAX_SHOWN else f"{shown} and {len(paths) - MAX_SHOWN} more files"


def to_learn(paths: Iterable[Path]) -> Any:
    """Return the samples in files of training data.

    Raises FormatError if a file cannot be read or is for tests. Raises OthelloError if there are no samples,
    or if the games of all samples are held out.
    """
    parts = [np.zeros(0, samples.SAMPLE)]
    for path in paths:
        part, is_test = _read(path)
        if is_test:
            raise FormatError(path, None, "this file is for tests, so it must not be used for training")
        parts.append(part)
    sample_rows = np.concatenate(parts)
    parts.clear()  # frees half of the memory
    if samples.is_held_out(sample_rows).all():
        raise OthelloError(
            f"all {len(sample_rows)} samples are held out, so no sample is left for training: add more games"
        )
    return sample_rows


def read(paths: Iterable[Path]) -> Any:
    """Return all samples in files. Raises FormatError if a file is of another kind."""
    return np.concatenate([np.zeros(0, samples.SAMPLE), *(_read(path)[0] for path in paths)])


def _read(path: Path) -> tuple[Any, bool]:
    """Return the samples in a file and whether they are for tests."""
    return games.read_samples(path) if path.suffix == games.FORMAT.suffix else samples.FORMAT.read(path)
