"""Files of networks.

Training writes *compact* files, and a checkout has one:

| bytes | content |
| --- | --- |
| 16 | COMPACT |
| 4 | length of the header, little-endian |
| ... | header, JSON: `Network.layout`, origin, errors of shallow searches |
| ... | `Network.numbers`, compressed by zlib |
| 32 | SHA-256 of all bytes before |

A *map* has the layout of memory, so opening it costs nothing: all processes of a computer share its pages,
and each page is read when a search first needs it. A wheel has the shipped network in this form; in a
checkout, the first process makes it in the user's cache folder. A browser's Python cannot share memory, and
its wheel has the compact file, which is half as long.

| bytes | content |
| --- | --- |
| 16 | MAP |
| 4 | length of the header, little-endian |
| ... | header, JSON: as above, and the CRC-32 of the memory |
| ... | zeros |
| 4, the last before MAP_START | CRC-32 of all bytes before |
| `kernels.network.BYTES` | `Network.memory` |

A damaged file is refused, and so is a file with another layout than the kernels, such as other patterns,
because its numbers would give wrong values without an error. A map in the cache folder is checked as a whole
once after each change of the file. A file beside it, with the suffix CHECKED, has the state that was checked.
A wheel's map is as safe as its Python code. Only its size and the part before MAP_START are checked when it
is opened; `check_shipped` checks all of it.
"""

import contextlib
import dataclasses
import functools
import hashlib
import json
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from othello.errors import FormatError, check_regular, usable
from othello.kernels import network
from othello.native import library
from othello.native.memory import HAS_MAPS, Memory
from othello.search.network import Network
from othello.search.probcut_margins import ProbCutMargins
from othello.storage import outputs, trust

COMPACT: Final = b"othello-network5"
MAP: Final = b"othello-nw-map-1"
START: Final = len(COMPACT) + 4
"""Where the header begins."""
MAP_START: Final = 4096
"""Where the memory begins in a map: a multiple of a page."""
DIGEST: Final = 32
"""Bytes of the checksum at the end of a compact file."""
PIECE: Final = 1 << 18
"""Bytes of a compact file that are unpacked at a time: a browser's Python never gives memory back."""
ZLIB_LEVEL: Final = 6
"""The best level, 9, takes four times as long, and saves 0.5 % of the bytes of the shipped network."""
FOLDER: Final = Path(__file__).parent.parent / "data"
SHIPPED: Final = FOLDER / "network.bin"
"""The shipped network in a checkout."""
SHIPPED_MAP: Final = FOLDER / "network.map"
"""The shipped network in a wheel."""
CHECKED: Final = ".checked"
"""Suffix of the file that identifies the checked state of a map in the cache, after the name of the map."""
ZERO: Final = Path("zero")
"""A name instead of a file: `Network.zero`."""


@functools.cache
def shipped() -> Network:
    """Return the network that comes with the program; raises FormatError if it is damaged or does not fit."""
    path = _shipped_map()
    if path in (SHIPPED, SHIPPED_MAP):
        return read(path, is_checked=path == SHIPPED_MAP)
    if os.path.exists(path):  # Path.exists raises an error in a folder that cannot be searched
        try:
            return _read_cached(path)
        except FormatError as error:
            library.report_once(f"{error}; it is made again")
    found = read(SHIPPED)
    with contextlib.suppress(FormatError, OSError):
        trust.write(path, _map_pieces(path, found))
        return _read_cached(path)
    return found  # in memory of this process alone


def _read_cached(path: Path) -> Network:
    """Map a file of the cache, and check all of it unless that was done since its last change.

    Raises FormatError.
    """
    with usable(path), library.opened(path) as file:
        status, checked = os.fstat(file.fileno()), path.with_name(path.name + CHECKED)
        identity = f"{status.st_size} {status.st_mtime_ns} {status.st_ino} {status.st_ctime_ns}".encode()
        is_checked = False
        with contextlib.suppress(OSError), library.opened(checked) as known:
            is_checked = known.read() == identity
        found = _of_map(path, file, is_checked=is_checked)
        with contextlib.suppress(OSError):  # a folder that cannot be written
            if not is_checked:
                # After a failure of the computer, what was checked must still be there.
                os.fsync(file.fileno())
                trust.write(checked, [identity])
        return found


def load(source: Path | None) -> Network | None:
    """Return the network of an option, a file or ZERO; None for the shipped one.

    Raises FormatError.
    """
    if source is None:
        return None
    return Network.zero() if source == ZERO else read(source)


def read(path: Path, *, is_checked: bool = False) -> Network:
    """Read a file of either form, and check all of it, unless *is_checked* says that a map was checked.

    Raises FormatError for files that are damaged or do not fit the kernels.
    """
    check_regular(path)
    with usable(path), open(path, "rb") as file:
        begin = file.read(len(COMPACT))
        if begin == COMPACT:
            file.seek(0)
            return _of_compact(path, file.read())
        if begin == MAP:
            return _of_map(path, file, is_checked=is_checked)
    raise FormatError(path, None, f"not a file of weights: it does not begin with {COMPACT.decode()!r}")


def write(path: Path, found: Network) -> None:
    """Write a network to a compact file; raises FormatError if that fails."""
    body = zlib.compress(found.numbers(), ZLIB_LEVEL)
    data = _begin(COMPACT, found) + body
    with outputs.replacing(path) as file:
        file.write(data + hashlib.sha256(data).digest())


def write_map(path: Path, found: Network) -> None:
    """Write a network to a map; raises FormatError if that fails."""
    pieces = _map_pieces(path, found)
    with outputs.replacing(path) as file:
        file.writelines(pieces)


def _map_pieces(path: Path, found: Network) -> list[bytes | memoryview]:
    """Return what a map contains; raises FormatError if its header does not fit."""
    memory = found.memory.bytes[: network.BYTES]
    begin = _begin(MAP, found, memory=zlib.crc32(memory)).ljust(MAP_START - 4, b"\0")
    if len(begin) > MAP_START - 4:
        raise FormatError(path, None, "the description of these weights is too long for a map")
    return [begin, struct.pack("<I", zlib.crc32(begin)), memory]


def check_shipped() -> Path:
    """Check all of the shipped network, and return its file; raises FormatError if a wheel's is damaged.

    A damaged one in the cache folder is made again.
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
    """Return the path of the shipped network as a map; in a checkout it need not exist.

    Where processes cannot share a map, SHIPPED.
    """
    if not HAS_MAPS:
        return SHIPPED
    if SHIPPED_MAP.exists():
        return SHIPPED_MAP
    return library.cache() / f"network-{_name_of(SHIPPED)}.map"


def _name_of(path: Path) -> str:
    """Return what stands for a compact file: digits of its checksum, and of the layout of memory."""
    with usable(path), open(path, "rb") as file:
        file.seek(-DIGEST, os.SEEK_END)
        checksum = file.read(DIGEST)
    return library.short_hash(checksum + json.dumps([Network.layout(), network.BYTES]).encode())


def _of_map(path: Path, file: BinaryIO, *, is_checked: bool) -> Network:
    """Map the network of an open file; raises FormatError. Its numbers are checked unless *is_checked*."""
    file.seek(0)
    begin, size = file.read(MAP_START), os.fstat(file.fileno()).st_size
    if not begin.startswith(MAP) or zlib.crc32(begin[:-4]) != int.from_bytes(begin[-4:], "little"):
        raise FormatError(path, None, "damaged weights (the checksum is wrong)")
    if size != MAP_START + network.BYTES:
        raise FormatError(
            path, None, f"damaged weights ({size} bytes instead of {MAP_START + network.BYTES})"
        )
    header = _header(path, begin)
    made, deviations = _fields(path, header)
    checksum = 0
    while not is_checked and (some := file.read(1 << 20)):
        checksum = zlib.crc32(some, checksum)
    if not is_checked and checksum != header.get("memory"):
        raise FormatError(path, None, "damaged weights (the checksum is wrong)")
    return Network(Memory.of_file(file, MAP_START, network.BYTES), made, deviations)


def _of_compact(path: Path, data: bytes) -> Network:
    if hashlib.sha256(memoryview(data)[:-DIGEST]).digest() != data[-DIGEST:]:
        raise FormatError(path, None, "damaged weights (the checksum is wrong)")
    header = _header(path, data)
    made, deviations = _fields(path, header)
    length = int.from_bytes(data[START - 4 : START], "little")
    try:
        return Network.of_numbers(_unpacked(memoryview(data)[START + length : -DIGEST]), made, deviations)
    except (ValueError, zlib.error) as error:
        raise FormatError(path, None, f"damaged weights ({error})") from error


def _unpacked(body: memoryview) -> Iterator[bytes]:
    """Yield what zlib has compressed in pieces; raises zlib.error if it is damaged."""
    unpacking = zlib.decompressobj()
    for first in range(0, len(body), PIECE):
        yield unpacking.decompress(body[first : first + PIECE])
    if not unpacking.eof or unpacking.unused_data:
        raise zlib.error("the compressed numbers do not end where the file does")


def _begin(magic: bytes, found: Network, **more: int) -> bytes:
    """Return the first bytes of a file, up to the end of the header."""
    fields = {"made": found.made, "deviations": dataclasses.asdict(found.deviations), **more}
    header = json.dumps(found.layout() | fields).encode()
    return magic + struct.pack("<I", len(header)) + header


def _header(path: Path, data: bytes) -> dict[str, Any]:
    """Return the header; raises FormatError if it is of another layout."""
    try:
        found = json.loads(data[START : START + int.from_bytes(data[START - 4 : START], "little")])
        differing = [
            name for name, own in Network.layout().items() if json.dumps(found[name]) != json.dumps(own)
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FormatError(path, None, f"damaged weights ({error})") from error
    if differing:
        raise FormatError(
            path,
            None,
            f"these weights are for other {' and '.join(differing)} than this program has: train new ones, "
            "beginning with --weights zero (docs/evaluation.md, 'Changing the evaluation')",
        )
    header: dict[str, Any] = found
    return header


def _fields(path: Path, header: dict[str, Any]) -> tuple[str, ProbCutMargins]:
    """Return the origin and the deviations; raises FormatError if they are not such."""
    try:
        lists = header["deviations"]
        deviations = ProbCutMargins(**{name: tuple(map(float, numbers)) for name, numbers in lists.items()})
        if not deviations.is_valid or not all(isinstance(each, list) for each in lists.values()):
            raise ValueError(f"impossible deviations {header['deviations']}")
        return str(header["made"]), deviations
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise FormatError(path, None, f"damaged weights ({error})") from error
