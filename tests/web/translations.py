"""The translations of the page."""

import re
from importlib import resources
from typing import Final

PAGE: Final = resources.files("othello.web").joinpath("page")
LANGUAGES: Final = sorted(
    match[1] for path in PAGE.iterdir() if (match := re.fullmatch(r"texts\.(\w+)\.js", path.name))
)
"""The codes of all languages but English."""


def text_of(name: str) -> str:
    """Return the text of a file of the page."""
    return PAGE.joinpath(name).read_text(encoding="utf-8")
