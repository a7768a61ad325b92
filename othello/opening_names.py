"""The names of openings, found by position: an order of moves that leads to the same board has the same name.

Board and side to move count, symmetric ones as one, so that c4e3 is the opening that f5d6 is.
A game is called by the last of its positions that has a name.

Sources: the names and lines that R. Gatliff collected, as players have passed them on. They
were compared with the repertoire of the French federation (Federation Francaise d'Othello),
which has many of the lines under names of its own, and with tournament games of the WTHOR
base: each line below was played in them.
"""

import functools
from collections.abc import Iterable
from typing import Final

from othello.board import Board
from othello.position import Position
from othello.score import Color

LINES: Final = """
f5f6  Diagonal Opening
f5f6e6f4g7  X-square Opening
f5f6e6f4g6  Snake
f5f6e6f4g6c6  Pyramid
f5f6e6f4g5  Heath
f5f6e6f4g5e7e3  Heath-Bat
f5f6e6f4g5e7d7  Iwasaki Variation
f5f6e6f4g5d6  Heath-Chimney
f5f6e6f4g4  Raccoon Dog
f5f6e6f4g3  Rocket
f5f6e6f4g3f3g4  Hamilton
f5f6e6f4g3d6  Lollipop
f5f6e6f4e3  Cow
f5f6e6f4e3d6  Chimney
f5f6e6f4e3c5g5  Cow Bat
f5f6e6f4e3c5g5g3g4f3g6  Bat (Piau Continuation 2)
f5f6e6f4e3c5g5g3g4f3c4  Melnikov
f5f6e6f4e3c5g5d6g6  Bat (Kling Alternative)
f5f6e6f4e3c5c4  Rose-v-Toth
f5f6e6f4e3c5c4e7  Tanida
f5f6e6f4e3c5c4e7g4  Aircraft
f5f6e6f4e3c5c4e7b5e2  Sailboat
f5f6e6f4e3c5c4d3f3e2  Maruoka
f5f6e6f4e3c5c4d3c3  Landau
f5f6e6f4c3  Buffalo
f5f6e6f4c3d7f3  Maruoka Buffalo
f5f6e6f4c3d6f3c4c5b4  Tanida Buffalo
f5f6e6f4c3c4  Hokuriku Buffalo
f5f6d3f4  Wing Variation
f5f6c4f4  Semi-Wing Variation
f5f4  Parallel Opening
f5d6  Perpendicular Opening
f5d6c5f4e3d3  Mimura
f5d6c5f4e3c6f3  Shaman
f5d6c5f4e3c6e6  Inoue
f5d6c5f4e3c6e6f6  Iago
f5d6c5f4e3c6d7  Bhagat
f5d6c5f4e3c6d3f6e6d7  Rose
f5d6c5f4e3c6d3f6e6d7g4  Flat
f5d6c5f4e3c6d3f6e6d7g4c4  Rotating Flat
f5d6c5f4e3c6d3f6e6d7g4c4g6  Murakami Variation
f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2  Rotating Flat (Kling Continuation)
f5d6c5f4e3c6d3f6e6d7g3c4  Rose-Birth
f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2  Brightstein
f5d6c5f4e3c6d3f6e6d7g3c4b4  Rose-Birdie
f5d6c5f4e3c6d3f6e6d7g3c4b4c3  Rose-Tamenori-Kling
f5d6c5f4e3c6d3f6e6d7e7  Greenberg
f5d6c5f4e3c6d3f3  Ralle
f5d6c5f4d3  Horse
f5d6c4g5  Ganglion
f5d6c4g5c6  Swallow
f5d6c4g5c6c5d7d3b4c3e3f3  No-Cat
f5d6c4d3e6  Italian
f5d6c4d3c5  Cat
f5d6c4d3c5f4e3f3c2c6  Sakaguchi
f5d6c4d3c5f4e3f3c2b4b3  Berner
f5d6c3g5  Bent Ganglion
f5d6c3d3c4  Tiger
f5d6c3d3c4f4f6  Stephenson
f5d6c3d3c4f4f6g5  No-Kung
f5d6c3d3c4f4f6g5e3f3g4h3g3f2  No-Kung (Continuation)
f5d6c3d3c4f4f6f3  Comp'Oth
f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7  F.A.T. Draw
f5d6c3d3c4f4f6f3e3  Lightning Bolt
f5d6c3d3c4f4f6b4  Kung
f5d6c3d3c4f4e6  Leader's Tiger
f5d6c3d3c4f4e3  Brightwell
f5d6c3d3c4f4c5b4b5c6f3e6e3  Ishii
f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3  Mainline Tiger
f5d6c3d3c4f4c5b3c2  Rose-Bill
f5d6c3d3c4f4c5b3c2e6  Tamenori
f5d6c3d3c4f4c5b3c2b4  Central Rose-Bill
f5d6c3d3c4b3  Aubrey
"""
"""An opening in each line: its moves, and its name."""


def name_of(position: Position) -> str | None:
    """The name of the opening that leads to this position or to a symmetric one; None if it has none.

    >>> board = Board()
    >>> board.push_transcript("c4e3f6e6f5")
    >>> name_of(board.position)
    'Tiger'
    """
    return _names().get(_key(position)) if position.empties >= _least_empties() else None


def name_of_game(positions: Iterable[Position]) -> str | None:
    """The name of the last of these positions that has one; None if none has."""
    found = None
    for position in positions:
        found = name_of(position) or found
    return found


def openings() -> list[tuple[Board, str]]:
    """All openings that are known, with their names; the boards are new."""
    found = []
    for line in LINES.split("\n"):
        moves, _, name = line.partition("  ")
        if name:
            board = Board()
            board.push_transcript(moves)
            found.append((board, name))
    return found


@functools.cache
def _names() -> dict[tuple[int, int, Color], str]:
    return {_key(board.position): name for board, name in openings()}


@functools.cache
def _least_empties() -> int:
    """Empty squares after the longest opening: where there are fewer, nothing needs to be looked up."""
    return min(board.position.empties for board, _ in openings())


def _key(position: Position) -> tuple[int, int, Color]:
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent, canonical.turn
