"""Files of networks.

| bytes | content |
| --- | --- |
| 16 | `Network.MAGIC` |
| 4 | length of the header, little-endian |
| ... | header, JSON: `Network.layout`, origin, errors of shallow searches, SHA-256 of the body |
| ... | body, `Network.to_body` |

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
from othello.errors import FormatError, check_regular, usable
from othello.search.deviations import Deviations
from othello.search.network import Network

MAGIC_BYTES: Final = len(Network.MAGIC)
SHIPPED: Final = Path(__file__).parent.parent / "data" / "network.bin"
"""The network that is used unless another one is asked for."""
ZERO: Final = Path("zero")
"""A name instead of a file: `Network.zero`."""


@functools.cache
def shipped() -> Network:
    """Return the network that comes with the program; raises FormatError if its layout differs."""
    return read(SHIPPED)


def load(source: Path | None) -> Network | None:
    """Return the network of an option, a file or ZERO; None for the shipped one.

    Raises FormatError.
    """
    if source is None:
        return None
    return Network.zero() if source == ZERO else read(source)


def read(path: Path) -> Network:
    """Read a network; raises FormatError for files that are damaged or do not fit the kernels."""
    check_regular(path)
    with usable(path):
        data = path.read_bytes()
    if not data.startswith(Network.MAGIC):
        reason = f"not a file of weights: it does not begin with {Network.MAGIC.decode()!r}"
        raise FormatError(path, None, reason)
    try:
        start = MAGIC_BYTES + 4
        (length,) = struct.unpack("<I", data[MAGIC_BYTES:start])
        header = json.loads(data[start : start + length])
        differing = _differing(header, Network.layout())
        found = None if differing else _parsed(header, data[start + length :])
    except (struct.error, ValueError, KeyError, TypeError, zlib.error) as error:
        raise FormatError(path, None, f"damaged weights ({error})") from error
    if found is None:
        raise FormatError(
            path,
            None,
            f"these weights are for other {' and '.join(differing)} than this program has: train new ones, "
            "beginning with --weights zero (docs/evaluation.md, 'Changing the evaluation')",
        )
    return found


def write(path: Path, network: Network) -> None:
    """Write a network to a file; raises FormatError if that fails."""
    body = network.to_body()
    fields = {
        "made": network.made,
        "deviations": dataclasses.asdict(network.deviations),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    header = json.dumps(network.layout() | fields).encode()
    with outputs.replacing(path) as file:
        file.write(network.MAGIC + struct.pack("<I", len(header)) + header + body)


def _differing(header: dict[str, Any], layout: dict[str, Any]) -> list[str]:
    """Return the parts of the layout that differ in a file, as JSON, where the order of patterns counts."""
    return [name for name, own in layout.items() if json.dumps(header[name]) != json.dumps(own)]


def _parsed(header: dict[str, Any], body: bytes) -> Network:
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise ValueError("the checksum is wrong")
    deviations = {name: tuple(map(float, numbers)) for name, numbers in header["deviations"].items()}
    return Network.from_body(body, str(header["made"]), Deviations(**deviations))
