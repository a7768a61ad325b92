"""Reads and writes checkpoints of long runs. A checkpoint consists of a JSON state and arrays."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError
from othello.storage.append import refusal
from othello.storage.container import Container

FILE: Final = Container(b"othello-checkpt1", "checkpoint (remove it to begin anew)")


def write(path: Path, state: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Replace the checkpoint at *path*. On failure, raise FormatError and keep the old file."""
    # Compression would cost time, and the next checkpoint soon replaces this one.
    FILE.write(path, {**state, "arrays": _types(arrays)}, *arrays.values(), zlib_level=0)


def read(path: Path, heading: Mapping[str, object], total: int, arrays: Mapping[str, Any]) -> int:
    """Read a checkpoint into *arrays* and return the number of finished chunks.

    heading -- fields that the checkpoint must contain with the same values
    total   -- the number of chunks in the whole run
    arrays  -- the run's arrays by name, in C order; the file's arrays must have the same types and shapes

    If the file is damaged or comes from another run, raise FormatError and leave *arrays* unchanged.
    """
    state, body = FILE.read(path)
    if reason := refusal(state, heading):
        raise FormatError(path, None, reason)
    data = b"".join(body)
    chunks = state.get("chunks")
    is_whole = state.get("arrays") == _types(arrays) and len(data) == sum(a.nbytes for a in arrays.values())
    if not is_whole or not (type(chunks) is int and 0 <= chunks <= total):
        raise FILE.damaged(path, "this state was not saved by a run")
    at = 0
    for array in arrays.values():
        array[...] = np.frombuffer(data, array.dtype, array.size, at).reshape(array.shape)
        at += array.nbytes
    return chunks


def _types(arrays: Mapping[str, Any]) -> dict[str, str]:
    return {name: f"{array.dtype} {array.shape}" for name, array in arrays.items()}
