"""The page without a server: its folder, and a host of static files."""

import contextlib
import functools
import http.server
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from othello.web import site
from tests import pyodide

PYODIDE: Final = Path(os.environ.get("OTHELLO_PYODIDE", pyodide.PACKAGE))
needs_pyodide = pytest.mark.skipif(
    not (PYODIDE / "pyodide.asm.wasm").exists(), reason="there is no Pyodide: make site brings it"
)


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Sends files, and notes what was asked for."""

    def __init__(self, *args: Any, host: "Host", **options: Any) -> None:
        self._host = host
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        self._host.asked.append(self.path)
        super().do_GET()

    def end_headers(self) -> None:
        for name, value in self._host.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Print nothing."""


class Host:
    """A host of static files below a path, which can go away and come back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        """The paths of all requests."""
        self.headers: dict[str, str] = {}
        """Headers of all responses."""
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/{self.folder.name}/"

    def start(self) -> None:
        handler = functools.partial(_Handler, host=self, directory=str(self.folder.parent))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.handle_error = lambda *args: None  # a browser ends requests when it leaves a page
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Refuse connections."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """Serve a folder; the end of the block ends it."""
    host = Host(folder)
    try:
        yield host
    finally:
        host.stop()


def facts_of(folder: Path) -> dict[str, Any]:
    """Return what the service worker of a site knows of its files."""
    first = (folder / site.SERVICE).read_text(encoding="utf-8").partition(";\n")[0]
    facts: dict[str, Any] = json.loads(first.removeprefix(site.MARK))
    return facts
