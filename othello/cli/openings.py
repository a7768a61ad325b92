"""`othello openings`: the built-in list of openings, and the choice of a new one."""

import random
from itertools import islice

import click

from othello.cli.options import DEPTH, SEED, Number
from othello.cli.progress import progress
from othello.engine import Engine
from othello.kernels.library import warmup
from othello.openings import PLIES, all_openings, built_in, choose
from othello.version import __version__


@click.command()
@click.option(
    "--choose",
    "is_choosing",
    is_flag=True,
    help="Search for balanced openings, instead of printing the list.",
)
@click.option(
    "--plies",
    type=click.IntRange(1, 9),
    default=PLIES,
    show_default=True,
    metavar="N",
    help="Length of the openings, in plies.",
)
@click.option(
    "--depth", type=DEPTH, default=10, show_default=True, metavar="N", help="Search depth, in plies."
)
@click.option(
    "--within",
    type=Number(0, 64),
    default=1.0,
    show_default=True,
    metavar="DISCS",
    help="Greatest advantage of either side.",
)
@click.option(
    "--count",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    metavar="N",
    help="Print at most N openings.",
)
@click.option(
    "--seed",
    type=SEED,
    default=1,
    show_default=True,
    metavar="N",
    help="Seed for the choice if there are more than --count.",
)
def openings(is_choosing: bool, plies: int, depth: int, within: float, count: int, seed: int) -> None:
    """Print the openings of matches, or choose others.

    Each line is a transcript. With --choose, all positions after --plies moves are searched, in
    an order that depends on the seed; symmetric positions count as one. An opening is printed
    if neither side is ahead by more than --within discs.

    \b
    Examples:
      othello openings > mine.txt
      othello openings --choose --plies 6 --depth 8 > short.txt
    """
    if not is_choosing:
        for board in built_in():
            click.echo(board.transcript())
        return
    warmup()
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
