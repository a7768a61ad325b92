"""`othello gtp`: the engine over GTP."""

import sys
from dataclasses import replace

import click

from othello.cli.options import engine_options, level_option, ponder_option, seed_option
from othello.gtp.process import run_gtp
from othello.human.level_player import LevelPlayer
from othello.search import levels
from othello.settings import MAX_THREADS, EngineSettings


@click.command()
@level_option("Playing strength", default=str(levels.DEFAULT))
@seed_option
@ponder_option
@engine_options
# Match scripts for Edax and Egaroucid append these four options.
@click.option("-n", "edax_threads", type=click.IntRange(1, MAX_THREADS), hidden=True)
@click.option("-gtp", "unused_gtp", is_flag=True, hidden=True)
@click.option("-quiet", "unused_quiet", is_flag=True, hidden=True)
@click.option("-nobook", "unused_nobook", is_flag=True, hidden=True)
def gtp(
    level: str | None,
    seed: int | None,
    edax_threads: int | None,
    *,
    ponders: bool,
    settings: EngineSettings,
    **unused: object,
) -> None:
    """Speak GTP on standard input and output.

    Options that match scripts pass to other engines are accepted: -n N is --threads N;
    -gtp, -quiet and -nobook have no effect.

    \b
    Examples:
      othello gtp --level 12
      othello gtp --level casual --seed 7
      echo 'genmove black' | othello gtp --level 8
    """
    settings = settings if edax_threads is None else replace(settings, threads=edax_threads)
    player = LevelPlayer(level, seed=seed)
    sys.exit(run_gtp(player=player, ponders=ponders, settings=settings))
