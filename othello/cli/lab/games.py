"""`othello lab games`: writes games."""

from functools import partial
from pathlib import Path

import click

from othello.cli.errors import BadInput
from othello.cli.lab.options import make, rows_option
from othello.cli.options import SEED, Integer, Number, flag, level_option, option, places_options
from othello.jobs.task import Resources
from othello.lab import files
from othello.lab.games import human_games, random_games, selfplay_games
from othello.lab.sources import GameRows

AT_ONCE = {"random": 50_000, "engine": 100, "human": 4}
"""Number of games in a job, for each kind of game."""


@click.command()
@rows_option
@option("-g --games count", Integer(1), "Number of games.", required=True)
@option(
    "--seed", SEED, "Random seed for the games. Each game depends only on this seed and the game's number.", 0
)
@option("--first", Integer(0), "Number of the first game. Use it to split a run between computers.", 0)
@flag("--full", "Write only games with 60 moves. Shorter games are replaced.")
@option("--depth", Integer(1, 30), "Let the engine play both sides, with searches of N plies.")
@option("--noise-share noise SHARE", Number(0, 1), "Share of the engine's moves that are random.", 0.05)
@option("--opening", Integer(0, 60), "Number of random moves at the start of the engine's games.", 8)
@level_option("Play human openings, then continue at this level", "random games")
@places_options
def games(
    output: Path,
    count: int,
    seed: int,
    first: int,
    full: bool,
    depth: int | None,
    noise: float,
    opening: int,
    level: str | None,
    places: Resources,
) -> None:
    """Write random, engine or human-like games.

    Each row contains `moves` (up to 60 squares from 0 to 63, without passes, padded with 255), the game's
    `length`, and `result`, which is the disc difference for black. After an interruption, run the same
    command to continue. You can change the number of jobs.

    \b
    Examples:
      othello lab games -o random.npy -g 20000000 -j 2
      othello lab games -o engine.parquet -g 10000 --depth 6 --noise-share 0.1
    """
    if sum([full, depth is not None, level is not None]) > 1:
        raise BadInput("use only one of --full, --depth and --level")
    files.writer(output)
    kind, play = "random", partial(random_games, full=full)
    if depth is not None:
        kind, play = "engine", partial(selfplay_games, depth=depth, noise=noise, opening=opening)
    elif level is not None:
        kind, play = "human", partial(human_games, level=level)
    source = GameRows(play, count, seed, first, AT_ONCE[kind])
    make(output, source, places, "playing", "games", {"seed": seed, "first": first, **play.keywords})
