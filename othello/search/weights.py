"""Files of weights for the evaluation.

| bytes | content |
| --- | --- |
| 16 | MAGIC, which ends with the version of the format |
| 4 | length of the header, little-endian |
| ... | header, JSON: patterns and phases, how made, errors of shallow searches, SHA-256 of the body |
| ... | body, zlib: `Weights.packed`, each number less that of the next phase; low bytes, then high ones |

A file whose patterns are not those of this program is refused, as is a damaged one: weights
that do not belong to the features would play nonsense and say nothing.
"""

import dataclasses
import functools
import hashlib
import json
import math
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, usable
from othello.kernels import patterns, probcut
from othello.kernels.constants import DISC, HIGHEST

MAGIC: Final = b"othello-weights1"
SHIPPED: Final = Path(__file__).parent.parent / "data" / "weights.bin"
"""The weights that come with the program."""


@dataclass(frozen=True, slots=True)
class Deviations:
    """How far shallow searches are from deep ones: standard deviations as exponentials, in discs."""

    search: tuple[float, ...] = (1.774, -0.1961, 0.0625, -0.01)
    """Constant, and factors of the shallow depth, the deep depth and the empty squares."""
    exact: tuple[float, ...] = (1.69, -0.0857, 0.0221)
    """The same for the solution as the deep search: constant, shallow depth, empty squares."""

    def discs(self, shallow: int, deep: int, empties: int) -> float:
        """The standard deviation between a search to *shallow* plies and one to *deep* plies."""
        if deep >= empties:
            constant, by_shallow, by_empties = self.exact
            return math.exp(constant + by_shallow * shallow + by_empties * empties)
        constant, by_shallow, by_deep, by_empties = self.search
        return math.exp(constant + by_shallow * shallow + by_deep * deep + by_empties * empties)

    def table(self) -> Any:
        """The deviations as kernels read them: int16 centidiscs, see `kernels.probcut`."""
        found = np.zeros((probcut.SIZE, probcut.SIZE, 2), np.int16)
        for empties in range(1, probcut.SIZE):
            for depth in range(2, empties + 1):
                for place, shallow in enumerate((probcut.probe_depth(depth), 0)):
                    found[empties, depth, place] = min(
                        HIGHEST, round(DISC * self.discs(shallow, depth, empties))
                    )
        return found


@dataclass(frozen=True, eq=False)
class Weights:
    """The numbers behind the evaluation."""

    packed: Any
    """int16 centidiscs, shape (PHASES, packed size): weights that are equal by symmetry are kept once."""
    made: str = ""
    """How they were made."""
    deviations: Deviations = Deviations()
    """The errors of shallow searches that use them."""

    @functools.cached_property
    def tables(self) -> Any:
        """The weights as kernels read them: int16, shape (PHASES, PHASE_SIZE), C order."""
        return np.ascontiguousarray(self.packed[:, patterns.packing()])


def packed_size() -> int:
    """Number of weights of a phase when equal ones are kept once."""
    return int(patterns.packing()[-1]) + 1


@functools.cache
def shipped() -> Weights:
    """The weights that come with the program."""
    return read(SHIPPED)


def read(path: Path) -> Weights:
    """The weights in a file; raises FormatError if it is not one, or not for these patterns."""
    with usable(path):
        data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise FormatError(path, None, f"no weights: the file does not begin with {MAGIC.decode()!r}")
    try:
        return _parsed(data)
    except (struct.error, ValueError, KeyError, TypeError, zlib.error) as error:
        raise FormatError(path, None, f"damaged weights ({error})") from error


def write(path: Path, weights: Weights) -> None:
    """Write a file of weights; raises FormatError."""
    deltas = weights.packed.astype(np.int16).copy()
    deltas[:-1] -= deltas[1:]
    body = zlib.compress(_planes(deltas), 9)
    fields = {
        "made": weights.made,
        "deviations": dataclasses.asdict(weights.deviations),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    header = json.dumps(_layout() | fields)
    text = header.encode()
    with usable(path):
        path.write_bytes(MAGIC + struct.pack("<I", len(text)) + text + body)


def _layout() -> dict[str, Any]:
    """What weights must be made for."""
    mobility = [patterns.PARITIES, patterns.MOBILITY, patterns.MOBILITY]
    return {"patterns": patterns.PATTERNS, "phases": patterns.PHASES, "mobility": mobility}


def _parsed(data: bytes) -> Weights:
    start = len(MAGIC) + 4
    (length,) = struct.unpack("<I", data[len(MAGIC) : start])
    header = json.loads(data[start : start + length])
    for name, value in _layout().items():
        if header[name] != value:
            raise ValueError(f"its {name} are not those of this program")
    body = data[start + length :]
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise ValueError("its checksum is wrong")
    planes = np.frombuffer(zlib.decompress(body), np.uint8).reshape(2, patterns.PHASES, packed_size())
    packed = (planes[0] | planes[1].astype(np.uint16) << 8).view(np.int16).copy()
    for phase in range(patterns.PHASES - 2, -1, -1):
        packed[phase] += packed[phase + 1]
    deviations = {name: tuple(map(float, numbers)) for name, numbers in header["deviations"].items()}
    return Weights(packed, str(header["made"]), Deviations(**deviations))


def _planes(numbers: Any) -> bytes:
    """The low bytes of all numbers, then the high bytes: they compress better apart."""
    words = numbers.view(np.uint16)
    return bytes((words & 0xFF).astype(np.uint8).tobytes() + (words >> 8).astype(np.uint8).tobytes())
