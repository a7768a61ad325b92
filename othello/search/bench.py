"""The benchmark: a new engine searches fixed positions to fixed depths.

The total node count identifies the search. The count is the same on every run and on every computer. It
changes only when the search or the evaluation changes. The speed depends on the computer.
"""

from collections.abc import Iterator
from typing import Final

from othello.rules.board import Board
from othello.rules.position import Position
from othello.search.engine import Engine
from othello.search.limits import Goal, Limits
from othello.search.results import SearchResult

TABLE_MIB: Final = 16
DEPTH: Final = 9

OPENINGS: Final = (
    "f5d6c4g5g6f3f4f6",
    "f5d6c3d3c4b3d7f4e3f3g4h4h3h2",
    "f5d6c5f4e3c6d3f6e6d7g3c4b5b4a4b3c7a3c3d2",
    "f5f6e6f4f3c5c4e3g4f2g5d6e2d3c3b4f1c2f7d2c1g6h5e1d1f8",
    "f5f6e6f4c3e7f7d7f3g6d6f8d8e3d3c6c7f2e8c4g8e2b6c8b8b5a4b7c5a5",
    "f5d6c3d3c4f4e3f3e6f6g4c5g3d2c7c6g5h2b6h6h3f2c2g2h1g1f1e1f7e2d1d7d8e8e7g6",
    "f5f4e3d6f3g4d3e6c4f2g3e2c7d7d2c5c3d1c1f6e1f1",
    "f5d6c4g5f6f4e6d7e7c5g6c3h5f3c8e8f7f8e3d3d8g4g8c7h3h6b6h4c2h2g7d2",
)
"""Games as transcripts. The benchmark searches the last position of each game to DEPTH plies."""
ENDINGS: Final = (
    "---O---X---OO--X-OOOO-OX-OOXOOXX-OXXXOOX-XOOOOOXXXOOOOOXXXXXXXXX O",
    "--X---OO---XXXOOXXXXXOOO-XXXOXOO-XXOXOXO-XOXXXOO-OOOOO-O---OOO-- X",
    "XXXXX---XXXXX---XXXXXO--XXXXXO--XXXOXO--XXXXXX---OOOXXX--OOOXX-- O",
    "XXXXXXXXXOOXXXXXXOOOOOOOXOXOXXOOXOOXXOO-XO-OXO------------------ X",
)
"""Positions for the benchmark to solve. They come from games that the engine has played against itself."""


def tasks() -> list[tuple[Position, Limits]]:
    """Return the benchmark's positions in order, with the limits of each search."""
    openings = [Board() for _ in OPENINGS]
    for board, moves in zip(openings, OPENINGS, strict=True):
        board.push_transcript(moves)
    endings = [Position.parse(text) for text in ENDINGS]
    return [(board.position, Limits(depth=DEPTH)) for board in openings] + [
        (position, Limits(goal=Goal.EXACT)) for position in endings
    ]


def run() -> Iterator[SearchResult]:
    """Run the benchmark's searches one after another and yield their results."""
    with Engine(table_mib=TABLE_MIB) as engine:
        for position, limits in tasks():
            engine.new_game()
            yield engine.play(position, limits)
