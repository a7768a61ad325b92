"""The command line: composes everything, is imported by nothing.

One module a command; `base` holds what they share. What loads the compiled kernels is
imported inside the commands, so that `--help`, `--version` and the first replies over GTP
need not wait for it. Results go to standard output, progress to standard error and only
to a terminal.

In reading order:

    base             options, errors and progress bars
    tables           tables
    sources          positions and games as arguments
    json_output      scores and lines as JSON
    match_display    progress and result of a match
    match            othello match
    openings         othello openings
    analyze          othello analyze
    bench            othello bench
    convert          othello convert
    gtp              othello gtp
    hint             othello hint
    nboard           othello nboard
    perft            othello perft
    terminal_board   a board in a terminal
    play_game        a game in a terminal
    play             othello play
    solve_display    progress of a solution
    solve            othello solve
    suite            othello suite
    train_report     othello train report
    train            othello train
    warmup           othello warmup
"""

import click

from othello import __version__
from othello.cli.analyze import analyze
from othello.cli.base import CONTEXT, Commands
from othello.cli.bench import bench
from othello.cli.convert import convert
from othello.cli.gtp import gtp
from othello.cli.hint import hint
from othello.cli.match import match
from othello.cli.nboard import nboard
from othello.cli.openings import openings
from othello.cli.perft import perft
from othello.cli.play import play
from othello.cli.solve import solve
from othello.cli.suite import suite
from othello.cli.train import train
from othello.cli.warmup import warmup


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", prog_name="othello")
def main() -> None:
    """Play Othello over GTP, solve end games, hold matches, convert games, count positions."""


for command in (
    gtp,
    nboard,
    perft,
    play,
    analyze,
    hint,
    solve,
    suite,
    match,
    openings,
    convert,
    train,
    bench,
    warmup,
):
    main.add_command(command)


def gtp_main() -> None:
    """Entry point of `othello-gtp`: GUIs that take a program without arguments."""
    gtp.main(prog_name="othello-gtp")
