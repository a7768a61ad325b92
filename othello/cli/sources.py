"""What people mean by a position or a game on the command line."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from othello.cli.base import BadInput
from othello.errors import OthelloError, quoted

if TYPE_CHECKING:
    from othello.board import Board
    from othello.formats.record import GameRecord

CELLS = 64
"""A text with fewer characters is no board."""


def read_board(text: str) -> "Board":
    """The board of 64 cells and a side to move, with or without moves after them, or of moves alone.

    A board may begin with a "-", so commands let through what looks like an option.
    """
    from othello.board import Board
    from othello.formats.transcript import parse_transcript

    if is_cells(text):
        return Board.parse(text.replace(";", " "))
    if text.startswith("-"):
        raise click.NoSuchOption(text)
    return parse_transcript(text)


def is_cells(text: str) -> bool:
    """Whether a text is meant as a board: it is long enough, and most of it is empty squares and discs."""
    cells = "".join(text.split())
    return len(cells) >= CELLS - 1 and sum(cell in "-._XxOo*0" for cell in cells) > len(cells) / 2


def read_game(source: str, number: int) -> "GameRecord":
    """The game of that number, from 1, in a file of any format, or the one that the text tells itself."""
    from othello.formats.files import read_games
    from othello.formats.record import GameRecord
    from othello.formats.transcript import parse_transcript

    path = Path(source)
    if not is_file(path):
        if path.suffix or "/" in source or "\\" in source:
            raise BadInput(f"{source}: there is no such file")
        try:
            return GameRecord.from_board(parse_transcript(source))
        except OthelloError as error:
            raise BadInput(f"{quoted(source)} is neither a file nor a game in moves: {error}") from None
    games = read_games(path)
    chosen = list(islice(games, number - 1, number + 1))
    if not chosen:
        raise BadInput(f"{path}: the file has no game {number}")
    if len(chosen) > 1:
        click.echo(f"{path} has several games; this is number {number}, --game chooses another", err=True)
    return chosen[0]


def is_file(path: Path) -> bool:
    """Whether there is something of that name; a long transcript is a name that no system takes."""
    try:
        return path.exists()
    except OSError:
        return False
