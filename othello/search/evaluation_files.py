"""Files of evaluations.

| bytes | content |
| --- | --- |
| 16 | MAGIC of the kind of evaluation |
| 4 | length of the header, little-endian |
| ... | header, JSON: layout of the kind, origin, errors of shallow searches, SHA-256 of the body |
| ... | body, as the kind writes it |

A damaged file is refused, and so is a file with another layout than the kernels, such as other patterns,
because its numbers would give wrong values without an error.
"""

import dataclasses
import functools
import hashlib
import json
import struct
import zlib
from pathlib import Path
from typing import Any, Final

from othello import outputs
from othello.errors import FormatError, usable
from othello.search.evaluation import Deviations, Evaluation
from othello.search.network import Network
from othello.search.weights import Weights

KINDS: Final[tuple[type[Evaluation], ...]] = (Network, Weights)
"""All kinds; the first bytes of a file decide which kind it is."""
MAGIC_BYTES: Final = 16
FOLDER: Final = Path(__file__).parent.parent / "data"
SHIPPED: Final = FOLDER / "network.bin"
"""The evaluation that is used unless another one is asked for."""
LINEAR: Final = Path("linear")
"""A name instead of a file: the linear weights that come with the program."""
ZERO: Final = Path("zero")
"""A name instead of a file: linear weights of 0."""


@functools.cache
def shipped() -> Evaluation:
    """Return the evaluation that comes with the program; raises FormatError if its layout differs."""
    return read(SHIPPED)


def load(source: Path | None) -> Evaluation:
    """Return the evaluation of an option: a file, LINEAR, ZERO, or None for the shipped one.

    Raises FormatError.
    """
    if source is None:
        return shipped()
    if source == ZERO:
        return Weights.zero()
    return read(FOLDER / "linear.bin" if source == LINEAR else source)


def read(path: Path) -> Evaluation:
    """Read an evaluation; raises FormatError for files that are damaged or do not fit the kernels."""
    with usable(path):
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise FormatError(path, None, "this is not a regular file")
        data = path.read_bytes()
    kind = next((kind for kind in KINDS if data.startswith(kind.MAGIC)), None)
    if kind is None:
        known = " or ".join(repr(kind.MAGIC.decode()) for kind in KINDS)
        raise FormatError(path, None, f"not a file of weights: it does not begin with {known}")
    try:
        start = MAGIC_BYTES + 4
        (length,) = struct.unpack("<I", data[MAGIC_BYTES:start])
        header = json.loads(data[start : start + length])
        differing = _differing(header, kind.layout())
        found = None if differing else _parsed(kind, header, data[start + length :])
    except (struct.error, ValueError, KeyError, TypeError, zlib.error) as error:
        raise FormatError(path, None, f"damaged weights ({error})") from error
    if found is None:
        raise FormatError(
            path,
            None,
            f"these weights are for other {' and '.join(differing)} than this program has: fit new ones, "
            "beginning with --weights zero (docs/evaluation.md, 'Changing the evaluation')",
        )
    return found


def write(path: Path, evaluation: Evaluation) -> None:
    """Write an evaluation to a file; raises FormatError if that fails."""
    body = evaluation.to_body()
    fields = {
        "made": evaluation.made,
        "deviations": dataclasses.asdict(evaluation.deviations),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    header = json.dumps(evaluation.layout() | fields).encode()
    with outputs.replacing(path) as file:
        file.write(evaluation.MAGIC + struct.pack("<I", len(header)) + header + body)


def _differing(header: dict[str, Any], layout: dict[str, Any]) -> list[str]:
    """Return the parts of the layout that differ in a file, as JSON, where the order of patterns counts."""
    return [name for name, own in layout.items() if json.dumps(header[name]) != json.dumps(own)]


def _parsed(kind: type[Evaluation], header: dict[str, Any], body: bytes) -> Evaluation:
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise ValueError("the checksum is wrong")
    deviations = {name: tuple(map(float, numbers)) for name, numbers in header["deviations"].items()}
    return kind.from_body(body, str(header["made"]), Deviations(**deviations))
