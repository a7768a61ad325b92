"""`othello train merge`: merges files of games from several computers."""

from pathlib import Path

import click

from othello.cli.train.options import folder_option, sources_argument
from othello.training import merging


@click.command()
@sources_argument
@folder_option
def merge(sources: tuple[Path, ...], folder: Path) -> None:
    """Merge the files of a run that several computers played.

    The name of a file contains the settings of its run, so all files must have the same name. If you name a
    folder, all files of games in it are merged. If a game occurs in several files, it is kept once.
    Afterward, `generate` with the same settings continues the run in FOLDER.

    \b
    Example:
      othello train merge host-a/data host-b/data -o data
    """
    result = merging.merge(folder, sources)
    repeated = f", {result.repeated} came more than once" if result.repeated else ""
    click.echo(f"{result.games} games are in {result.path}{repeated}")
