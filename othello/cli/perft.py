"""`othello perft`: counts move sequences."""

import time

import click

from othello.cli.options import Integer, TableSize, first_source_argument, flag, game_option, option
from othello.cli.sources import SourceCommand, read_board
from othello.rules.perft import Counter
from othello.rules.square import format_move


@click.command(cls=SourceCommand)
@click.argument("depth", type=Integer(1, 20, "the position comes after DEPTH"))
@first_source_argument
@game_option
@flag("--divide", "Print the count for each legal move.")
@option("--hash table_mib MB", TableSize(0), "Size, in MiB, of the table that stores counts of positions.", 0)
def perft(depth: int, source: str | None, number: int, divide: bool, table_mib: int) -> None:
    """Count all move sequences of DEPTH plies.

    A pass counts as a ply, and a game that ends earlier counts once. By default, counting begins at the start
    position. You can give another position as 64 cells and the side to move, as the moves that lead to it, or
    as a file in any format that `othello convert` reads. "-" is standard input.

    \b
    Examples:
      othello perft 11
      othello perft 12 --hash 64
      othello perft 6 f5d6c3 --divide
    """
    position = read_board(source, number).position
    counter = Counter(table_mib)
    if divide:
        counts = counter.divide(position, depth)
        for move, count in counts.items():
            click.echo(f"{format_move(move):>4} {count:>22,}")
        click.echo(f"{'all':>4} {sum(counts.values()) if counts else 1:>22,}")
        return
    counter.count(position, 3)  # loads the kernels before the clock starts
    click.echo("ply                 leaves    seconds  M leaves/s")
    for ply in range(1, depth + 1):
        counter.clear()
        began = time.perf_counter()
        count = counter.count(position, ply)
        seconds = time.perf_counter() - began
        click.echo(f"{ply:>3} {count:>22,} {seconds:>10.3f} {count / seconds / 1e6:>11.1f}")
