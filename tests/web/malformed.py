"""Malformed HTTP requests, WebSocket frames and messages, from a seed."""

import base64
import json
import random
from collections.abc import Callable
from typing import Any, Final

HEAD: Final = b"GET /session HTTP/1.1\r\nHost: localhost\r\n"
KEY: Final = base64.b64encode(bytes(16))
UPGRADE: Final = (
    HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: " + KEY + b"\r\n\r\n"
)
"""A request that opens a session."""
VALID: Final[list[dict[str, Any]]] = [
    {"id": 1, "type": "analyze", "game": {"moves": ["f5", "d6"]}, "lines": 2, "level": 2},
    {"id": 2, "type": "play", "game": {"moves": ["f5"]}, "level": "casual", "seed": 3, "progress": True},
    {"id": 3, "type": "play", "game": {}, "level": "1", "clock": {"remaining": 1, "increment": 0}},
    {"id": 4, "type": "review", "game": {"moves": ["f5", "d6"]}, "level": 1, "peers": "1450", "page": True},
    {"id": 5, "type": "describe", "game": {"start": "-" * 27 + "OX------XO" + "-" * 27 + " X", "moves": []}},
    {"id": 15, "type": "describe", "game": {"moves": ["f5"]}, "rating": 1200},
    {"id": 6, "type": "read", "text": "f5d6c3"},
    {"id": 7, "type": "read", "name": "game.sgf.gz", "data": "KDtCW2ZlXSk="},
    {"id": 8, "type": "write", "game": {"moves": ["f5"], "notes": [{"value": 1}]}, "format": "ggf"},
    {"id": 9, "type": "exercise", "rating": 800, "seed": 1},
    {"id": 10, "type": "opening", "seed": 1},
    {"id": 12, "type": "stop"},
    {"id": 13, "type": "ping"},
]
ODD: Final[list[Any]] = [
    None, True, -1, 2**63, 10**400, 1e308, -0.5, "", "x" * 5000, "\ud800", "\0", "../../etc/passwd",
    [], [[]], {}, {"moves": {}}, ["pass"] * 200, ["f5"] * 3, [None], "NaN", "{", "(;GM[2]", "é" * 300,
]  # fmt: skip


def request(rng: random.Random) -> bytes:
    """Return the bytes of a malformed HTTP request."""
    junk = rng.randbytes(rng.randrange(1, 400))
    forms: list[Callable[[], bytes]] = [
        lambda: junk,
        lambda: b"GET " + junk + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        lambda: b"GET / HTTP/1.1\r\nHost: " + junk + b"\r\n\r\n",
        lambda: b"GET / HTTP/9.9\r\n\r\n",
        lambda: b"G\xff\xfe / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        lambda: b"GET /" + b"a" * rng.randrange(1, 30_000) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        lambda: b"GET /%" + junk[:20].hex().encode() + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        lambda: b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * rng.randrange(2000),
        lambda: b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n" + junk,
        lambda: b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n" + junk,
        lambda: b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + junk,
        lambda: UPGRADE.replace(KEY, junk[:30].hex().encode()),
        lambda: UPGRADE.replace(b"13", b"99"),
        lambda: UPGRADE.replace(b"/session", b"/other"),
        lambda: UPGRADE.replace(b"localhost", b"evil.example"),
        lambda: UPGRADE[: rng.randrange(len(UPGRADE))],
        lambda: cut(UPGRADE, rng),
    ]
    return rng.choice(forms)()


def frames(rng: random.Random) -> bytes:
    """Return malformed frames for a session that is open."""
    junk = rng.randbytes(rng.randrange(1, 200))
    forms: list[Callable[[], bytes]] = [
        lambda: junk,
        lambda: bytes([0x81, len(junk) & 0x7F]) + junk,  # without a mask
        lambda: bytes([0xF1, 0x80]) + bytes(4),  # reserved bits
        lambda: bytes([0x83 + rng.randrange(5), 0x80]) + bytes(4),  # an unknown operation
        lambda: bytes([0x81, 0xFF]) + b"\xff" * 8 + bytes(4),  # of 2**64 bytes
        lambda: bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8, "big") + bytes(4) + junk,
        lambda: bytes([0x81, 0x82]) + bytes(4) + b"\xff\xfe",  # not UTF-8
        lambda: bytes([0x82, 0x82]) + bytes(4) + b"\xff\xfe",  # bytes instead of a text
        lambda: bytes([0x09, 0x80]) + bytes(4),  # a ping in fragments
        lambda: bytes([0x88, 0x82]) + bytes(4) + rng.randbytes(2),  # any status at the end
        lambda: bytes([0x88, 0x81]) + bytes(4) + b"x",
        lambda: bytes([0x80, 0x81]) + bytes(4) + b"x",  # a continuation of nothing
        lambda: bytes([0x01, 0x81]) + bytes(4) + b"x" + bytes([0x81, 0x81]) + bytes(4) + b"y",
    ]
    return rng.choice(forms)()


def message(rng: random.Random) -> str:
    """Return a message that is no request, or a request with a wrong field."""
    fields = json.loads(json.dumps(rng.choice(VALID)))
    form = rng.randrange(6)
    if form == 0:
        return cut(json.dumps(fields).encode(), rng).decode("latin-1")
    if form == 1:
        return "[" * rng.randrange(1, 20_000)
    if form == 2:
        return rng.choice(["", "null", "[]", '"x"', "1e999", '{"id":1,"id":NaN}', "\0", "{" * 999])
    place = fields
    while form > 3 and any(isinstance(value, dict) for value in place.values()):
        place = next(value for value in place.values() if isinstance(value, dict))
    name = rng.choice([*place, "game", "level", "x"])
    if form == 5 and name in place:
        del place[name]
    else:
        place[name] = rng.choice(ODD)
    return json.dumps(fields)


def cut(data: bytes, rng: random.Random) -> bytes:
    """Return bytes of which some are lost, doubled or replaced."""
    buffer = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(buffer))
        form = rng.randrange(3)
        if form == 0:
            del buffer[at]
        elif form == 1:
            buffer.insert(at, buffer[at])
        else:
            buffer[at] = rng.randrange(256)
    return bytes(buffer)
