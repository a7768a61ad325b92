"""`othello book merge`: merges several books into one."""

from pathlib import Path

import click

from othello.book.book import Book
from othello.book.merging import mark_of, merge_book
from othello.cli.book.options import book_argument
from othello.cli.errors import BadInput, exit_interrupted
from othello.cli.options import FILE
from othello.cli.progress import say, status


@click.command()
@book_argument
@click.argument("others", metavar="OTHERS...", nargs=-1, required=True, type=FILE)
def merge(path: Path, others: tuple[Path, ...]) -> None:
    """Add all positions of other books to a book.

    If both books have a value for a position, the more certain value is kept. Game counts are added up, so
    each of the OTHERS is added only once, even under another name. Each book is added in a single step, so
    after Ctrl-C, no part of an unfinished book remains.

    \b
    Example:
      othello book merge my.book from-home.book from-the-server.book
    """
    for other in others:
        if path.exists() and other.exists() and path.samefile(other):
            raise BadInput(f"{other}: a book cannot be merged with itself")
    done: list[str] = []
    try:
        marks = [mark_of(other) for other in others]
        with status("merging") as show, Book(path, writable=True) as book:
            for other, mark in zip(others, marks, strict=True):
                if book.store.meta(mark):
                    say(f"{other} was added before, so nothing changes")
                with Book(other) as added:
                    for count in merge_book(book, added, mark):
                        show(f"merging {other.name}: {count:,} positions")
                done.append(other.name)
            positions = len(book)
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted, after adding these books: {', '.join(done) or 'none'}")
    click.echo(f"{positions:,} positions in the book", err=True)
