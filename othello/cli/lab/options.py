"""Options and progress that the commands of `othello lab` share."""

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
    "-o --output", "Output file, .npy or .parquet.", Output("", files.WORKING), required=True
)


def make(
    path: Path, source: files.Source, places: Resources, text: str, kind: str, options: Mapping[str, object]
) -> None:
    """Compute rows and write them to a file. At the end or after Ctrl-C, print the number of rows written."""
    warmup()
    own_heading = heading(f"lab {kind}", None, rows=source.count, **options)
    counts = files.make(path, source, own_heading, places, say)
    count_made(counts, source.count, text, "rows", path, path.with_name(path.name + files.WORKING))
