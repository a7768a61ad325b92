"""Reads and writes files that contain networks.

Training writes *compact* files, and a checkout contains the shipped network as a compact file. Such a file is
a `storage.container`. Its header contains `Network.layout`, the number of units, a note on the network's
origin, and the measured errors of shallow searches. Its body contains the numbers of these units (see
`Network.narrow_numbers`).

A *map* is a file whose bytes are arranged as in memory, so opening it takes almost no time. All processes on
a computer share its pages, and each page is read when a search first needs it. A wheel contains the shipped
network as a map. In a checkout, the first process creates the map in the user's cache folder. A browser's
Python cannot share memory, so its wheel contains the compact file, which is half the size. The format of a
map:

| bytes | content |
| --- | --- |
| 16 | the magic of MAP |
| 4 | length of the header, little-endian |
| ... | header, JSON: as above, and the CRC-32 of the memory |
| ... | zeros |
| 4, the last before MAP_START | CRC-32 of all preceding bytes |
| `kernels.network.BYTES` | `Network.memory` |

A damaged file is rejected. A file is also rejected if its layout does not fit the kernels, for example
because its patterns are different. Otherwise, its numbers would silently produce wrong values. A map in the
cache folder is checked completely, but only once after each change. A file next to it, with the suffix
CHECKED, records which state of the map was checked. A wheel's map is as safe as the wheel's Python code, so
when it is opened, only its size and the part before MAP_START are checked. `check_shipped` checks the whole
file.
"""

import contextlib
import dataclasses
import functools
import json
import os
import zlib
from pathlib import Path
from typing import Any, BinaryIO, Final

from othello.errors import FormatError, check_regular, usable
from othello.kernels import network
from othello.native import library
from othello.native.memory import HAS_MAPS, Memory
from othello.search.network import Network
from othello.search.probcut_margins import ProbCutMargins
from othello.storage import outputs, trust
from othello.storage.container import DIGEST, Container

COMPACT: Final = Container(
    b"othello-network5",
    "file of weights",
    Network.layout(),
    "train new weights, beginning with --weights zero (docs/training.md, 'Changing the evaluation')",
)
MAP: Final = dataclasses.replace(
    COMPACT, magic=b"othello-nw-map-1", layout=Network.layout() | {"units": network.UNITS}
)
MAP_START: Final = 4096
"""Offset in a map at which the memory begins. It is a multiple of the page size."""
FOLDER: Final = Path(__file__).parent.parent / "data"
SHIPPED: Final = FOLDER / "network.bin"
"""The file of the shipped network in a checkout."""
SHIPPED_MAP: Final = FOLDER / "network.map"
"""The file of the shipped network in a wheel."""
CHECKED: Final = ".checked"
"""Suffix of the file that records which state of a map was checked. It is appended to the map's name."""
ZERO: Final = Path("zero")
"""The option value that stands for `Network.zero` instead of a file."""


@functools.cache
def shipped() -> Network:
    """Return the network that comes with the package.

    Raises FormatError if its file is damaged or does not fit the kernels.
    """
    path = _shipped_map()
    if path in (SHIPPED, SHIPPED_MAP):
        return read(path, is_checked=path == SHIPPED_MAP)
    if os.path.exists(path):  # Path.exists would raise an error if the folder is not accessible
        try:
            return _read_cached(path)
        except FormatError as error:
            library.report_once(f"{error}. The file is written again")
    evaluation = read(SHIPPED)
    with contextlib.suppress(FormatError, OSError):
        trust.write(path, _map_pieces(path, evaluation))
        return _read_cached(path)
    return evaluation  # the network is then in memory that is not shared with other processes


def _read_cached(path: Path) -> Network:
    """Map a file in the cache folder into memory and return its network. Raises FormatError.

    The whole file is checked unless it has been checked since its last change.
    """
    with usable(path), library.open_trusted(path) as file:
        status, checked = os.fstat(file.fileno()), path.with_name(path.name + CHECKED)
        identity = f"{status.st_size} {status.st_mtime_ns} {status.st_ino} {status.st_ctime_ns}".encode()
        is_checked = False
        with contextlib.suppress(OSError), library.open_trusted(checked) as known:
            is_checked = known.read() == identity
        evaluation = _of_map(path, file, is_checked=is_checked)
        with contextlib.suppress(OSError):  # the folder may be read-only
            if not is_checked:
                # Write the map to disk before the record that it was checked, because the computer may crash
                # in between.
                os.fsync(file.fileno())
                trust.write(checked, [identity])
        return evaluation


def load(source: Path | None) -> Network | None:
    """Load the network that an option names: a file or ZERO. For None, return None.

    Raises FormatError.
    """
    if source is None:
        return None
    return Network.zero() if source == ZERO else read(source)


def read(path: Path, *, is_checked: bool = False) -> Network:
    """Read the network from *path*, a compact file or a map.

    The whole file is checked, except for the memory of a map if *is_checked* is true. Raises FormatError if
    the file is damaged or does not fit the kernels.
    """
    check_regular(path)
    with usable(path), open(path, "rb") as file:
        if file.read(len(MAP.magic)) == MAP.magic:
            return _of_map(path, file, is_checked=is_checked)
    return _of_compact(path)


def write(path: Path, evaluation: Network) -> None:
    """Write a network as a compact file. Raises FormatError if that fails."""
    units, numbers = evaluation.narrow_numbers()
    COMPACT.write(path, {"units": units, **_header(evaluation)}, numbers)


def write_map(path: Path, evaluation: Network) -> None:
    """Write a network as a map. Raises FormatError if that fails."""
    pieces = _map_pieces(path, evaluation)
    with outputs.replacing(path) as file:
        file.writelines(pieces)


def _map_pieces(path: Path, evaluation: Network) -> list[bytes | memoryview]:
    """Return a map's bytes in pieces. Raises FormatError if its header is too long."""
    memory = evaluation.memory.bytes[: network.BYTES]
    begin = MAP.begin(_header(evaluation, memory=zlib.crc32(memory))).ljust(MAP_START - 4, b"\0")
    if len(begin) > MAP_START - 4:
        raise FormatError(path, None, "the description of these weights is too long for a map")
    return [begin, zlib.crc32(begin).to_bytes(4, "little"), memory]


def check_shipped() -> Path:
    """Check every byte of the shipped network and return the path of its file.

    Raises FormatError if the package's own file is damaged. A damaged file in the cache folder is recreated.
    """
    path = _shipped_map()
    if path not in (SHIPPED, SHIPPED_MAP):
        try:
            read(path)
        except FormatError:
            path.unlink(missing_ok=True)
            shipped.cache_clear()
    shipped()
    read(path if path.exists() else SHIPPED)
    return path if path.exists() else SHIPPED


def _shipped_map() -> Path:
    """Return the path of the shipped network's map. In a checkout, this file may not exist yet.

    If processes cannot share a map, return SHIPPED, the compact file.
    """
    if not HAS_MAPS:
        return SHIPPED
    if SHIPPED_MAP.exists():
        return SHIPPED_MAP
    return library.cache() / f"network-{_name_of(SHIPPED)}.map"


def _name_of(path: Path) -> str:
    """Return a name for use in the cache: a hash of a compact file's checksum and of the memory layout."""
    with usable(path), open(path, "rb") as file:
        file.seek(-DIGEST, os.SEEK_END)
        checksum = file.read(DIGEST)
    return library.short_hash(checksum + json.dumps([Network.layout(), network.BYTES]).encode())


def _of_map(path: Path, file: BinaryIO, *, is_checked: bool) -> Network:
    """Map the memory from *file*, a map that is open for reading, and return the network. Raises FormatError.

    The memory's checksum is verified unless *is_checked* is true.
    """
    file.seek(0)
    begin, size = file.read(MAP_START), os.fstat(file.fileno()).st_size
    if not begin.startswith(MAP.magic) or zlib.crc32(begin[:-4]) != int.from_bytes(begin[-4:], "little"):
        raise MAP.damaged(path, "the checksum is wrong")
    if size != MAP_START + network.BYTES:
        raise MAP.damaged(path, f"it has {size} bytes instead of {MAP_START + network.BYTES}")
    header = MAP.header(path, begin)
    made, deviations = _fields(path, header)
    if not is_checked:
        checksum = 0
        while piece := file.read(1 << 20):
            checksum = zlib.crc32(piece, checksum)
        if checksum != header.get("memory"):
            raise MAP.damaged(path, "the checksum is wrong")
    return Network(Memory.of_file(file, MAP_START, network.BYTES), made, deviations)


def _of_compact(path: Path) -> Network:
    header, numbers = COMPACT.read(path)
    made, deviations = _fields(path, header)
    try:
        return Network.of_numbers(numbers, made, deviations, header["units"])
    except (ValueError, KeyError) as error:
        raise COMPACT.damaged(path, error) from error


def _header(weights: Network, **more: int) -> dict[str, object]:
    """Return the header fields that follow the layout, with the fields *more* at the end."""
    return {"made": weights.made, "deviations": dataclasses.asdict(weights.deviations), **more}


def _fields(path: Path, header: dict[str, Any]) -> tuple[str, ProbCutMargins]:
    """Return the origin and the ProbCut margins from a header. Raises FormatError if it is damaged."""
    try:
        lists = header["deviations"]
        deviations = ProbCutMargins(**{name: tuple(map(float, numbers)) for name, numbers in lists.items()})
        if not deviations.is_valid or not all(isinstance(numbers, list) for numbers in lists.values()):
            raise ValueError(f"it contains impossible deviations {header['deviations']}")
        return str(header["made"]), deviations
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise COMPACT.damaged(path, error) from error
