"""`othello bench`: the node count of fixed searches, and their speed."""

import click

from othello.cli.options import count_all_option
from othello.cli.progress import progress
from othello.kernels.counting import count_all
from othello.kernels.warmup import warmup
from othello.results import nodes_per_second
from othello.tools import bench as benchmark


@click.command()
@count_all_option
def bench(counts_all: bool) -> None:
    """Search fixed positions: print the node count and the speed.

    The node count is the same on every run and on every computer.
    """
    if counts_all:
        count_all()
    warmup()
    nodes, nodes_all, seconds = 0, 0, 0.0
    for _, result in progress(benchmark.run(), len(benchmark.tasks()), "searching"):
        nodes += result.nodes
        nodes_all += result.nodes_all or 0
        seconds += result.seconds
    rows = {"nodes": f"{nodes}", "seconds": f"{seconds:.3f}", "speed": _speed(nodes, seconds)}
    if counts_all:
        rows |= {"nodes_all": f"{nodes_all}", "speed_all": _speed(nodes_all, seconds)}
    width = max(map(len, rows))
    for name, value in rows.items():
        click.echo(f"{name:{width}}  {value}")


def _speed(nodes: int, seconds: float) -> str:
    """Return the speed in millions of nodes per second, as text."""
    return f"{nodes_per_second(nodes, seconds) / 1e6:.1f} M nodes/s"
