"""`othello nboard`: runs the engine for NBoard."""

import sys
from functools import partial

import click

from othello.cli.options import player_options
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.nboard.session_state import NBoardState
from othello.gtp.process import run_protocol
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.search.engine import Engine
from othello.search.settings import EngineSettings


@click.command()
@player_options("Playing strength of moves", default="the depth set in NBoard")
def nboard(
    level: str | None,
    seed: int | None,
    *,
    opening: OpeningBook | None,
    ponders: bool,
    settings: EngineSettings,
) -> None:
    """Speak the NBoard protocol on standard input and output.

    Hints and analyses always use the depth set in NBoard. The engine plays book moves without searching, and
    hints include them. With --book FILE, NBoard's "learn" counts games in FILE.

    \b
    Examples:
      printf 'set depth 8\\nhint 3\\n' | othello nboard
      printf 'set depth 8\\ngo\\n' | othello nboard --level casual --seed 7
    """
    player = LevelPlayer(level, seed=seed, opening=opening)
    engine = LazyEngine(partial(Engine.from_settings, settings))
    state = NBoardState(engine, player=player, ponders=ponders)
    sys.exit(run_protocol(NBoardSession, state, "This is an NBoard engine: type hint 3"))
