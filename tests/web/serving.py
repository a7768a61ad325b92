"""`othello web` in its own process, and sessions with it."""

import contextlib
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from othello.rules.board import Board
from tests import source

SECONDS: Final = 120
"""How long a busy computer may take to answer."""
MAX_REQUESTS: Final = 15
"""Files that a browser may ask for until the page is complete."""


GAME: Final = (
    "f5d6c3d3c4f4f6f3e6f7c6c5e3e7d7c8g4e2g5g6b4h6h5c7d2b6g3b3d1b5a3f2a6a4a5e1h7c1a7h3f1g1c2h4g7h8f8b1"
    "d8b2b8e8g8a8a1a2b7h1g2h2"
)
"""A whole game with passes and mistakes of both sides."""
OPENING: Final = f"#moves={GAME[:24]}"
"""The address of the first 12 moves of GAME."""
ENDING: Final = f"#position={Board.parse(GAME[:76]).position.format().replace(' ', '_')}&moves={GAME[76:]}"
"""The address of the last 24 moves of GAME, whose values are exact."""
GGF: Final = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Alice]PW[Bob]RE[?]TI[5:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)"
)
"""A game of three moves with names."""
PREPARED_LATER: Final = """
import pathlib, time
from othello.cli import main
from othello.errors import OthelloError
from othello.web import server
def prepare(settings):
    path = pathlib.Path({path!r})
    while not path.exists():
        time.sleep(0.01)
    if path.read_text():
        raise OthelloError(path.read_text())
server.prepare = prepare
main(["web", "--no-open", "--port", "0", "--hash", "2", "--sessions", "2"])
"""
"""A program with two sessions whose engine is prepared once a file exists. Text in the file is an error."""

INVITING: Final = """
from othello.cli import main, web
web._own_address = lambda: "192.168.1.5"
web.sys.stdout.isatty = lambda: {is_terminal}
main(["web", "--no-open", "--port", "0", "--hash", "2", "--host", "0.0.0.0"])
"""
"""A program with a server for other computers, of which this one has the address 192.168.1.5."""


def whole_game() -> Board:
    """Return the board at the end of GAME."""
    return Board.parse(GAME)


class Server:
    """A running server. Its output is read continuously."""

    def __init__(self, *args: object, code: str | None = None) -> None:
        """Start `othello web` on a free port, or a program that prints its address."""
        options = ("--no-open", "--port", "0", "--hash", "2", *args)
        command = ["-m", "othello", "web", *map(str, options)] if code is None else ["-c", code]
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=source.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line)
            if match := re.search(r"http://([\w.\[\]:]+)/", line):
                self.host = match[1]
                break
        else:
            raise AssertionError(f"the server did not start: {''.join(self.lines)}")
        self._reader = threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True)
        self._reader.start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}/"

    @property
    def port(self) -> int:
        return int(self.host.rpartition(":")[2])

    def output(self) -> str:
        """Return what the server has printed."""
        return "".join(self.lines)

    def end(self) -> None:
        """End the server."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        self.process.stdout.close()


@contextlib.contextmanager
def serving(*args: object, code: str | None = None) -> Iterator[Server]:
    """Start a server. The end of the block ends it."""
    server = Server(*args, code=code)
    try:
        yield server
    finally:
        server.end()


class Page:
    """A session as a page has it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._number = 0

    def receive(self) -> dict[str, Any]:
        """Return the next message."""
        return json.loads(self.connection.recv(timeout=SECONDS))

    def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its id."""
        self._number += 1
        self.connection.send(json.dumps({"id": self._number, "type": kind, **fields}))
        return self._number

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return its last reply."""
        return self.replies(self.send(kind, **fields))[-1]

    def replies(self, number: int) -> list[dict[str, Any]]:
        """Return all replies to a request."""
        messages = []
        while not messages or messages[-1].get("done") is False or messages[-1].get("ply"):
            message = self.receive()
            if message["id"] == number:
                messages.append(message)
        return messages


@contextlib.contextmanager
def session(server: Server, **options: Any) -> Iterator[Page]:
    """Open a session. The end of the block closes it."""
    with connect(f"ws://{server.host}/session", compression=None, max_size=None, **options) as connection:
        page = Page(connection)
        greeting = page.receive()
        assert (page.receive() if greeting["type"] == "preparing" else greeting)["type"] == "hello"
        yield page
