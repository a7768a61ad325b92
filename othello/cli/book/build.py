"""`othello book build`: a book that grows best first."""

from pathlib import Path

import click

from othello.book.choice import MOST_LOSS, best_candidates
from othello.book.keys import Key, key_of
from othello.cli.book.growing import growing, run
from othello.cli.book.options import (
    board_of_start,
    book_argument,
    budget_option,
    level_option,
    plies_option,
    positions_option,
    start_option,
)
from othello.cli.errors import BadInput
from othello.cli.options import Number, option, places_options, weights_option
from othello.jobs.work import Places


@click.command()
@book_argument
@start_option
@level_option
@budget_option
@positions_option
@plies_option
@option(
    "--max-loss DISCS",
    Number(0, 128),
    "Most discs that the moves of a line may lose against the best ones, both sides together.",
    MOST_LOSS,
)
@weights_option
@places_options
def build(
    path: Path,
    start: str | None,
    level: int,
    budget: float | None,
    positions: int | None,
    plies: int,
    max_loss: float,
    weights: Path | None,
    places: Places,
) -> None:
    """Make a book, or add positions to it, best first.

    The next position is the one whose line loses the least discs. Each move of the line counts a
    quarter of a disc, so that early positions come first; positions that people reach more often, see
    `othello book learn`, come earlier, and so do values from shallow searches.

    Ctrl-C ends the command. The same command goes on from there.

    \b
    Examples:
      othello book build my.book --budget 8h
      othello book build my.book --level 24 --positions 10000 -j 8
      othello book build my.book --position f5d6c3 --budget 30m
    """
    board = board_of_start(start)
    if board.is_over:
        raise BadInput(f"the game is over, {board.result}: there is nothing to add")
    root, _ = key_of(board.position)
    choice = {"command": "build", "root": root, "loss": max_loss, "plies": plies}
    with growing(path, weights, level=level, places=places, **choice) as grower:

        def choose() -> list[Key]:
            return best_candidates(grower.book, root, max_loss=max_loss, plies=plies)

        run(grower, board, choose, budget=budget, positions=positions, what="building")
