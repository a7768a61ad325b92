"""Malformed requests, frames and messages: no traceback, and no other session is lost."""

import contextlib
import json
import random
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.sync.client import connect

from tests.web import malformed
from tests.web.serving import SECONDS, Server, serving, session

PATIENCE = 0.05
"""Seconds to wait for the answer to malformed bytes."""
SESSIONS = 8
"""Sessions that send malformed messages at the same time. Each session is read at a limited rate."""


def send_bytes(server: Server, data: bytes, *, opens_session: bool) -> None:
    """Send bytes over their own connection, and read what comes back."""
    connection = socket.create_connection(("127.0.0.1", server.port), SECONDS)
    with connection, contextlib.suppress(OSError):
        if opens_session:
            connection.sendall(malformed.UPGRADE)
            assert connection.recv(1000).startswith(b"HTTP/1.1 101")
        connection.settimeout(PATIENCE)
        connection.sendall(data)
        while connection.recv(1 << 16):
            pass


def send_messages(server: Server, seed: int, count: int) -> None:
    """Send malformed messages over a session, which must still answer after them."""
    rng = random.Random(seed)
    with connect(f"ws://{server.host}/session", max_size=None) as connection:
        assert json.loads(connection.recv(timeout=SECONDS))["type"] == "hello"
        for _ in range(count):
            connection.send(malformed.message(rng))
        connection.send(json.dumps({"id": 777, "type": "read", "text": "f5"}))
        while (reply := json.loads(connection.recv(timeout=SECONDS)))["id"] != 777:
            pass
        assert reply["games"][0]["moves"] == ["f5"]


def check(count: int) -> None:
    """Send this number of malformed requests while another session analyzes."""
    rng, third = random.Random(count), count // 3
    with serving("--sessions", SESSIONS + 8) as server:
        with session(server) as witness, ThreadPoolExecutor(SESSIONS) as pool:
            witness.send("analyze", game={"moves": []})
            first = witness.receive()
            jobs = [
                pool.submit(send_bytes, server, malformed.request(rng), opens_session=False)
                for _ in range(third)
            ]
            jobs += [
                pool.submit(send_bytes, server, malformed.frames(rng), opens_session=True)
                for _ in range(third)
            ]
            jobs += [
                pool.submit(send_messages, server, seed, (count - 2 * third) // SESSIONS + 1)
                for seed in range(SESSIONS)
            ]
            for job in jobs:
                job.result()
            while (reply := witness.receive())["nodes"] <= first["nodes"]:
                pass
            assert reply["type"] == "analyze"
            assert witness.ask("stop")["type"] == "stopped"
        assert server.process.poll() is None
    assert server.output().count("\n") == 1, server.output()[-3000:]


def test_some_malformed_messages():
    """Fifty malformed requests are refused, while an analysis continues."""
    check(50)


@pytest.mark.slow
def test_many_malformed_messages():
    """Ten thousand malformed requests are refused, while an analysis continues."""
    check(10_000)
