"""`othello book stats`: counts the positions in a book."""

import json
from collections import Counter
from pathlib import Path

import click

from othello.book.book import Book
from othello.book.summary import Summary, summary
from othello.cli.book.options import shown_book_argument
from othello.cli.options import flag
from othello.cli.tables import print_table
from othello.search.json_objects import JsonObject


@click.command()
@shown_book_argument
@flag("--json as_json", "Print one JSON object.")
def stats(path: Path, as_json: bool) -> None:
    """Count the positions in a book.

    BOOK is a file, or `shipped` (the default) for the book in the package.

    The first tables count the positions that have a value: by kind of value, by level, and by number of moves
    played. The last table counts all positions by source.

    \b
    Example:
      othello book stats my.book
    """
    with Book(path) as book:
        totals, is_stale = summary(book), book.is_stale
    size = path.stat().st_size
    if as_json:
        click.echo(json.dumps(as_object(totals, size)))
        return
    average = f", {size / totals.positions:.0f} per position" if totals.positions else ""
    click.echo(f"{totals.positions:,} positions, {size:,} bytes{average}")
    click.echo(f"{totals.values:,} have a value, {totals.outside:,} have a best move outside the book")
    click.echo(f"{totals.visited:,} were reached in games, the most frequent in {totals.most_games:,} games")
    if is_stale:
        click.echo("some values are out of date: the next command that writes to the book updates them")
    print_counts(totals)


def as_object(totals: Summary, size: int) -> JsonObject:
    """Return the counts as `--json` prints them."""
    return {
        "positions": totals.positions,
        "values": totals.values,
        "outside": totals.outside,
        "visited": totals.visited,
        "most_games": totals.most_games,
        "bytes": size,
        "kinds": _sorted(totals.kinds),
        "levels": _sorted(totals.levels),
        "plies": _sorted(totals.plies),
        "sources": _sorted(totals.sources),
    }


def print_counts(totals: Summary) -> None:
    """Print the counts as tables."""
    lists = [_sorted(counts) for counts in (totals.kinds, totals.levels, totals.plies, totals.sources)]
    for name, counts in zip(("kind", "level", "moves", "source"), lists, strict=True):
        if counts:
            click.echo()
            print_table(
                (name, "positions"), [(value or "-", f"{count:,}") for value, count in counts.items()]
            )


def _sorted(counts: Counter[str] | Counter[int]) -> dict[str, int]:
    return {str(name): count for name, count in sorted(counts.items())}
