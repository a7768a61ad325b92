"""Checkpoints of runs: a state as JSON and arrays, with a checksum of both."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, readable
from othello.jobs.lines import refusal
from othello.rules import outputs

DAMAGED: Final = "damaged checkpoint: remove it to begin anew"


def write(path: Path, state: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a checkpoint; raises FormatError. The file changes at once or not at all."""
    text = json.dumps(state)
    with outputs.replacing(path) as file:
        np.savez(file, state=np.array(text), checksum=np.array(checksum(text, arrays)), **arrays)


def read(
    path: Path, heading: Mapping[str, object], keys: Sequence[str], names: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return state and arrays; raises FormatError if the file is damaged or of another run.

    heading -- what the state must agree with
    keys    -- what else the state has
    names   -- the names of the arrays
    """
    with readable(path, DAMAGED), path.open("rb") as file:
        found = np.load(file)
        text, expected = str(found["state"]), str(found["checksum"])
        arrays = {name: found[name] for name in names}
        if checksum(text, arrays) != expected:
            raise ValueError("the checksum is wrong")
        state = json.loads(text)
        kept = {key: state[key] for key in keys}
    if reason := refusal(state, heading):
        raise FormatError(path, None, reason)
    return kept, arrays


def checksum(state: str, arrays: Mapping[str, Any]) -> str:
    """Return a checksum of all that a checkpoint has."""
    found = hashlib.sha256(state.encode())
    for name, array in arrays.items():
        found.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
    return found.hexdigest()
