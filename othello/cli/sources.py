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


def read_board(text: str) -> "Board":
    """The board at the end of a game, or of a position with or without moves, in any format of text.

    A board may begin with a "-", so commands let through what looks like an option.
    """
    from othello.formats.text import FEWEST_CELLS, parse_game

    if text.startswith("-") and len(text) < FEWEST_CELLS:
        raise click.NoSuchOption(text)
    return parse_game(text).board()


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
