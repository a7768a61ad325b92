"""`othello play`: plays a game in the terminal."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from typing import Final

import click
from rich.console import Console

from othello.cli.errors import BadInput
from othello.cli.options import (
    SECONDS,
    book_options,
    engine_options,
    level_option,
    option,
    position_option,
    seed_option,
)
from othello.cli.play_game import TerminalGame
from othello.cli.sources import read_board
from othello.errors import INTERRUPTED
from othello.native.library import warmup
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.players.levels import DEFAULT
from othello.rules.score import Color
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.settings import EngineSettings

with contextlib.suppress(ImportError):  # Windows lacks readline
    import readline  # noqa: F401  # gives input() editing and history

SIGNAL_CHECK: Final = 0.25
"""Seconds between checks for signals while the program waits for input."""
PEOPLE: Final = {"black": {Color.BLACK}, "white": {Color.WHITE}, "both": set(Color), "neither": set[Color]()}
"""Maps each value of --side to the sides that people play."""


@click.command()
@option("--side", click.Choice(list(PEOPLE)), "Your side. The engine plays the other side.", "black")
@level_option("Playing strength of the engine", default=f"{DEFAULT}, unless --time is given")
@seed_option
@option("--time seconds S", SECONDS, "Time for each of the engine's moves, in seconds.")
@position_option
@book_options
@engine_options
def play(
    side: str,
    level: str | None,
    seed: int | None,
    seconds: float | None,
    source: str | None,
    opening: OpeningBook | None,
    settings: EngineSettings,
) -> None:
    """Play a game in the terminal.

    Type a square to play there, "hint" for the best moves, "undo" to take a move back, or "help" for all
    commands. Forced passes are automatic. You can also pipe these commands to standard input. To turn colors
    off, set the environment variable NO_COLOR.

    \b
    Examples:
      othello play --level 8
      othello play --level casual --seed 7
      othello play --side white --position f5d6c3
      echo 'f5 quit' | tr ' ' '\\n' | othello play
    """
    board = read_board(source)
    if board.is_over:
        raise BadInput(f"the game is over ({board.result}), so there are no moves left to play")
    warmup()
    if level is None and seconds is None:
        level = DEFAULT
    engine = Engine.from_settings(settings)
    game = TerminalGame(
        board,
        set(PEOPLE[side]),
        engine,
        LevelPlayer(level, seed=seed, opening=opening, engine=lambda: engine),
        Limits(seconds=seconds),
        Console(file=sys.stdout, emoji=False, highlight=False, markup=False),
        ask,
    )
    is_interrupted = False
    try:
        game.play()
    except KeyboardInterrupt:
        is_interrupted = True
        click.echo()
    for line in game.summary():
        click.echo(line)
    if is_interrupted:
        sys.exit(INTERRUPTED)


def ask(prompt: str) -> str:
    """Read a line from standard input. If it is not a terminal, echo the line to complete the output."""
    with signals_checked():
        line = input(prompt)
    if not sys.stdin.isatty():
        click.echo(line)
    return line


@contextlib.contextmanager
def signals_checked() -> Iterator[None]:
    """Within the block, interrupt system calls at regular intervals, so that no Ctrl-C is lost.

    If a signal arrives after input() has written its prompt but before it waits for a key, the signal does
    not end the wait. Then Python would raise KeyboardInterrupt only at the next key.
    """
    if sys.platform == "win32":  # on Windows, Ctrl-C always ends the wait
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.setitimer(signal.ITIMER_REAL, SIGNAL_CHECK, SIGNAL_CHECK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
