"""`othello book build`: builds or extends a book and adds the best positions first."""

from pathlib import Path

import click

from othello.book.choice import MAX_LOSS, best_candidates
from othello.cli.book.growing import Growing
from othello.cli.book.options import (
    book_argument,
    budget_option,
    level_option,
    plies_option,
    positions_option,
)
from othello.cli.errors import BadInput
from othello.cli.options import Number, option, places_options, position_option, weights_option
from othello.cli.sources import read_board
from othello.jobs.task import Resources


@click.command()
@book_argument
@position_option
@level_option
@budget_option
@positions_option
@plies_option
@places_options
@weights_option
@option(
    "--max-loss DISCS",
    Number(0, 128),
    "Maximum number of discs that a line may lose in total, compared with best play.",
    MAX_LOSS,
)
def build(
    path: Path,
    source: str | None,
    level: int,
    budget: float | None,
    positions: int | None,
    plies: int,
    places: Resources,
    weights: Path | None,
    max_loss: float,
) -> None:
    """Build or extend a book, adding the best positions first.

    Each step adds the position whose line loses the fewest discs. Each move in the line counts as a quarter
    of a disc, so early positions come first. Positions that people reach often (see `othello book learn`) are
    preferred, and so are positions whose values come from shallow searches.

    Ctrl-C ends the command. Run the same command to continue.

    \b
    Examples:
      othello book build my.book --budget 8h
      othello book build my.book --level 24 --positions 10000 -j 8
      othello book build my.book --position f5d6c3 --budget 30m
    """
    board = read_board(source)
    if board.is_over:
        raise BadInput(f"the game is over ({board.result}), so there is nothing to add")
    growing = Growing(path, level, weights, places, budget, positions, board)
    root = growing.root
    growing.run(
        lambda book: best_candidates(book, root, max_loss=max_loss, plies=plies),
        "building",
        command="build",
        root=root,
        loss=max_loss,
        plies=plies,
    )
