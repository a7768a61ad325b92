"""`othello warmup`: compilation in advance."""

import click

from othello.kernels import cache
from othello.tools.warmup import warm_up


@click.command()
@click.option("--clear", is_flag=True, help="Remove the compiled kernels instead.")
def warmup(clear: bool) -> None:
    """Compile the kernels, so other commands start at once."""
    if clear:
        cache.clear_cache()
        click.echo(f"removed the compiled kernels from {cache.cache_root()}")
        return
    warm_up()
    click.echo(f"the compiled kernels are in {cache.cache_root()}")
