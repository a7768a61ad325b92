"""`othello book show`: shows a book's lines from a position."""

import contextlib
import json
from dataclasses import replace
from pathlib import Path

import click

from othello.book.book import Book
from othello.book.tree import outline
from othello.cli.book.options import shown_book_argument
from othello.cli.book.tree import as_object, print_lines
from othello.cli.errors import BadInput
from othello.cli.options import Integer, first_source_argument, flag, option
from othello.cli.progress import say
from othello.cli.sources import SourceCommand, exists, read_board
from othello.cli.tables import output
from othello.errors import OthelloError
from othello.formats.text import parse_game


@click.command(cls=SourceCommand)
@shown_book_argument
@first_source_argument
@option("--plies", Integer(1, 60), "Length of the lines.", 3)
@option("-n --multipv", Integer(1, 64), "Number of moves to show in each position, best first.", 3)
@flag("--strong is_strong", "Count only games between strong players.")
@flag("--json as_json", "Print one JSON object.")
def show(path: Path, source: str | None, plies: int, multipv: int, is_strong: bool, as_json: bool) -> None:
    """Show the lines of a book from a position.

    BOOK is a file, or `shipped` (the default) for the book in the package. Without a position, the lines
    begin at the start of a game. If moves are symmetric, only the first of them is shown.

    Values are from the point of view of the side that makes the move. The second line shows how certain most
    values are: "exact", "87%" for a final score with this probability, or "depth 18, 73%" for an estimate. If
    the value in a row is more or less certain, the row ends with its certainty. A value is only as certain as
    the least certain value that it depends on. "outside" marks the best move that leaves the book. The last
    columns show the share and number of games in which people played the move, and the mover's score in these
    games. With --strong, these columns count only games between strong players (see `othello book learn`).

    \b
    Examples:
      othello book show
      othello book show my.book f5d6c3 --plies 6 -n 2
    """
    if source is None and not exists(path):
        with contextlib.suppress(OthelloError):
            parse_game(str(path))
            raise BadInput(f"{path} is a position, not a book: use othello book show shipped {path}")
    position = read_board(source).position
    with Book(path) as book:
        entry = book.get(position)
        if entry is None:
            raise BadInput(f"{path}: the book does not contain this position")
        if is_strong:
            if book.strong_rating is None:
                raise BadInput(
                    f"{path}: the book does not count games between strong players (see book learn)"
                )
            say(f"games between players rated {book.strong_rating} or more")
            entry = replace(entry, games=entry.strong)
        branches = outline(book, position, plies=plies, moves=multipv, is_strong=is_strong)
    if as_json:
        click.echo(json.dumps(as_object(position, entry, branches)))
        return
    print_lines(output(), position, entry, branches)
