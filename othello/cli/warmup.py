"""`othello warmup`: compilation in advance."""

import click

from othello.cli.errors import Failure
from othello.kernels import cache
from othello.kernels.warmup import warmup as compile_kernels


@click.command()
@click.option("--clear", is_flag=True, help="Remove the compiled kernels instead.")
def warmup(clear: bool) -> None:
    """Compile the kernels, so other commands start at once."""
    if clear:
        cache.clear_cache()
        click.echo(f"removed the compiled kernels from {cache.cache_root()}")
        return
    compile_kernels()
    if not cache.is_complete():
        raise Failure(f"the compiled kernels cannot be kept in {cache.cache_root()}")
    click.echo(f"the compiled kernels are in {cache.cache_root()}")
