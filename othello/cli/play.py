"""`othello play`: a game in the terminal."""

import contextlib
import sys

import click

from othello.cli.base import INTERRUPTED, BadInput, engine_options, level_option, seed_option
from othello.cli.sources import read_board
from othello.human.levels import Level, human, number_of
from othello.settings import EngineSettings

LEVEL = 4
"""How well the engine plays unless asked otherwise."""


@click.command()
@click.option(
    "--side",
    type=click.Choice(["black", "white", "both", "neither"]),
    default="black",
    show_default=True,
    help="What you play; the engine plays the other side.",
)
@level_option(help=f"How well the engine plays.  [default: {LEVEL}]")
@seed_option
@click.option("--time", "seconds", type=click.FloatRange(0.001, 86400), metavar="S", help="Seconds a move.")
@click.option("--from", "start", metavar="POSITION|MOVES", help="Where to begin.  [default: the start]")
@engine_options
def play(
    side: str,
    level: Level | None,
    seed: int | None,
    seconds: float | None,
    start: str | None,
    settings: EngineSettings,
) -> None:
    """Play a game in the terminal.

    Write a square to move, "hint" for the best moves, "undo" to take back, "help" for all
    commands. Passes are made and announced. Colors follow the terminal; NO_COLOR turns them
    off. Without a terminal the same commands are read from standard input.

    \b
    Examples:
      othello play --level 8
      othello play --level casual --seed 7
      othello play --side white --from f5d6c3
      echo 'f5 quit' | tr ' ' '\\n' | othello play
    """
    board = read_board(start) if start is not None else None
    if board is not None and board.is_over:
        raise BadInput(f"the game is over, {board.result}: there is nothing left to play")
    from rich.console import Console

    from othello.board import Board
    from othello.cli.play_game import Game
    from othello.engine import Engine
    from othello.human.player import HumanPlayer
    from othello.limits import Limits
    from othello.score import Color
    from othello.tools.warmup import warm_up

    warm_up()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # Editing and history where the terminal has them.
    people = {"black": {Color.BLACK}, "white": {Color.WHITE}, "both": set(Color), "neither": set[Color]()}
    if level is None and seconds is None:
        level = LEVEL
    limits = Limits(level=number_of(level), seconds=seconds)
    console = Console(file=sys.stdout, emoji=False)
    engine, player = Engine.from_settings(settings), HumanPlayer(seed=seed)
    game = Game(board or Board(), people[side], engine, limits, console, ask, human(level), player)
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
    """A line from standard input; where nobody has typed it, it is shown, so that the game can be read."""
    line = input(prompt)
    if not sys.stdin.isatty():
        click.echo(line)
    return line
