"""`othello ugi`: the engine over UGI."""

import sys

import click

from othello.cli.options import player_options
from othello.gtp.process import run_protocol
from othello.gtp.ugi.session import UgiSession
from othello.gtp.ugi.session_state import UgiState
from othello.players.book_player import OpeningBook
from othello.search.settings import EngineSettings


@click.command()
@player_options("Playing strength", default="the limits of each move decide")
def ugi(
    level: str | None,
    seed: int | None,
    *,
    opening: OpeningBook | None,
    ponders: bool,
    settings: EngineSettings,
) -> None:
    """Speak UGI, the Universal Game Interface, on standard input and output.

    Runners can change these settings by options of the protocol: Hash, Threads, Level, Seed, Book and
    Ponder.

    \b
    Examples:
      printf 'position startpos moves f5\\ngo depth 8\\n' | othello ugi
      othello ugi --level casual --seed 7
    """
    state = UgiState(settings=settings, level=level, seed=seed, opening=opening, ponders=ponders)
    sys.exit(run_protocol(UgiSession, state, "This is a UGI engine: type go depth 8"))
