"""A minimal reader of PNG files, for the colors of pixels."""

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

Pixel = tuple[int, int, int]


@dataclass(frozen=True)
class Png:
    """A picture with 8 bits per channel: red, green, blue and optionally alpha."""

    width: int
    height: int
    channels: int
    rows: list[bytes]

    def pixel(self, x: float, y: float) -> Pixel:
        """Return red, green and blue of a pixel."""
        at = self.channels * int(x)
        red, green, blue = self.rows[int(y)][at : at + 3]
        return red, green, blue


def read_png(path: Path) -> Png:
    """Return the picture of a file. Source: the PNG specification (W3C), sections 5 and 9."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    width = height = channels = 0
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0)
            channels = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw = zlib.decompress(packed)
    stride = width * channels
    rows: list[bytes] = []
    above = bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above, channels)
        rows.append(above)
    return Png(width, height, channels, rows)


def _unfiltered(kind: int, row: bytes, above: bytes, channels: int) -> bytes:
    found = bytearray(row)
    for index in range(len(found)):
        left = found[index - channels] if index >= channels else 0
        corner = above[index - channels] if index >= channels else 0
        found[index] = found[index] + _predicted(kind, left, above[index], corner) & 255
    return bytes(found)


def _predicted(kind: int, left: int, above: int, corner: int) -> int:
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda value: abs(guess - value))
    return (0, left, above, (left + above) // 2)[kind]
