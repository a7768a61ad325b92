"""`othello warmup`: compiling in advance."""

import click

from othello.kernels import jit
from othello.tools.warmup import warm_up


@click.command()
@click.option("--clear", is_flag=True, help="Remove the compiled kernels instead.")
def warmup(clear: bool) -> None:
    """Compile the kernels, so that no other command has to wait."""
    if clear:
        jit.clear_cache()
        click.echo(f"removed the compiled kernels from {jit.cache_root()}")
        return
    warm_up()
    click.echo(f"the compiled kernels are in {jit.cache_root()}")
