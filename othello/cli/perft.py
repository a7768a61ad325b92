"""`othello perft`: numbers of move sequences."""

import time

import click

from othello.cli.options import TableSize, position_option
from othello.cli.sources import read_board
from othello.position import Position
from othello.square import format_move
from othello.tools.perft import Counter


@click.command()
@click.argument("depth", type=click.IntRange(1, 20))
@position_option
@click.option("--divide", is_flag=True, help="Print the count under each move.")
@click.option(
    "--hash",
    "table_mib",
    type=TableSize(0),
    default=0,
    show_default=True,
    metavar="MB",
    help="Size of a table of counts, which saves counting a position twice.",
)
def perft(depth: int, source: str | None, divide: bool, table_mib: int) -> None:
    """Count the move sequences of DEPTH plies.

    A pass is a ply. A game that ends earlier counts once.

    \b
    Examples:
      othello perft 11
      othello perft 12 --hash 64
      othello perft 6 --divide -p f5d6c3
    """
    position = Position.start() if source is None else read_board(source).position
    counter = Counter(table_mib)
    if divide:
        counts = counter.divide(position, depth)
        for move, count in counts.items():
            click.echo(f"{format_move(move):>4} {count:>22,}")
        click.echo(f"{'all':>4} {sum(counts.values()) if counts else 1:>22,}")
        return
    counter.count(position, 3)  # load the kernels before the time of the first row is measured
    click.echo("ply                 leaves    seconds  M leaves/s")
    for ply in range(1, depth + 1):
        counter.clear()
        began = time.perf_counter()
        count = counter.count(position, ply)
        seconds = time.perf_counter() - began
        click.echo(f"{ply:>3} {count:>22,} {seconds:>10.3f} {count / seconds / 1e6:>11.1f}")
