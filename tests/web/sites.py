"""The page without a server: its folder, and a host of static files."""

import contextlib
import functools
import http.server
import io
import json
import os
import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final
from unittest import mock

import pytest

from othello.version import __version__
from othello.web import site
from tools import pyodide

PYODIDE: Final = Path(os.environ.get("OTHELLO_PYODIDE", pyodide.PACKAGE))
needs_pyodide = pytest.mark.skipif(
    not (PYODIDE / "pyodide.asm.wasm").exists(), reason="there is no Pyodide: make site brings it"
)


PYTHON: Final = """
const held = name => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, self.location), false);
  request.send();
  return request.responseText;
};
export async function loadPyodide() {
  %(load)s
  return {
    _api: {config: {}},
    FS: {writeFile() {}, mkdirTree() {}, unlink() {}},
    unpackArchive() {},
    runPython() {},
    makeMemorySnapshot: () => new Uint8Array(100),
    pyimport: () => ({begin(post) {
      %(begin)s
      const send = message => post(JSON.stringify(message));
      send({type: "hello", version: "%(version)s", threads: 1, hash: 16});
      const reply = {move: "d6", score: {discs: 0}, pv: [], seconds: 0, book: false};
      return text => {
        const {id, type} = JSON.parse(text);
        if (type === "play") send({id, type, ...reply});
        else send({id, type: "error", message: "nothing but moves"});
      };
    }})
  };
}
"""
"""Takes the place of Pyodide: its session answers each move with d6.

held(NAME) holds the thread of the worker until the host has sent a file, and returns its text.
"""


def write_without_python(folder: Path, *, load: str = "", begin: str = "", quick: bool = False) -> None:
    """Write a site whose worker has PYTHON in place of Python. *load* and *begin* run at these steps.

    quick -- whether the small engine answers moves. It needs machine code.
    """
    script = PYTHON % {"load": load, "begin": begin, "version": __version__}
    contents = dict.fromkeys(site.PYODIDE, b"{}") | {"pyodide.mjs": script.encode()}
    parts = {name: site.SiteFile(content, not name.endswith(".mjs")) for name, content in contents.items()}
    mocks: dict[str, Any] = {"_pyodide": lambda folder: parts, "_package": lambda: b""}
    if not quick:
        network, source = random.Random(1).randbytes(300_000), site._source  # cannot be compressed
        mocks |= {
            "_network": lambda: network,
            "_source": lambda name: (
                "self.postMessage(null); self.close();" if name == site.QUICK else source(name)
            ),
        }
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(site, **mocks))
        if not quick:
            stack.enter_context(mock.patch.object(site.library, "of_target", return_value=b""))
            stack.enter_context(mock.patch.object(site.human_model, "SHIPPED", Path(__file__)))
        site.write(folder, folder)


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Sends files, and notes what was asked for."""

    def __init__(self, *args: Any, host: "Runner", **options: Any) -> None:
        self._host = host
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        self._host.asked.append(self.path)
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if wanted and self._host.has_ranges:
            content = Path(self.translate_path(self.path)).read_bytes()
            first = int(wanted[1])
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
            self.send_header("Content-Length", str(len(content) - first))
            self.end_headers()
            self.path += f" from {first}"
            self.copyfile(io.BytesIO(content[first:]), self.wfile)
        else:
            super().do_GET()

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
        """Send a file, or stop after its first bytes."""
        self._host.sent.append(self.path)
        if stops := self._host.stops.get(self.path.rpartition("/")[2].partition(" ")[0]):
            outputfile.write(source.read(stops.pop(0)))
            outputfile.flush()
            self._host.goes_on.wait()
            if self._host.breaks:
                self.close_connection = True
                return
        super().copyfile(source, outputfile)

    def end_headers(self) -> None:
        for name, value in self._host.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Print nothing."""


class Runner:
    """A host of static files below a path, which can go away and come back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        """The paths of all requests."""
        self.sent: list[str] = []
        """The paths of responses with a file, without responses that report an unchanged file.

        `from N` follows for the rest of a file.
        """
        self.stops: dict[str, list[int]] = {}
        """For the next requests of files by name, the number of bytes after which the host stops.

        It stops until `goes_on` is set.
        """
        self.goes_on = threading.Event()
        self.breaks = False
        """Whether it ends the connection then."""
        self.has_ranges = True
        """Whether the host sends the rest of a file."""
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
        self.goes_on.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[Runner]:
    """Serve a folder. The end of the block ends it."""
    host = Runner(folder)
    try:
        yield host
    finally:
        host.stop()


def facts_of(folder: Path) -> dict[str, Any]:
    """Return what the service worker of a site knows of its files."""
    first = (folder / site.SERVICE).read_text(encoding="utf-8").partition(";\n")[0]
    facts: dict[str, Any] = json.loads(first.removeprefix(site.MARK))
    return facts
