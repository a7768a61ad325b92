"""`othello warmup`: make machine code in advance."""

import click

from othello.cli.options import flag
from othello.native import library
from othello.search import evaluation_files


@click.command()
@flag("--clear", "Instead, remove all machine code that this computer has made.")
def warmup(clear: bool) -> None:
    """Make the machine code for this computer if the installation has none.

    Also checks the library of machine code and the file of the network, and prints where they are.
    """
    if clear:
        library.clear()
        click.echo(f"removed the machine code in {library.cache_root()}")
        return
    library.load()
    click.echo(f"machine code: {library.find()}")
    click.echo(f"network: {evaluation_files.check_shipped()}")
