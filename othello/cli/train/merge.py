"""`othello train merge`: merges self-play games from several computers."""

from pathlib import Path

import click

from othello.cli.train.options import folder_option, sources_argument
from othello.training import merging


@click.command()
@sources_argument
@folder_option
def merge(sources: tuple[Path, ...], folder: Path) -> None:
    """Merge self-play games from several computers.

    The files must belong to the same run and have the same name, which encodes the run's settings. If you
    name a folder, all game files in it are merged. If a game occurs in several files, only one copy is kept.
    Afterward, `generate` with the same settings continues the run in FOLDER.

    \b
    Example:
      othello train merge host-a/data host-b/data -o data
    """
    result = merging.merge(folder, sources)
    repeated = f", {result.repeated} duplicates omitted" if result.repeated else ""
    click.echo(f"{result.games} games are in {result.path}{repeated}")
