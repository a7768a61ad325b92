"""`othello book build`: a book that grows best first."""

import click

from othello.book.choice import MAX_LOSS, best_candidates
from othello.cli.book.growing import Growing, growing_options
from othello.cli.book.options import book_argument
from othello.cli.options import Number, option


@click.command()
@book_argument
@growing_options
@option(
    "--max-loss DISCS",
    Number(0, 128),
    "Maximum number of discs that the moves of a line may lose against the best ones, both sides together.",
    MAX_LOSS,
)
def build(growing: Growing, plies: int, max_loss: float) -> None:
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
    root = growing.root
    growing.run(
        lambda book: best_candidates(book, root, max_loss=max_loss, plies=plies),
        "building",
        command="build",
        root=root,
        loss=max_loss,
        plies=plies,
    )
