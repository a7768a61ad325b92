"""`othello nboard`: the engine for the GUI NBoard."""

import sys

import click

from othello.cli.base import engine_options
from othello.settings import Settings


@click.command()
@click.option("--ponder", "ponders", is_flag=True, help="Think on the opponent's time as well.")
@engine_options
def nboard(*, ponders: bool, settings: Settings) -> None:
    """Speak NBoard's protocol on standard input and output.

    \b
    Example:
      printf 'set depth 8\\nhint 3\\n' | othello nboard
    """
    # Imported late, as it loads the kernels.
    from gtp.nboard_process import run_nboard

    sys.exit(run_nboard(ponders=ponders, settings=settings))
