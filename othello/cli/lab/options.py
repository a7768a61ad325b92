"""Options and progress common to the commands of `othello lab`."""

from pathlib import Path

import click

from othello.cli.errors import exit_interrupted
from othello.cli.options import EXISTING
from othello.cli.progress import progress_of_counts, say
from othello.cli.targets import output_option
from othello.jobs.identity import heading
from othello.jobs.work import Places
from othello.lab import files

rows_argument = click.argument("source", metavar="FILE", type=EXISTING)
rows_option = output_option("-o --output", "File for the rows, .npy or .parquet.", required=True)


def make(
    path: Path, source: files.Source, places: Places, text: str, kind: str, options: dict[str, object]
) -> None:
    """Make rows into a file; at the end or after Ctrl-C print their number."""
    done = 0
    try:
        made = files.make(
            path, source, heading(f"lab {kind}", None, rows=source.count, **options), places, say
        )
        for count in progress_of_counts(made, source.count, text):
            done = count
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted after {done} of {source.count} rows: the same command continues")
    click.echo(f"{done} rows are in {path}")
