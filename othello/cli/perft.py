"""`othello perft`: counts of move sequences."""

import time

import click


@click.command()
@click.argument("depth", type=click.IntRange(1, 20))
@click.option(
    "-p", "--position", "text", metavar="P", help="64 cells and the side to move; the start if not given."
)
@click.option("--divide", is_flag=True, help="Count under each move apart.")
@click.option(
    "--hash",
    "mebibytes",
    type=click.IntRange(0, 1 << 20),
    default=0,
    metavar="MB",
    help="Count what comes up again only once, with a table of this size.",
)
def perft(depth: int, text: str | None, divide: bool, mebibytes: int) -> None:
    """Count the sequences of DEPTH plies; a pass is a ply.

    \b
    Examples:
      othello perft 11
      othello perft 12 --hash 64
      othello perft 6 --divide
    """
    from othello.position import Position
    from othello.square import format_move
    from othello.tools.perft import Counter

    position = Position.start() if text is None else Position.parse(text)
    counter = Counter(mebibytes)
    if divide:
        counts = counter.divide(position, depth)
        for move, count in counts.items():
            click.echo(f"{format_move(move):>4} {count:>22,}")
        click.echo(f"{'all':>4} {sum(counts.values()) if counts else 1:>22,}")
        return
    counter.count(position, 3)  # Loads the kernels, which is not to be timed.
    click.echo("ply                 leaves    seconds  M leaves/s")
    for ply in range(1, depth + 1):
        counter.clear()
        began = time.perf_counter()
        count = counter.count(position, ply)
        seconds = time.perf_counter() - began
        click.echo(f"{ply:>3} {count:>22,} {seconds:>10.3f} {count / seconds / 1e6:>11.1f}")
