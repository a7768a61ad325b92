"""`othello openings`: prints the built-in openings or generates new openings."""

import random
from itertools import islice

import click
from click.core import ParameterSource

from othello.book.balanced import built_in
from othello.cli.errors import BadInput
from othello.cli.options import COUNT, DEPTH, SEED, Integer, Number, flag, option
from othello.cli.progress import progress
from othello.match.openings import OPENING_PLIES, all_openings, choose
from othello.native.library import warmup
from othello.rules.board import Board
from othello.rules.opening_names import name_of_game
from othello.search.engine import Engine
from othello.version import __version__


@click.command()
@flag("--choose is_choosing", "Search for balanced openings instead of printing the built-in list.")
@option("--plies", Integer(1, 9), "Length of the openings, in plies.", OPENING_PLIES)
@option("--depth", DEPTH, "Search depth, in plies.", 10)
@option("--within DISCS", Number(0, 64), "Maximum advantage of either side, in discs.", 1.0)
@option("--count", COUNT, "Print at most N openings.", 2000)
@option("--seed", SEED, "Random seed for choosing openings if there are more than --count.", 1)
def openings(is_choosing: bool, plies: int, depth: int, within: float, count: int, seed: int) -> None:
    """Print the built-in match openings or generate new openings.

    Each line is a transcript, with the opening's name as a comment in braces. With --choose, all positions
    after --plies moves are searched, in a random order. Symmetric positions count as the same position. An
    opening is printed if neither side is ahead by more than --within discs.

    \b
    Examples:
      othello openings --count 100 > mine.txt
      othello openings --choose --plies 6 --depth 8 > short.txt
    """
    if not is_choosing:
        source = click.get_current_context().get_parameter_source
        for limit in ("plies", "depth", "within"):
            if source(limit) is ParameterSource.COMMANDLINE:
                raise BadInput(f"--{limit} is for new openings: add --choose, or omit --{limit}")
        boards = built_in()
        if count < len(boards):
            boards = sorted(random.Random(seed).sample(boards, count), key=Board.transcript)
        for board in boards:
            name = name_of_game(board.positions())
            click.echo(f"{board.transcript()} {{{name}}}" if name else board.transcript())
        return
    warmup()
    boards = all_openings(plies)
    total = len(boards)
    random.Random(seed).shuffle(boards)
    engine = Engine(table_mib=16)
    balanced = islice(choose(boards, engine, depth=depth, within=round(100 * within)), count)
    transcripts = sorted(
        opening.transcript() for opening in progress(balanced, min(count, total), "searching")
    )
    click.echo(
        f"% {len(transcripts)} of {total} openings of {plies} plies, balanced within {within:g} discs."
    )
    click.echo(
        f"% Made by othello {__version__}: othello openings --choose --plies {plies} --depth {depth} "
        f"--within {within:g} --count {count} --seed {seed}"
    )
    for transcript in transcripts:
        click.echo(transcript)
