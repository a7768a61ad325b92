"""`othello train generate`: samples from self-play."""

from pathlib import Path

import click

from othello.cli.errors import BadInput
from othello.cli.options import SEED, jobs_option, weights_option
from othello.cli.train.games import make_games
from othello.cli.train.options import folder_option
from othello.search import evaluation_files
from othello.tools.warmup import warm_up
from othello.training import generate as generating
from othello.training.settings import SelfPlaySettings

DEFAULT = SelfPlaySettings()


@click.command()
@folder_option
@click.option(
    "-g",
    "--games",
    type=click.IntRange(1),
    required=True,
    metavar="N",
    help="Total number of games in the folder.",
)
@click.option(
    "--seed", type=SEED, default=DEFAULT.seed, show_default=True, metavar="N", help="Seed for all games."
)
@click.option(
    "--random",
    "random_plies",
    nargs=2,
    type=click.IntRange(0, 60),
    default=(DEFAULT.least_random, DEFAULT.most_random),
    show_default=True,
    metavar="FROM TO",
    help="Bounds of the number of random plies at the start of a game.",
)
@click.option(
    "--depth",
    type=click.IntRange(3, 30),
    default=DEFAULT.depth,
    show_default=True,
    metavar="N",
    help="Search depth of each move, in plies.",
)
@click.option(
    "--exact-from",
    "exact",
    type=click.IntRange(2, 30),
    default=DEFAULT.exact,
    show_default=True,
    metavar="N",
    help="Solve positions with at most N empty squares.",
)
@weights_option
@click.option(
    "--test", "is_test", is_flag=True, help="Mark the samples as test samples, which `fit` refuses."
)
@jobs_option
def generate(
    folder: Path,
    games: int,
    seed: int,
    random_plies: tuple[int, int],
    depth: int,
    exact: int,
    weights: Path | None,
    is_test: bool,
    jobs: int,
) -> None:
    """Make samples from games of the engine against itself.

    A game begins with random moves. Then the engine searches each move, and the value of a
    position is the final result. Positions with at most --exact-from empty squares are solved.
    A game depends only on the seed, its number and the other options. After an interruption, the
    same command continues, with any number of jobs.

    \b
    Examples:
      othello train generate -o data --games 100000 -j 2
      othello train generate -o data --games 500 --seed 9 --depth 8 --exact-from 18 --test
    """
    evaluation = evaluation_files.load(weights)
    least, most = random_plies
    if least > most:
        raise BadInput(f"--random {least} {most}: the first number must not be greater than the second")
    warm_up()
    settings = SelfPlaySettings(seed, random_plies[0], random_plies[1], depth, exact, is_test)
    make_games(generating.generate(folder, games, settings, jobs, evaluation), games, "playing", folder)
