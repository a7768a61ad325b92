"""`othello book import`: imports positions from other programs' books."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from othello.book.book import Book
from othello.book.edax import import_edax
from othello.book.jsonlines import import_jsonlines
from othello.book.keys import Key
from othello.book.merging import mark_of, merge_records
from othello.book.records import Record
from othello.cli.book.options import FORMATS, book_argument, format_of
from othello.cli.errors import exit_interrupted
from othello.cli.options import FILE, option
from othello.cli.progress import say, status


@click.command(name="import")
@book_argument
@click.argument("source", metavar="FILE", type=FILE)
@option("--format named", click.Choice(list(FORMATS)), "Format of the file.  [default: by suffix]")
def importing(path: Path, source: Path, named: str | None) -> None:
    """Import positions from an Edax book or JSON lines.

    The level of a value in an Edax book determines whether the value is exact, selective or an estimate. If
    the book already contains a value for a position, the more certain value is kept. The whole file is
    imported in a single step, so Ctrl-C leaves the book unchanged. A file is imported only once, even under
    another name.

    \b
    Example:
      othello book import my.book book.dat
    """
    chosen = format_of(source, named)
    try:
        mark = mark_of(source)
        with status("importing") as show, Book(path, writable=True) as book:
            if book.store.meta(mark):
                say(f"{source} was added before, so nothing changes")
            for count in merge_records(book, records_of(book, source, chosen), mark):
                show(f"importing {source.name}: {count:,} positions")
            positions = len(book)
    except KeyboardInterrupt:
        exit_interrupted("interrupted: the book is unchanged")
    click.echo(f"{positions:,} positions in the book", err=True)


def records_of(book: Book, source: Path, chosen: str) -> Iterator[tuple[Key, Record]]:
    """Return the records in a file of the format *chosen*."""
    if chosen == "jsonl":
        return import_jsonlines(source, book)
    name = os.fsencode(source.name).decode(errors="replace")
    return import_edax(source, book.store.source(f"{chosen}: {name}"))
