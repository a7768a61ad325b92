"""Options and progress common to the commands of `othello lab`."""

from collections.abc import Mapping
from pathlib import Path

import click

from othello.cli.options import EXISTING
from othello.cli.progress import count_made, say
from othello.cli.targets import Output, output_option
from othello.jobs.task import Resources
from othello.lab import files
from othello.native.library import warmup
from othello.search.identity import heading

rows_argument = click.argument("source", metavar="FILE", type=EXISTING)
rows_option = output_option(
    "-o --output", "File for the rows, .npy or .parquet.", Output("", files.WORKING), required=True
)


def make(
    path: Path, source: files.Source, places: Resources, text: str, kind: str, options: Mapping[str, object]
) -> None:
    """Make rows into a file; at the end or after Ctrl-C print their number."""
    warmup()
    own = heading(f"lab {kind}", None, rows=source.count, **options)
    counts, working = files.make(path, source, own, places, say), path.with_name(path.name + files.WORKING)
    count_made(counts, source.count, text, "rows", path, working)
