"""Openings to begin matches with: lists from files, the built-in one, and how it is made.

An opening is balanced if the engine's own search says that neither side is ahead by more
than a few discs. Of all openings that lead to the same position, or to symmetric ones, a
list has one. The first lines of the built-in list name the command that made it, and that
makes it again when the engine knows better.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from othello.board import Board
from othello.engine import Engine
from othello.errors import FormatError
from othello.formats.transcript import parse_transcript, read_transcripts
from othello.limits import Limits
from othello.position import Position
from othello.square import PASS

BUILT_IN: Final = "openings.txt"
PLIES: Final = 8
"""Length of the openings of the built-in list."""
FIRST_DEPTH: Final = 4
"""Plies that every opening is searched, to see whether it is worth a deeper search."""
FIRST_MARGIN: Final = 600
"""Centidiscs over the limit that such a short search may be wrong by."""


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening with its value."""

    board: Board
    value: int
    """Centidiscs, the view of the side to move."""


def built_in() -> list[Board]:
    """The openings that come with the package."""
    text = resources.files("othello").joinpath("data", BUILT_IN).read_text(encoding="utf-8")
    return [parse_transcript(line) for line in text.splitlines() if line and not line.startswith("%")]


def read_openings(path: str | Path) -> list[Board]:
    """The openings of a file with one transcript in each line; raises FormatError.

    Each must leave something to play.
    """
    boards = list(read_transcripts(path))
    for number, board in enumerate(boards, 1):
        if board.is_over:
            raise FormatError(path, None, f"opening {number} is a whole game: nothing is left to play")
    return boards


def all_openings(plies: int) -> list[Board]:
    """One opening for each position after so many moves, symmetric ones counted as one, no passes."""
    found: dict[tuple[int, int], Board] = {_key(Position.start()): Board()}
    for _ in range(plies):
        longer: dict[tuple[int, int], Board] = {}
        for board in found.values():
            for move in board.legal_moves:
                key = _key(board.position.apply(move))
                if move != PASS and key not in longer:
                    longer[key] = board.copy()
                    longer[key].push(move)
        found = longer
    return [board for board in found.values() if not board.is_over and not board.position.must_pass]


def choose(boards: Iterable[Board], engine: Engine, *, depth: int, within: int) -> Iterator[Opening]:
    """The openings whose value is no more than *within* centidiscs from 0, by searches of *depth* plies."""
    for board in boards:
        if depth > FIRST_DEPTH and abs(_value(engine, board, FIRST_DEPTH)) > within + FIRST_MARGIN:
            continue
        opening = Opening(board, _value(engine, board, depth))
        if abs(opening.value) <= within:
            yield opening


def _value(engine: Engine, board: Board, depth: int) -> int:
    """The value of an opening, in centidiscs, whatever was searched before.

    It is the mean of the last two depths: evaluations often favour the side to move, so that
    values of odd and even depths lie apart.
    """
    values: list[int] = []
    engine.new_game()
    engine.go(board.position, Limits(depth=depth), on_info=lambda info: values.append(info.score.value))
    return round(sum(values[-2:]) / len(values[-2:]))


def _key(position: Position) -> tuple[int, int]:
    """The same for all positions that are symmetric to this one; the side to move follows from the plies."""
    canonical, _ = position.canonical()
    return canonical.player, canonical.opponent
