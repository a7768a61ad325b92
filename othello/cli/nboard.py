"""`othello nboard`: the engine over the NBoard protocol."""

import sys

import click

from othello.cli.options import engine_options, level_option, ponder_option, seed_option
from othello.gtp.nboard.process import run_nboard
from othello.human.level_player import LevelPlayer
from othello.settings import EngineSettings


@click.command()
@level_option("Playing strength of moves", default="the depth set by NBoard")
@seed_option
@ponder_option
@engine_options
def nboard(level: str | None, seed: int | None, *, ponders: bool, settings: EngineSettings) -> None:
    """Speak the NBoard protocol on standard input and output.

    Hints and analyses always use the depth set by NBoard.

    \b
    Examples:
      printf 'set depth 8\\nhint 3\\n' | othello nboard
      printf 'set depth 8\\ngo\\n' | othello nboard --level casual --seed 7
    """
    player = None if level is None else LevelPlayer(level, seed=seed)
    sys.exit(run_nboard(player=player, ponders=ponders, settings=settings))
