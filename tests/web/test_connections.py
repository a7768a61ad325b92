"""Connections below the requests: silence, delays, and messages that wait."""

import contextlib
import http.client
import json
import socket
import time

import pytest
from websockets.sync.client import connect

from tests.web.serving import PREPARED_LATER, SECONDS, serving, session

SHORT = 0.5
IMPATIENT = f"""
from othello.cli import main
from othello.web import server
server.KEEP_ALIVE = {SHORT}
main(["web", "--no-open", "--port", "0", "--hash", "2"])
"""
KEEPALIVE = """
import asyncio, uvicorn
from othello.cli import main
from othello.web.session import Session
make, answer = uvicorn.Config, Session._answer
async def answer_slowly(self, message):
    await asyncio.sleep(1.5 if '"id": 1,' in message else 0)
    await answer(self, message)
uvicorn.Config = lambda *args, **options: make(*args, **options, ws_ping_interval=0.2, ws_ping_timeout=1)
Session._answer = answer_slowly
main(["web", "--no-open", "--port", "0", "--hash", "2"])
"""


@pytest.fixture(scope="module")
def impatient():
    """A server that soon closes silent connections."""
    with serving(code=IMPATIENT) as server:
        yield server


@pytest.mark.parametrize("pieces", [[], [b"G"], [b"GET / HTTP/1.1\r\n"] + [b"X-A: b\r\n"] * 100])
def test_a_connection_without_a_request_has_a_time_limit(impatient, pieces):
    """A connection that is silent, or sends a request in pieces, is closed, and its slot becomes free."""
    begin = time.monotonic()
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=SECONDS) as connection:
        connection.settimeout(SHORT / 10)
        waiting = list(pieces)
        while True:
            try:
                if waiting:
                    connection.sendall(waiting.pop(0))
                if not connection.recv(1):
                    break
            except TimeoutError:
                assert time.monotonic() - begin < SECONDS
            except ConnectionError:
                break


def test_the_time_limit_for_a_request_ends_when_a_websocket_begins(impatient):
    """The session outlives silent connections that began after it."""
    with session(impatient) as page:
        for _ in range(2):
            silent = socket.create_connection(("127.0.0.1", impatient.port), timeout=SECONDS)
            with silent, contextlib.suppress(ConnectionError):
                assert silent.recv(1) == b""
        assert page.ask("read", text="f5")["games"]


@pytest.mark.timing
def test_later_replies_of_a_connection_do_not_wait(server):
    """TCP_NODELAY is set, so no reply waits 40 ms for the acknowledgment of the previous reply."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    times = []
    for _ in range(12):
        begin = time.monotonic()
        connection.request("GET", "/page.css", headers={"Host": server.host})
        assert connection.getresponse().read()
        times.append(time.monotonic() - begin)
    connection.close()
    assert min(times[1:]) < 0.03


@pytest.mark.timing
def test_a_pong_behind_waiting_messages_is_not_late():
    """A client with many unread messages stays connected, though its pongs wait behind them."""
    with serving(code=KEEPALIVE) as server, session(server, ping_interval=None) as page:
        numbers = [page.send("stop") for _ in range(3)]
        assert [page.receive()["id"] for _ in numbers] == numbers


def test_a_page_that_is_closed_while_the_engine_is_prepared_gives_its_place_back(tmp_path):
    """Sessions begin when the engine is ready. Until then, they report that it is being prepared."""
    ready = tmp_path / "ready"
    with serving(code=PREPARED_LATER.format(path=str(ready))) as server, contextlib.ExitStack() as stack:
        opened = [stack.enter_context(connect(f"ws://{server.host}/session")) for _ in range(4)]
        for connection in opened:
            assert json.loads(connection.recv(timeout=SECONDS)) == {"type": "preparing"}
        for connection in opened[:2]:
            connection.close()
        opened[2].send('{"id": 1, "type": "stop"}')
        ready.write_text("")
        for connection in opened[2:]:
            assert json.loads(connection.recv(timeout=SECONDS))["type"] == "hello"
        assert json.loads(opened[2].recv(timeout=SECONDS)) == {"id": 1, "type": "stopped"}


@pytest.mark.parametrize(
    ("kind", "status"), [("OthelloError", 2), pytest.param("ValueError", 1, marks=pytest.mark.slow)]
)
def test_the_server_ends_with_the_reason_if_the_engine_cannot_be_prepared(tmp_path, kind, status):
    (tmp_path / "ready").write_text("the weights are damaged")
    code = PREPARED_LATER.format(path=str(tmp_path / "ready")).replace("raise OthelloError", f"raise {kind}")
    with serving(code=code) as server:
        assert server.process.wait(SECONDS) == status
        server.end()
        assert server.output().endswith("Error: the weights are damaged\n")


def test_one_game_in_words_has_a_length(server):
    """A long text that is not a file of games is refused before it is read as a pasted game."""
    with session(server) as page:
        reply = page.ask("read", text="x" * 100_000)
        assert reply["type"] == "error"
        assert reply["message"] == "the text of 100000 characters is too long for a game: use at most 65536"
