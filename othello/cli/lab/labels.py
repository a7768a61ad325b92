"""`othello lab labels`: writes values and best moves."""

from pathlib import Path

import click

from othello.cli.lab.options import make, rows_argument, rows_option
from othello.cli.options import Integer, option, places_options
from othello.jobs.task import Resources
from othello.lab import files
from othello.lab.sources import LabelRows
from othello.search.identity import digest


@click.command()
@rows_argument
@rows_option
@option("--depth", Integer(1, 30), "Search depth in plies.", 6)
@option("--exact-from exact", Integer(0, 60), "Solve boards with at most N empty squares exactly.", 12)
@places_options
def labels(source: Path, output: Path, depth: int, exact: int, places: Resources) -> None:
    """Write values and best moves for boards or games.

    FILE contains boards (a uint64 array (n, 2), or columns `player` and `opponent`) or games (a uint8 array
    (n, 60), or a column `moves`). For a board, the row contains `value` in discs, `best`, and `kind`, which
    is 1 for an exact value. For a game, each of these fields is an array, and another array, `loss`, contains
    the number of discs that each move lost.

    \b
    Examples:
      othello lab labels boards.npy -o labels.npy --depth 8 -j 2
      othello lab labels games.parquet -o graded.parquet --exact-from 16
    """
    files.writer(output)  # fails early if the suffix is unsupported
    stored = files.read(source)
    rows = LabelRows(source, depth, exact, stored.is_games, stored.count)
    options = {"depth": depth, "exact": exact, "input": digest(source)}
    make(output, rows, places, "labeling", "labels", options)
