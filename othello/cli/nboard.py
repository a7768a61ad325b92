"""`othello nboard`: the engine for the GUI NBoard."""

import sys

import click

from othello.cli.base import engine_options, level_option, seed_option
from othello.human.levels import Level
from othello.settings import EngineSettings


@click.command()
@level_option("-l", help="How well it plays.  [default: the depth that NBoard sets]")
@seed_option
@click.option("--ponder", "ponders", is_flag=True, help="Think on the opponent's time as well.")
@engine_options
def nboard(level: Level | None, seed: int | None, *, ponders: bool, settings: EngineSettings) -> None:
    """Speak NBoard's protocol on standard input and output.

    Hints and analyses have the depth that NBoard sets, whatever the level of the moves.

    \b
    Examples:
      printf 'set depth 8\\nhint 3\\n' | othello nboard
      printf 'set depth 8\\ngo\\n' | othello nboard --level casual --seed 7
    """
    # Imported late, as it loads the kernels.
    from gtp.nboard.process import run_nboard

    sys.exit(run_nboard(level=level, seed=seed, ponders=ponders, settings=settings))
