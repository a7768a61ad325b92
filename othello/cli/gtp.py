"""`othello gtp`: the engine for GUIs and runners."""

import sys
from dataclasses import replace

import click

from othello.cli.base import engine_options, level_option, seed_option
from othello.human.levels import Level
from othello.settings import MAX_THREADS, EngineSettings


@click.command()
@level_option("-l", help="Playing strength.  [default: 10]")
@seed_option
@click.option("--ponder", "ponders", is_flag=True, help="Think on the opponent's time as well.")
@engine_options
@click.option("-n", "threads", type=click.IntRange(1, MAX_THREADS), hidden=True)
@click.option("-gtp", "unused_gtp", is_flag=True, hidden=True)
@click.option("-quiet", "unused_quiet", is_flag=True, hidden=True)
@click.option("-nobook", "unused_nobook", is_flag=True, hidden=True)
def gtp(
    level: Level | None,
    seed: int | None,
    threads: int | None,
    *,
    ponders: bool,
    settings: EngineSettings,
    **unused: object,
) -> None:
    """Speak GTP on standard input and output.

    Options that match runners add for other engines, -gtp, -quiet and -nobook, are accepted
    and have no effect.

    \b
    Examples:
      othello gtp --level 12
      othello gtp --level casual --seed 7
      echo 'genmove black' | othello gtp --level 8
    """
    # The package speaks before the kernels are loaded; it is imported late like them.
    from gtp.process import run_gtp

    settings = settings if threads is None else replace(settings, threads=threads)
    sys.exit(run_gtp(level=level, seed=seed, ponders=ponders, settings=settings))
