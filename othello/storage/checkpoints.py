"""Checkpoints of runs: a state as JSON and arrays, with a checksum of both."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, readable
from othello.storage import outputs
from othello.storage.append import refusal

DAMAGED: Final = "damaged checkpoint: remove it to begin anew"


def write(path: Path, state: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a checkpoint; raises FormatError. The file changes at once or not at all."""
    text = json.dumps(state)
    with outputs.replacing(path) as file:
        np.savez(file, state=np.array(text), checksum=np.array(checksum(text, arrays)), **arrays)


def read(
    path: Path, heading: Mapping[str, object], total: int, own: Mapping[str, Any]
) -> tuple[int, dict[str, Any]]:
    """Return the number of finished chunks and the arrays.

    Raises FormatError if the file is damaged or of another run.

    heading -- what the state must agree with
    total   -- the chunks of the run: the state has `chunks`, 0 to *total*
    own     -- the arrays of the run by name: those of the file have the same types and shapes
    """
    with readable(path, DAMAGED), path.open("rb") as file:
        found = np.load(file)
        text, expected = str(found["state"]), str(found["checksum"])
        arrays = {name: found[name] for name in own}
        if checksum(text, arrays) != expected:
            raise ValueError("the checksum is wrong")
        state = json.loads(text)
        chunks = state["chunks"]
    if reason := refusal(state, heading):
        raise FormatError(path, None, reason)
    is_alike = all((own[name].shape, own[name].dtype) == (a.shape, a.dtype) for name, a in arrays.items())
    if not (is_alike and type(chunks) is int and 0 <= chunks <= total):
        raise FormatError(path, None, DAMAGED)
    return chunks, arrays


def checksum(state: str, arrays: Mapping[str, Any]) -> str:
    """Return a checksum of all that a checkpoint has."""
    found = hashlib.sha256(state.encode())
    for name, array in arrays.items():
        found.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
    return found.hexdigest()
