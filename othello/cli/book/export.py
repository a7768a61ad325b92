"""`othello book export`: exports books for other programs."""

from pathlib import Path

import click

from othello.book.book import Book
from othello.book.edax import export_edax
from othello.book.jsonlines import export_jsonlines
from othello.cli.book.options import FORMATS, format_of, readable_book_argument
from othello.cli.errors import BadInput
from othello.cli.options import SEARCH_LEVEL, option
from othello.cli.progress import counted, status
from othello.cli.targets import Output, check_outputs, force_option


@click.command()
@readable_book_argument
@click.argument("target", metavar="FILE", type=Output())
@option("--format named", click.Choice(list(FORMATS)), "Format of the file.  [default: by suffix]")
@option(
    "--as-level as_level 0-60",
    SEARCH_LEVEL,
    "Level to store for all positions.  [default: each position's own level]",
)
@force_option
def export(path: Path, target: Path, named: str | None, as_level: int | None) -> None:
    """Export a book for Edax or as JSON lines.

    BOOK is a file, or `shipped` for the book that comes with the package. A file for Edax contains only
    positions with values, which are rounded to whole discs. The command then reads the file back and compares
    it with the book. Edax also needs every position's best move outside the book. If any of these moves are
    unknown, run `othello book fix` first. JSON lines contain everything in the book. An existing file is
    replaced only with --force.

    \b
    Examples:
      othello book export my.book book.dat
      othello book export my.book - --format jsonl
    """
    chosen = format_of(target, named)
    if chosen == "jsonl" and as_level is not None:
        raise BadInput("--as-level is only for Edax: JSON lines store each position's own level")
    check_outputs()
    with status("exporting"), Book(path) as book:
        if chosen == "jsonl":
            count = export_jsonlines(book, target)
        else:
            count = export_edax(book, target, level=as_level)
    click.echo(f"{counted(count, 'position')} written", err=True)
