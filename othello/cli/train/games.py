"""The making of games, with a progress bar."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from othello.cli.errors import INTERRUPTED
from othello.cli.progress import progress_of_counts


def make_games(counts: Iterable[int], total: int, text: str, folder: Path) -> None:
    """Make games; at the end or after Ctrl-C print the number of games in *folder*."""
    done = 0
    try:
        for count in progress_of_counts(counts, total, text):
            done = count
    except KeyboardInterrupt:
        click.echo(f"interrupted after {done} of {total} games, which are in {folder}", err=True)
        sys.exit(INTERRUPTED)
    click.echo(f"{done} games are in {folder}")
