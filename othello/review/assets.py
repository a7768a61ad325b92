"""The files shared by all pages: the style sheet and the scripts that draw boards and graphs.

The scripts are JavaScript modules that import nothing. The web server sends them as separate files. A
review's page is a single file, so it contains the text of these scripts and of its own script.
"""

import html
import re
from importlib import resources
from string import Template
from typing import Final

from othello.review.review import MIN_LOSS
from othello.rules import drawing
from othello.version import __version__

STYLE: Final = "style.css"
SCRIPTS: Final = ("board.js", "graph.js", "swipe.js")
REPORT: Final = "report.js"


class Page(Template):
    """A page template. A name after two percent signs is replaced with a value."""

    delimiter = "%%"


def read(name: str) -> str:
    """Return the content of a file in static/: STYLE, one of SCRIPTS, REPORT, or the template of a page."""
    return resources.files("othello").joinpath("review", "static", name).read_text(encoding="utf-8")


def head(title: str) -> str:
    """Return the beginning of a page about reviews, up to the styles that only this page needs."""
    values = {"version": __version__, "title": html.escape(title), "style": read(STYLE)}
    return Page(read("head.html")).substitute(values).rstrip("\n")


def plain_script() -> str:
    """Return the script of a review's page and the scripts it imports as one script without imports."""
    modules = "\n".join(map(read, (*SCRIPTS, REPORT))).rstrip("\n")
    return re.sub(r"^export |^import .*\n", "", modules, flags=re.MULTILINE)


def drawing_constants() -> dict[str, object]:
    """Return the sizes, colors and minimum losses with which `board.js` draws on pictures of `rules.svg`."""
    names = ("black", "white", "mark", "legal", "best", "value")
    return {
        "square": drawing.SQUARE,
        "margin": drawing.MARGIN,
        "colors": {name: getattr(drawing.COLORS, name) for name in names},
        "losses": {mark.name.lower(): min_loss for mark, min_loss in MIN_LOSS.items()},
    }
