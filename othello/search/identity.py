"""Identifies the code and the weights on which results depend.

All workers of a run must have the same identity. A later run that resumes the run's file must have it, too. A
job then returns the same result on every machine. Results depend on the package's code, kernels and weights.
Weights from a file are sent to the workers along with the task.
"""

import functools
import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from othello.errors import check_regular, usable
from othello.native import library
from othello.search.evaluation_files import shipped
from othello.search.network import Network
from othello.storage import streams
from othello.storage.content import Content
from othello.version import __version__

PACKAGE: Final = Path(__file__).parent.parent
DIGITS: Final = 12
"""Number of hexadecimal digits of a hash that are compared and displayed."""


@functools.cache
def identity() -> Mapping[str, str]:
    """Return this process's identity: the version and checksums of the code, the kernels and the weights."""
    return {
        "version": __version__,
        "code": _hash(*(path.read_bytes() for path in _sources())),
        "kernels": library.sources()[:DIGITS],
        "weights": weights_of(),
    }


def heading(kind: str, evaluation: Network | None = None, **options: object) -> dict[str, object]:
    """Return the first line of a results file that later runs can resume (see `ContinuedFile`).

    *kind* names the kind of results. The results depend on the program version, on the evaluation (None
    stands for the shipped network), and on *options*, such as the command's options and the `digest` of its
    inputs.
    """
    return plain_heading(kind, weights=weights_of(evaluation), **options)


def plain_heading(kind: str, **options: object) -> dict[str, object]:
    """Like `heading`, for results that do not depend on an evaluation."""
    return {"format": f"othello {kind}", "version": __version__, **options}


def weights_of(evaluation: Network | None = None) -> str:
    """Return a checksum of a network's weights, by default of the shipped network."""
    return f"{(evaluation or shipped()).checksum():08x}"


def digest(path: str | Path) -> str:
    """Return a checksum of the content of a file or standard input. Raises FormatError."""
    if isinstance(path, Content):
        return _hash(path.data)
    if Path(path) == streams.STANDARD:
        return _hash(streams.standard_input())
    check_regular(path)
    with usable(path), open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]


def _sources() -> Iterator[Path]:
    """Yield the paths of the package's modules, in the same order on every computer."""
    for folder, folders, names in os.walk(PACKAGE, followlinks=True):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".py"))


def _hash(*parts: bytes) -> str:
    checksum = hashlib.sha256()
    for part in parts:
        checksum.update(len(part).to_bytes(8, "little") + part)
    return checksum.hexdigest()[:DIGITS]
