"""`othello gtp`: runs the engine as a GTP program."""

import sys
from dataclasses import replace
from functools import partial

import click

from othello.cli.options import Integer, player_options
from othello.gtp.gtp_session import GtpSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.process import run_protocol
from othello.gtp.session_state import GtpState
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.search import levels
from othello.search.engine import Engine
from othello.search.settings import MAX_THREADS, EngineSettings


@click.command()
@player_options("Playing strength", default=str(levels.DEFAULT))
# Scripts that run matches with Edax and Egaroucid append these four options.
@click.option("-n", "edax_threads", type=Integer(1, MAX_THREADS), hidden=True)
@click.option("-gtp", "unused_gtp", is_flag=True, hidden=True)
@click.option("-quiet", "unused_quiet", is_flag=True, hidden=True)
@click.option("-nobook", "has_old_flag", is_flag=True, hidden=True)
def gtp(
    level: str | None,
    seed: int | None,
    edax_threads: int | None,
    *,
    opening: OpeningBook | None,
    has_old_flag: bool,
    ponders: bool,
    settings: EngineSettings,
    **unused: object,
) -> None:
    """Speak GTP on standard input and output.

    The engine plays book moves without searching. To turn the opening book off, use --no-book.

    Some options that match scripts pass to other engines also work: -n N means --threads N, -nobook means
    --no-book, and -gtp and -quiet have no effect.

    \b
    Examples:
      othello gtp --level 12
      othello gtp --level casual --seed 7
      othello gtp --book my.book --book-tolerance 0.5
      echo 'genmove black' | othello gtp --level 8
    """
    settings = settings if edax_threads is None else replace(settings, threads=edax_threads)
    player = LevelPlayer(level, seed=seed, opening=None if has_old_flag else opening)
    state = GtpState(LazyEngine(partial(Engine.from_settings, settings)), player=player, ponders=ponders)
    sys.exit(run_protocol(GtpSession, state, "This is a GTP engine: type list_commands"))
