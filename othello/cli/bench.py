"""`othello bench`: prints the node count and speed of fixed searches."""

import click

from othello.cli.progress import progress
from othello.native.library import warmup
from othello.search import bench as benchmark
from othello.search.results import nodes_per_second


@click.command()
def bench() -> None:
    """Search fixed positions and print the node count and speed.

    The node count is the same on every run and on every computer.
    """
    warmup()
    nodes, seconds = 0, 0.0
    for result in progress(benchmark.run(), len(benchmark.tasks()), "searching"):
        nodes += result.nodes
        seconds += result.seconds
    click.echo(f"nodes    {nodes}")
    click.echo(f"seconds  {seconds:.3f}")
    click.echo(f"speed    {nodes_per_second(nodes, seconds) / 1e6:.1f} M nodes/s")
