"""Options and arguments common to the commands of `othello train`."""

from pathlib import Path

import click

folder_option = click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="Folder for the files of samples.",
)
sources_argument = click.argument(
    "sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE|FOLDER..."
)
