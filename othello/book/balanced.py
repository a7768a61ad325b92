"""The built-in list of balanced openings. A search values each opening within one disc of 0.

The first lines of the file show the command that generates the list.
"""

import random
from importlib import resources
from typing import Final

from othello.rules.board import Board

BUILT_IN: Final = "openings.txt"


def built_in() -> list[Board]:
    """Return all openings on the list as new boards."""
    return list(map(Board.parse, _transcripts()))


def draw_built_in(draw: random.Random) -> Board:
    """Return a random opening from the list as a new board."""
    return Board.parse(draw.choice(_transcripts()))


def _transcripts() -> list[str]:
    text = resources.files("othello").joinpath("data", BUILT_IN).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("%")]
