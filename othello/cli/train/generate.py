"""`othello train generate`: plays self-play games."""

from pathlib import Path

import click

from othello.cli.errors import BadInput
from othello.cli.options import (
    COUNT,
    FILE,
    GREATEST_COUNT,
    Integer,
    Number,
    option,
    places_options,
    weights_option,
)
from othello.cli.progress import count_made, say
from othello.cli.train.options import folder_option, search_options, seed_option, test_option
from othello.jobs.task import Resources
from othello.native.library import warmup
from othello.search import evaluation_files
from othello.training import generate as generating
from othello.training.generation import TrainingResources
from othello.training.settings import SearchSettings, SelfPlaySettings

DEFAULT = SelfPlaySettings()


@click.command()
@folder_option
@option("-g --games", COUNT, "Total number of games in the run.", required=True)
@option(
    "--first",
    Integer(0, GREATEST_COUNT),
    "Number of the first game. Use it to split a run between computers.",
    0,
)
@seed_option
@search_options(DEFAULT.search)
@option(
    "--random random_plies FROM TO",
    Integer(0, 60),
    "Minimum and maximum number of random plies at the start of a game.",
    (DEFAULT.least_random, DEFAULT.most_random),
)
@option(
    "--openings opening_files",
    FILE,
    "File of games in any format. Half of the new games begin with the opening of one of these games. "
    "May be repeated.",
    multiple=True,
)
@option(
    "--within DISCS",
    Number(0, 64),
    "Drop most openings in which a side leads by more than DISCS.",
    DEFAULT.within,
)
@option("--noisy SHARE", Number(0, 1), "Share of games with random moves after the opening.", DEFAULT.noisy)
@option(
    "--noise",
    Integer(2, GREATEST_COUNT),
    "In games with random moves, one move in N is random.",
    DEFAULT.noise,
)
@weights_option
@test_option
@places_options
def generate(
    folder: Path,
    games: int,
    first: int,
    seed: int,
    search: SearchSettings,
    random_plies: tuple[int, int],
    opening_files: tuple[Path, ...],
    within: float,
    noisy: float,
    noise: int,
    weights: Path | None,
    is_test: bool,
    places: Resources,
) -> None:
    """Play self-play games and store every position's value.

    A game begins with random moves or with the opening of a given game. Then the engine searches every move.
    It solves positions with at most --exact-from empty squares, but plays a random move in half of them. A
    game depends only on the seed, the game's number and the other options. After an interruption, run the
    same command to continue. You can change the number of jobs.

    \b
    Examples:
      othello train generate -o data --games 100000 --openings games.wtb -j 2
      othello train generate -o data --games 500 --seed 9 --depth 8 --exact-from 18 --test
    """
    evaluation = evaluation_files.load(weights)
    if first >= games:
        raise BadInput(f"--first {first} must be less than --games {games}")
    least, most = random_plies
    if least > most:
        raise BadInput(f"--random {least} {most}: the first number must not be greater than the second")
    openings = generating.read_openings(opening_files)
    warmup()
    settings = SelfPlaySettings(seed, search, least, most, noisy, noise, within, is_test)
    means = TrainingResources(places, evaluation, say)
    counts = generating.generate(folder, games, settings, means, openings, first)
    count_made(counts, games - first, "playing", "games", folder)
