"""`othello openings`: the built-in list of openings, and how it is made."""

import random
from itertools import islice

import click

from othello.cli.base import progress


@click.command()
@click.option("--choose", "is_choosing", is_flag=True, help="Search for balanced openings instead.")
@click.option("--plies", type=click.IntRange(1, 9), default=8, show_default=True, help="Their length.")
@click.option(
    "--depth", type=click.IntRange(1, 30), default=10, show_default=True, help="How deep to search them."
)
@click.option(
    "--within",
    type=click.FloatRange(0, 64),
    default=1.0,
    show_default=True,
    metavar="DISCS",
    help="How much one side may be ahead.",
)
@click.option("--count", type=click.IntRange(1), default=2000, show_default=True, help="How many, at most.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides which ones, if there are more.")
def openings(is_choosing: bool, plies: int, depth: int, within: float, count: int, seed: int) -> None:
    """Print the openings that matches begin with, or choose others.

    An opening is a transcript in a line. With --choose the positions after so many plies,
    symmetric ones counted as one, are searched in an order that the seed decides, and those
    are printed in which neither side is ahead by more than a few discs.

    \b
    Examples:
      othello openings > mine.txt
      othello openings --choose --plies 6 --depth 8 > short.txt
    """
    from othello.openings import all_openings, built_in, choose

    if not is_choosing:
        for board in built_in():
            click.echo(board.transcript())
        return
    from othello import __version__
    from othello.engine import Engine
    from othello.tools.warmup import warm_up

    warm_up()
    boards = all_openings(plies)
    total = len(boards)
    random.Random(seed).shuffle(boards)
    engine = Engine(table_mib=16)
    balanced = islice(choose(boards, engine, depth=depth, within=round(100 * within)), count)
    found = sorted(each.board.transcript() for each in progress(balanced, min(count, total), "searching"))
    click.echo(f"% {len(found)} of {total} openings of {plies} plies, balanced within {within:g} discs.")
    click.echo(
        f"% Made by othello {__version__}: othello openings --choose --plies {plies} --depth {depth} "
        f"--within {within:g} --count {count} --seed {seed}"
    )
    for transcript in found:
        click.echo(transcript)
