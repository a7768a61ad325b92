"""`othello lab labels`: writes files of values and best moves."""

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
@option("--exact-from exact", Integer(0, 60), "Solve boards with at most N empty squares.", 12)
@places_options
def labels(source: Path, output: Path, depth: int, exact: int, places: Resources) -> None:
    """Write the values and best moves of boards, or of games.

    FILE contains boards (an array uint64 (n, 2), or fields `player` and `opponent`) or games (an array uint8
    (n, 60), or a field `moves`). A row for a board consists of `value` in discs, `best` and `kind` (1 is
    exact). A row for a game contains an array for each of these fields, and `loss`, the discs that each move
    of the game lost.

    \b
    Examples:
      othello lab labels boards.npy -o labels.npy --depth 8 -j 2
      othello lab labels games.parquet -o graded.parquet --exact-from 16
    """
    files.writer(output)  # refuses other suffixes before the long work
    stored = files.read(source)
    rows = LabelRows(source, depth, exact, stored.is_games, stored.count)
    options = {"depth": depth, "exact": exact, "input": digest(source)}
    make(output, rows, places, "labeling", "labels", options)
