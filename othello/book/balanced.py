"""The built-in list of balanced openings: a search values them within a disc of 0.

The first lines of the list show the command that generates it.
"""

from importlib import resources
from typing import Final

from othello.formats.transcript import parse_transcript
from othello.rules.board import Board

BUILT_IN: Final = "openings.txt"


def built_in() -> list[Board]:
    """Return the openings that come with the package."""
    text = resources.files("othello").joinpath("data", BUILT_IN).read_text(encoding="utf-8")
    return [parse_transcript(line) for line in text.splitlines() if line and not line.startswith("%")]
