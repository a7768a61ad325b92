"""The page and its files, read once; a request chooses among their names."""

import json
from functools import cache
from importlib import resources
from string import Template
from typing import Final, NamedTuple

from othello.formats.format import Format
from othello.formats.registry import WRITTEN
from othello.human.levels import HUMAN_LEVELS
from othello.review import assets
from othello.review.review import LEAST_LOSS
from othello.rules import svg
from othello.rules.position import Position
from othello.search.limits import MAX_LEVEL
from othello.version import __version__
from othello.web.settings import LARGEST_FILE

PAGE: Final = "index.html"
TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""Media types by the suffixes of names."""


class File(NamedTuple):
    """A file of the page."""

    content: bytes
    media_type: str


class _Page(Template):
    delimiter = "%%"


@cache
def files() -> dict[str, File]:
    """Return all files by their names."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in resources.files("othello.web").joinpath("page").iterdir()
    }
    texts |= {name: assets.read(name) for name in (assets.STYLE, *assets.SCRIPTS)}
    texts[PAGE] = _page(texts[PAGE])
    return {name: File(text.encode(), TYPES[name.rpartition(".")[2]]) for name, text in sorted(texts.items())}


def _page(template: str) -> str:
    """Return the page: the template with an empty board, and with what its scripts must know."""
    empty = Position(0, 0, Position.start().turn)
    facts = {
        "version": __version__,
        "look": assets.look(),
        "levels": {"human": [level.name for level in HUMAN_LEVELS], "most": MAX_LEVEL},
        "formats": list(map(_format_object, WRITTEN.values())),
        "largestFile": LARGEST_FILE,
    }
    return _Page(template).substitute(
        version=__version__,
        board=svg.board(empty, size=540),
        facts=json.dumps(facts).replace("<", "\\u003c"),
        **{mark.name.lower(): f"{least:g}" for mark, least in LEAST_LOSS.items()},
    )


def _format_object(found: Format) -> dict[str, object]:
    suffixes = found.suffixes or (".txt",)
    return {"name": found.name, "suffix": suffixes[0], "isText": found.format is not None}
