"""Reads and writes files with a header and a compressed body.

| bytes | content |
| --- | --- |
| 16 | the magic, which shows what kind of file this is |
| 4 | length of the header, little-endian |
| ... | header, JSON |
| ... | body, compressed by zlib |
| 32 | SHA-256 of all preceding bytes |
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from othello.errors import FormatError, usable
from othello.storage import outputs

START: Final = 16 + 4
"""Offset of the header in the file."""
DIGEST: Final = 32
"""Size of the checksum at the end of the file, in bytes."""
ZLIB_LEVEL: Final = 6
"""Level 9, which compresses best, takes four times as long and makes the shipped network only 0.5 %
smaller."""
PIECE: Final = 1 << 18
"""Number of bytes unpacked at a time. It is small because Python in a browser never releases memory."""


@dataclass(frozen=True)
class Container:
    """A kind of file."""

    magic: bytes
    """The first 16 bytes of the file."""
    kind: str
    """The name of this kind of file in messages, such as "file of weights"."""
    layout: Mapping[str, object] = field(default_factory=dict)
    """The first fields of the header. They must be the same in the file and in this program."""
    remedy: str = ""
    """Advice for the user if the file has a different layout."""

    def write(
        self, path: Path, fields: Mapping[str, object], *body: Any, zlib_level: int = ZLIB_LEVEL
    ) -> None:
        """Write a file: the layout and *fields* as its header, then the buffers. Raises FormatError."""
        digest, packing = hashlib.sha256(), zlib.compressobj(zlib_level)
        pieces = [self.begin(fields), *map(packing.compress, body), packing.flush()]
        for piece in pieces:
            digest.update(piece)
        with outputs.replacing(path) as file:
            file.writelines([*pieces, digest.digest()])

    def read(self, path: Path) -> tuple[dict[str, Any], Iterator[bytes]]:
        """Return the header and the body in pieces. Raises FormatError, also while you read pieces."""
        with usable(path):
            data = memoryview(path.read_bytes())
        if data[: len(self.magic)] != self.magic:
            raise FormatError(path, None, f"this is not a {self.kind}")
        if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
            raise self.damaged(path, "the checksum is wrong")
        return self.header(path, data), self._unpacked(path, data[_end(data) : -DIGEST])

    def begin(self, fields: Mapping[str, object]) -> bytes:
        """Return the first bytes of a file, which end with the header."""
        header = json.dumps({**self.layout, **fields}).encode()
        return self.magic + len(header).to_bytes(4, "little") + header

    def header(self, path: Path, data: bytes | memoryview) -> dict[str, Any]:
        """Return the header from a file's first bytes. Raises FormatError for a different layout."""
        try:
            header: dict[str, Any] = json.loads(bytes(data[START : _end(data)]))
            other = [name for name, own in self.layout.items() if json.dumps(header[name]) != json.dumps(own)]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self.damaged(path, error) from error
        if other:
            reason = f"this {self.kind} differs from this program in {' and '.join(other)}"
            raise FormatError(path, None, f"{reason}: {self.remedy}")
        return header

    def damaged(self, path: Path, reason: object) -> FormatError:
        """Return the error for a damaged file."""
        return FormatError(path, None, f"this is a damaged {self.kind}: {reason}")

    def _unpacked(self, path: Path, body: memoryview) -> Iterator[bytes]:
        unpacking = zlib.decompressobj()
        try:
            for first in range(0, len(body), PIECE):
                yield unpacking.decompress(body[first : first + PIECE])
        except zlib.error as error:
            raise self.damaged(path, error) from error
        if not unpacking.eof or unpacking.unused_data:
            raise self.damaged(path, "the compressed data and the file do not end at the same byte")


def _end(data: bytes | memoryview) -> int:
    """Return the offset at which the header ends."""
    return START + int.from_bytes(data[START - 4 : START], "little")
