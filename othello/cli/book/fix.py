"""`othello book fix`: finds missing best moves outside the book."""

from pathlib import Path

import click

from othello.book import location as files
from othello.book.choice import due
from othello.cli.book.growing import Growing
from othello.cli.book.options import book_argument, budget_option, level_option
from othello.cli.options import places_options, weights_option
from othello.jobs.task import Resources


@click.command()
@book_argument
@level_option
@budget_option
@weights_option
@places_options
def fix(path: Path, level: int, budget: float | None, weights: Path | None, places: Resources) -> None:
    """Find missing best moves outside the book.

    A book stores each position's best move outside the book: a move to a position that the book lacks. After
    an import, a merge or an interrupted build, some of these moves are unknown. An export to Edax requires
    all these moves.

    \b
    Example:
      othello book fix my.book --level 12
    """
    files.check(path)
    Growing(path, level, weights, places, budget).run(due, "fixing", command="fix")
