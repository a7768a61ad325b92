"""A book that grows: workers, progress, limits and interruption."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from othello.book.book import Book
from othello.book.growth import SETTINGS, Choice, Expansions, Grower, Growth, grow
from othello.cli.progress import say, status
from othello.errors import INTERRUPTED
from othello.jobs.identity import heading
from othello.jobs.searches import Searches
from othello.jobs.team import team
from othello.jobs.work import Places
from othello.kernels.library import warmup
from othello.rules.board import Board


@contextmanager
def growing(
    path: Path, weights: Path | None, *, level: int, places: Places, **choice: object
) -> Iterator[Grower]:
    """Open or create a book, and yield the object that adds positions, chosen by *choice*, to it."""
    warmup()
    work = Expansions(Searches.of(replace(SETTINGS, weights=weights)), level)
    with Book(path, writable=True) as book:
        book.refresh()
        with team(work, places, say=say) as workers:
            own = heading("round of a book", work.searches.evaluation, level=level, **choice)
            yield Grower(book, workers, level=level, choice=json.dumps(own))


def run(
    grower: Grower,
    board: Board,
    choose: Choice,
    *,
    budget: float | None,
    positions: int | None,
    what: str,
) -> None:
    """Grow until nothing is left, a limit is reached, or Ctrl-C; print a summary on standard error.

    Ctrl-C ends the command with status 130; finished expansions are in the book.
    """
    begin = time.monotonic()
    end = None
    with status(what) as show:
        try:
            grower.begin(board.position)
            growths = grow(grower, choose)
            while end is None:
                if positions is not None and grower.total >= positions:
                    end = f"the book has {grower.total:,} positions with a value"
                elif budget is not None and time.monotonic() - begin >= budget:
                    end = "the time is up"
                elif growth := next(growths, None):
                    show(f"{what}: {line(growth)}")
                else:
                    end = "nothing is left to add"
        except KeyboardInterrupt:
            end = "interrupted"
    seconds = time.monotonic() - begin
    click.echo(
        f"{end}: {grower.positions:,} positions added in {seconds:.0f} s, "
        f"{grower.total:,} with a value in the book",
        err=True,
    )
    if end == "interrupted":
        sys.exit(INTERRUPTED)


def line(growth: Growth) -> str:
    """Return the progress in a line."""
    rate = 3600 * growth.positions / max(growth.seconds, 1e-9)
    empties = growth.latest.empties
    return f"{growth.positions:,} positions, {rate:,.0f} an hour, now at {empties} empty squares"
