"""Reads the page and its files. Each file is read only once. Requests can only ask for these files.

To save requests, all style sheets are joined into a single file. All scripts except translations are also
joined.
"""

import gzip
import hashlib
import json
import re
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from othello.formats.format import Format
from othello.formats.registry import WRITTEN
from othello.players.levels import DEFAULT, HUMAN_LEVELS
from othello.review import assets
from othello.rules import svg
from othello.rules.position import Position
from othello.search.levels import NAMED
from othello.version import __version__
from othello.web import scripts
from othello.web.settings import LARGEST_UPLOAD

PAGE: Final = "index.html"
ICONS: Final = "icons.svg"
"""The icons of buttons. The page contains them, so the browser need not request them."""
SCRIPT: Final = "main.js"
STYLES: Final = (assets.STYLE, "page.css", "parts.css", "dialogs.css", "phone.css")
"""The style sheets, in order: later sheets override earlier ones."""
TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""Maps the suffixes of file names to media types."""
POLICY: Final = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'\">"
)
"""The policy that restricts what a page without a server may load.

A server sends a stricter policy in a header (see `othello.web.guard`).
"""
_TRANSLATION: Final = re.compile(r"texts\.(\w+)\.js")


class File(NamedTuple):
    """A file of the page."""

    content: bytes
    packed: bytes
    """The content, compressed with gzip."""
    media_type: str
    tag: str
    """The value of the ETag header, which changes with the content."""

    @classmethod
    def of(cls, name: str, content: bytes) -> "File":
        """Create the file with this name and content."""
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        return cls(content, gzip.compress(content, mtime=0), TYPES[name.rpartition(".")[2]], tag)


@cache
def files(*, is_static: bool = False) -> dict[str, File]:
    """Return all files of the page by name.

    is_static -- whether the page has no server, so that the engine runs in the page's worker
    """
    folder = resources.files("othello.web").joinpath("page")
    contents = {path.name: path.read_bytes() for path in folder.iterdir()}
    contents |= {name: assets.read(name).encode() for name in (assets.STYLE, *assets.SCRIPTS)}
    modules = {
        name: contents.pop(name).decode() for name in sorted(contents) if re.fullmatch(r"\w+\.js", name)
    }
    languages = sorted(["en", *(code[1] for name in contents if (code := _TRANSLATION.fullmatch(name)))])
    styles = [contents.pop(name) for name in STYLES]
    icons = contents.pop(ICONS).decode()
    contents |= {
        PAGE: _page(contents[PAGE].decode(), icons, languages, is_static=is_static).encode(),
        STYLES[1]: b"".join(styles),
        SCRIPT: scripts.joined({name.removesuffix(".js"): text for name, text in modules.items()}).encode(),
    }
    return {name: File.of(name, content) for name, content in sorted(contents.items())}


def _page(template: str, icons: str, languages: list[str], *, is_static: bool) -> str:
    """Fill in the page's template with an empty board, the icons and the data that the scripts need."""
    empty = Position(0, 0, Position.start().turn)
    facts = {
        "version": __version__,
        "isStatic": is_static,
        "languages": languages,
        "look": assets.drawing_constants(),
        "levels": _levels_object(),
        "formats": list(map(_format_object, WRITTEN.values())),
        "largestFile": LARGEST_UPLOAD,
    }
    return assets.Page(template).substitute(
        version=__version__,
        policy=POLICY if is_static else "",
        board=svg.board(empty, size=540),
        icons=icons,
        facts=json.dumps(facts).replace("<", "\\u003c"),
    )


def _levels_object() -> dict[str, object]:
    """Return the human-like levels, the named levels and the default level."""
    human = [{"name": level.name, "words": level.words, "rating": level.rating} for level in HUMAN_LEVELS]
    strong = [step._asdict() for step in NAMED]
    return {"human": human, "strong": strong, "first": DEFAULT}


def _format_object(file_format: Format) -> dict[str, object]:
    suffixes = file_format.suffixes or (".txt",)
    return {"name": file_format.name, "suffix": suffixes[0]}
