"""`othello warmup`: compiles the engine's machine code in advance."""

import click

from othello.cli.options import flag
from othello.native import library
from othello.search import evaluation_files


@click.command()
@flag("--clear", "Instead, remove all machine code compiled on this computer.")
def warmup(clear: bool) -> None:
    """Compile the engine's machine code now, unless the installation already contains it.

    Also check the compiled library and the network file and print their locations.
    """
    if clear:
        library.clear()
        click.echo(f"removed the machine code in {library.cache_root()}")
        return
    library.load()
    click.echo(f"machine code: {library.find()}")
    click.echo(f"network: {evaluation_files.check_shipped()}")
