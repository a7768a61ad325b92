"""Shared code of the commands that grow a book: progress, limits and interruption."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from othello.book.book import Book
from othello.book.growth import SETTINGS, Expansions, Grower, grow
from othello.book.keys import Key, key_of
from othello.cli.progress import counted, say, status
from othello.errors import INTERRUPTED
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.native.library import warmup
from othello.rules.board import Board
from othello.search.identity import heading
from othello.search.jobs import Searches


@dataclass(frozen=True, slots=True)
class Growing:
    """The searches and limits that determine how a book grows."""

    path: Path
    level: int
    weights: Path | None
    places: Resources
    budget: float | None = None
    """Maximum number of seconds. None means no limit."""
    positions: int | None = None
    """Stop when this many positions have a value. None means no limit."""
    board: Board = field(default_factory=Board)
    """The position at the start of all lines."""

    @property
    def root(self) -> Key:
        """The book's key of this position."""
        return key_of(self.board.position)[0]

    def run(self, choose: Callable[[Book], list[Key]], what: str, **choice: object) -> None:
        """Grow the book until a limit is reached, nothing is left to add, or Ctrl-C. Print a summary.

        choose -- returns the positions to expand next
        what   -- the activity that the progress shows, such as "building"
        choice -- the command's name and the settings that affect its choice

        The summary goes to standard error. Ctrl-C ends the command with status 130. The book keeps all
        finished expansions.
        """
        begin = time.monotonic()
        end = None
        warmup()
        work = Expansions(Searches.of(replace(SETTINGS, weights=self.weights)), self.level)
        own = heading("round of a book", work.searches.evaluation, level=self.level, **choice)
        with (
            Book(self.path, writable=True) as book,
            executor(work, self.places, log=say) as workers,
            status(what) as show,
        ):
            book.refresh()
            grower = Grower(book, workers, level=self.level, choice=json.dumps(own))
            try:
                grower.begin(self.board.position)
                expanded = grow(grower, lambda: choose(book))
                while end is None:
                    if self.positions is not None and grower.total >= self.positions:
                        end = f"the book has {grower.total:,} positions with a value"
                    elif self.budget is not None and time.monotonic() - begin >= self.budget:
                        end = "time is up"
                    elif latest := next(expanded, None):
                        rate = 3600 * grower.positions / max(time.monotonic() - begin, 1e-9)
                        show(
                            f"{what}: {grower.positions:,} positions, {rate:,.0f} per hour, "
                            f"now at {latest.empties} empty squares"
                        )
                    else:
                        end = "nothing is left to add"
            except KeyboardInterrupt:
                end = "interrupted"
        seconds = time.monotonic() - begin
        click.echo(
            f"{end}: {counted(grower.positions, 'position')} added in {seconds:.0f} s, "
            f"{grower.total:,} positions in the book have a value",
            err=True,
        )
        if end == "interrupted":
            sys.exit(INTERRUPTED)
