"""`othello book fix`: searches for best outside moves that are not known."""

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
    """Find the best outside move of each position where it is unknown.

    An outside move leads to a position that is not in the book. The best one can be unknown after an import
    or a merge, or where a build was stopped. An export to Edax needs it for every position.

    \b
    Example:
      othello book fix my.book --level 12
    """
    files.check(path)
    Growing(path, level, weights, places, budget).run(due, "fixing", command="fix")
