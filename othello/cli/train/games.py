"""Making games with a progress bar, to the end or to an interruption."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from othello.cli.errors import INTERRUPTED
from othello.cli.progress import progress_of_counts


def made(counts: Iterable[int], total: int, doing: str, folder: Path) -> None:
    """Make games to the end or to an interruption, and say how many there are."""
    done = 0
    try:
        for count in progress_of_counts(counts, total, doing):
            done = count
    except KeyboardInterrupt:
        click.echo(f"interrupted after {done} of {total} games, which are in {folder}", err=True)
        sys.exit(INTERRUPTED)
    click.echo(f"{done} games are in {folder}")
